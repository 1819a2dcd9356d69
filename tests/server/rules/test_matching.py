"""Rules 22 to 25: of which dated trip and call an update speaks; never a guess."""

from pathlib import Path
from typing import Any

import pytest

from stopbell_server.domain.certainty import FeedState
from tests.realtimetext import Fields, stop, update, vehicle
from tests.server.rules.line import LINE, TODAY, list_calls, open_line, show, to_posix

LATE = stop(1, "A", departure={"delay": 120})
BY_PLAN = ["T 12:00 running timetable"]
NIGHT = """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence
    T,{first},{first},A,1
    T,{last},{last},B,2
    """


@pytest.mark.parametrize(
    ("descriptor", "rows"),
    [
        ({"route_id": "R", "direction_id": 0, "start_date": "20261130", "start_time": "12:00:00"}, 1),
        ({"route_id": "R", "direction_id": 1, "start_date": "20261130", "start_time": "12:00:00"}, 0),
        ({"route_id": "R", "direction_id": 0, "start_date": "20261130", "start_time": "12:00:01"}, 0),
        ({"route_id": "other", "direction_id": 0, "start_date": "20261130", "start_time": "12:00:00"}, 0),
        ({"route_id": "R", "direction_id": 0, "start_date": "20261130"}, 0),
        ({"route_id": "R", "direction_id": 0, "start_time": "12:00:00"}, 0),
    ],
)
def test_without_a_trip_id_route_direction_day_and_start_must_all_fit(
    tmp_path: Path, descriptor: dict[str, Any], rows: int
) -> None:
    """Rule 22, GTFS-RT TripDescriptor.trip_id."""
    files = {"trips.txt": "route_id,service_id,trip_id,direction_id\nR,daily,T,0"}
    world = open_line(tmp_path, update(None, LATE, **descriptor), files=files)
    assert [call.certainty.value for call in list_calls(world, "A")] == ["live" if rows else "timetable"]


@pytest.mark.parametrize(
    ("fields", "matched"),
    [
        ({"start_date": "20261130", "start_time": "12:00:00"}, True),
        ({"start_date": "20261130"}, False),
        ({"start_time": "12:00:00"}, False),
        ({"start_date": "20261130", "start_time": "12:05:00"}, False),
    ],
)
def test_a_run_by_frequency_needs_its_day_and_start(tmp_path: Path, fields: dict[str, Any], matched: bool) -> None:
    """Rule 22, GTFS-RT TripDescriptor.start_time: frequency trips need trip, date and start."""
    files = {"frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\nT,12:00:00,12:30:00,1200,1"}
    calls = list_calls(open_line(tmp_path, update("T", LATE, **fields), files=files), "A")
    assert ["live" if matched else "timetable", "timetable"] == [call.certainty.value for call in calls]


def test_no_route_in_the_descriptor_is_no_hindrance(tmp_path: Path) -> None:
    """Rule 22; mark1foley/ha-gtfs-rt-v2#23: the trip tells its route."""
    call = list_calls(open_line(tmp_path, update("T", LATE, **TODAY)), "A")[0]
    assert (call.route_label, call.certainty.value) == ("1", "live")


def test_ids_that_nearly_agree_do_not_agree(tmp_path: Path) -> None:
    """Rule 22; whatcomtrans/publicwtadata#3: a "_merged_" suffix makes another id; the mismatch is told."""
    world = open_line(tmp_path, update("T_merged_1", LATE, **TODAY))
    assert show(world, "A") == BY_PLAN
    assert world.live_state("test").state is FeedState.UNMATCHED


@pytest.mark.parametrize("said", [{"start_date": "20261129"}, {}], ids=["with its date", "without a date"])
def test_a_trip_after_midnight_belongs_to_the_day_before(tmp_path: Path, said: dict[str, Any]) -> None:
    """Rule 23, GTFS-RT TripDescriptor.start_date; google/transit#381, TheTransitClock/transitime#275."""
    predicted = stop(1, "A", departure={"time": to_posix("04:12")})
    files = {"stop_times.txt": NIGHT.format(first="28:10:00", last="28:30:00")}
    world = open_line(tmp_path, update("T", predicted, **said), at="04:05", files=files)
    assert show(world, "A") == ["T 04:12 running live"]


def test_the_date_on_the_calendar_is_not_the_service_day(tmp_path: Path) -> None:
    """Rule 23; google/transit#381: the 28:10 of tonight is another trip than the 28:10 of last night."""
    predicted = stop(1, "A", departure={"time": to_posix("04:12")})
    files = {"stop_times.txt": NIGHT.format(first="28:10:00", last="28:30:00")}
    world = open_line(tmp_path, update("T", predicted, **TODAY), at="04:05", files=files)
    assert show(world, "A") == ["T 04:10 running timetable"]


def test_a_trip_longer_than_a_day_is_put_on_the_day_that_fits(tmp_path: Path) -> None:
    """Rule 23; motis-project/motis#1190: two runs are under way at once, the predicted time tells which is meant."""
    predicted = stop(2, "B", arrival={"time": to_posix("12:15")}, departure={"time": to_posix("12:15")})
    times = NIGHT.format(first="06:00:00", last="36:10:00") + "    T,36:40:00,36:40:00,C,3\n"
    world = open_line(tmp_path, update("T", predicted), at="12:05", files={"stop_times.txt": times})
    assert show(world, "B") == ["T 12:15 running live"]
    assert [call.service_day.day for call in list_calls(world, "B")] == [29]


def test_a_route_that_disagrees_is_counted_and_the_trip_still_counts(tmp_path: Path) -> None:
    """Rule 24, GTFS-RT TripDescriptor.route_id; OpenTripPlanner#4058, motis-project/nigiri#251, transitous#2333."""
    world = open_line(tmp_path, update("T", LATE, route_id="another", **TODAY))
    snapshot = world.feeds[0].snapshot
    assert snapshot is not None
    assert snapshot.health.problems == {"route-disagrees": 1}
    assert show(world, "A") == ["T 12:02 running live"]


def test_a_route_that_agrees_is_no_problem(tmp_path: Path) -> None:
    """Rule 24."""
    snapshot = open_line(tmp_path, update("T", LATE, route_id="R", **TODAY)).feeds[0].snapshot
    assert snapshot is not None
    assert snapshot.health.problems == {}


LOOP = {"stop_times.txt": LINE.replace("12:30:00,D", "12:30:00,A") + "    T,12:40:00,12:40:00,B,5\n"}
"""A, B, C, A, B."""


@pytest.mark.parametrize(
    ("said", "rows"),
    [
        ([stop(4, "A", departure={"delay": 60})], ["T 12:00 running timetable", "T 12:31 running live"]),
        ([stop(1, "A", departure={"delay": 60})], ["T 12:01 running live", "T 12:31 running live"]),
        ([stop(None, "A", departure={"delay": 60})], ["T 12:00 running timetable", "T 12:30 running timetable"]),
    ],
    ids=["second visit", "first visit", "no sequence"],
)
def test_on_a_loop_only_a_sequence_tells_the_visit(tmp_path: Path, said: list[Fields], rows: list[str]) -> None:
    """Rule 25; OneBusAway/onebusaway-application-modules#163, PR#166, #127."""
    assert show(open_line(tmp_path, update("T", *said, **TODAY), files=LOOP), "A") == rows


def test_a_position_without_a_stop_counts_no_stops(tmp_path: Path) -> None:
    """Rule 39, GTFS-RT VehiclePosition.current_status: it means nothing without a stop."""
    position = vehicle("v", trip={"trip_id": "T"} | TODAY, current_status="STOPPED_AT", timestamp=to_posix("11:58"))
    call = list_calls(open_line(tmp_path, position), "B")[0]
    assert (call.stops_away, call.vehicle.id if call.vehicle else None) == (None, "v")
