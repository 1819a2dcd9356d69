"""Rules that the product once broke, found by the oracle."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.comparison import compare_stop, list_other_alerts
from tests.oracle.live import read_live
from tests.oracle.oracletext import open_text_plan, to_posix
from tests.oracle.product import open_product
from tests.oracle.row import ARRIVALS, DEPARTURES
from tests.realtimetext import Fields, alert, make_updates, stop, update, vehicle

EIGHT = "2026-06-01 08:00"
TODAY: Any = {"start_date": "20260601"}
COPY: Any = {
    "schedule_relationship": "DUPLICATED",
    "trip_properties": {"trip_id": "copy", "start_date": "20260601", "start_time": "08:30:00"},
}
TO_B2: Any = {"stop_time_properties": {"assigned_stop_id": "B2"}}


def differ(
    tmp_path: Path, *entities: Fields, at: str = EIGHT, files: Mapping[str, str] | None = None, ahead_s: int = 0
) -> list[str]:
    """List where the boards of all stops, and what is told to all, differ."""
    plan = open_text_plan(tmp_path, files)
    product = open_product(tmp_path / "feed.zip", tmp_path / "compiled")
    payload = make_updates(header=to_posix(at) + ahead_s, entities=entities)
    live, world = read_live(payload, plan, to_posix(at)), product.open_world([payload], to_posix(at))
    boards = [
        line
        for name in sorted(plan.platforms)
        for kind in (DEPARTURES, ARRIVALS)
        for line in compare_stop(plan, live, world, name, kind=kind).differences
    ]
    return [*boards, *list_other_alerts(plan, live, world)]


def at(sequence: int | None, stop_id: str | None, clock: str, day: str = "2026-06-01", **fields: Any) -> Fields:
    """Say when a vehicle calls at a stop."""
    time = to_posix(f"{day} {clock}")
    return stop(sequence, stop_id, arrival={"time": time}, departure={"time": time}, **fields)


def own_trip(name: str, relationship: str = "NEW", **fields: Any) -> Fields:
    """Give a trip with stops of its own."""
    said = [at(None, "A", "08:05"), at(None, "B", "08:12"), at(None, "C", "08:20")]
    return update(name, *said, route_id="R", schedule_relationship=relationship, **(TODAY | fields))


def test_a_duplicate_with_times_is_one_trip(tmp_path: Path) -> None:
    assert differ(tmp_path, update("T", at(1, "A", "08:35"), at(2, "B", "08:45"), **COPY)) == []


def test_a_moved_duplicate_is_listed_at_its_new_platform(tmp_path: Path) -> None:
    """GTFS Realtime, StopTimeProperties.assigned_stop_id."""
    assert differ(tmp_path, update("T", stop(2, departure={"delay": 60}, **TO_B2), **COPY)) == []


def test_a_moved_run_by_frequency_is_listed_at_its_new_platform(tmp_path: Path) -> None:
    files = {"frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\nT,08:00:00,08:30:00,1200,1"}
    moved = update("T", stop(2, departure={"delay": 60}, **TO_B2), start_time="08:20:00", **TODAY)
    assert differ(tmp_path, moved, files=files) == []


def test_a_stop_id_may_repeat_the_assigned_stop(tmp_path: Path) -> None:
    """GTFS Realtime, StopTimeUpdate.stop_id: it must match assigned_stop_id where both are given."""
    assert differ(tmp_path, update("T", stop(2, "B2", departure={"delay": 60}, **TO_B2), **TODAY)) == []


def test_an_added_trip_that_is_said_twice_is_one_trip(tmp_path: Path) -> None:
    assert differ(tmp_path, own_trip("extra"), own_trip("extra")) == []


def test_a_duplicate_that_is_said_twice_is_one_trip(tmp_path: Path) -> None:
    assert differ(tmp_path, update("T", **COPY), update("T", **COPY)) == []


def test_a_cancellation_beats_a_replacement(tmp_path: Path) -> None:
    cancelled = update("T", schedule_relationship="CANCELED", **TODAY)
    assert differ(tmp_path, own_trip("T", "REPLACEMENT"), cancelled) == []


def test_a_cancelled_call_stays_at_its_planned_platform(tmp_path: Path) -> None:
    """GTFS Realtime, TripUpdate.stop_time_update: the trip's relationship takes precedence over its stops."""
    moved = stop(2, departure={"delay": 60}, **TO_B2)
    assert differ(tmp_path, update("T", moved, schedule_relationship="CANCELED", **TODAY)) == []


def test_a_trip_that_has_reached_its_last_stop_is_over(tmp_path: Path) -> None:
    """GTFS Realtime, TripUpdate: a time in the past at the last stop puts the whole trip in the past."""
    arrived = update("T", stop(4, arrival={"time": to_posix("2026-06-01 08:07")}), **TODAY)
    assert differ(tmp_path, arrived, at="2026-06-01 08:08") == []


def test_times_of_an_added_trip_never_run_backwards(tmp_path: Path) -> None:
    said = [at(None, "A", "08:15"), at(None, "B", "08:12"), at(None, "C", "08:20")]
    assert differ(tmp_path, update("extra", *said, schedule_relationship="NEW", **TODAY)) == []


def test_all_calls_of_an_added_trip_have_one_service_day(tmp_path: Path) -> None:
    said = [at(None, "A", "23:55"), at(None, "B", "00:05", "2026-06-02"), at(None, "C", "00:20", "2026-06-02")]
    assert differ(tmp_path, update("extra", *said, schedule_relationship="NEW"), at="2026-06-01 23:50") == []


def test_a_vehicle_two_hours_late_is_on_the_board_whichever_stop_says_so(tmp_path: Path) -> None:
    assert differ(tmp_path, _say_at_second_stop(7200), at="2026-06-01 10:05") == []


def test_an_early_vehicle_is_on_the_board_whichever_stop_says_so(tmp_path: Path) -> None:
    assert differ(tmp_path, _say_at_second_stop(-1500), at="2026-06-01 06:56") == []


def _say_at_second_stop(delay: int) -> Fields:
    """Give a trip of which only the second stop has a time."""
    silent = [stop(sequence, schedule_relationship="NO_DATA") for sequence in (1, 3, 4)]
    return update("T", silent[0], stop(2, departure={"delay": delay}), *silent[1:], **TODAY)


def test_a_vehicle_that_has_not_been_heard_of_is_nowhere(tmp_path: Path) -> None:
    """Decision 0005: after three minutes nobody knows how many stops away it is."""
    seen = to_posix(EIGHT) - 181
    assert (
        differ(tmp_path, vehicle("bus", trip={"trip_id": "T"} | TODAY, current_stop_sequence=1, timestamp=seen)) == []
    )


def test_the_access_of_a_vehicle_is_forgotten_with_its_report(tmp_path: Path) -> None:
    said = {"wheelchair_accessible": "WHEELCHAIR_INACCESSIBLE"}
    seen = to_posix(EIGHT) - 1801
    assert differ(tmp_path, vehicle("bus", trip={"trip_id": "T"} | TODAY, descriptor=said, timestamp=seen)) == []


def test_a_vehicle_is_where_its_stop_says_if_its_sequence_says_otherwise(tmp_path: Path) -> None:
    said = vehicle("bus", trip={"trip_id": "T"} | TODAY, current_stop_sequence=1, stop_id="B")
    assert differ(tmp_path, said) == []


def test_a_vehicle_may_name_the_platform_its_call_was_moved_to(tmp_path: Path) -> None:
    """GTFS Realtime, VehiclePosition.stop_id: it reflects an assigned stop."""
    moved = update("T", stop(2, departure={"delay": 60}, **TO_B2), **TODAY)
    said = vehicle("bus", trip={"trip_id": "T"} | TODAY, current_stop_sequence=2, stop_id="B2")
    assert differ(tmp_path, moved, said) == []


def test_a_cancelled_call_is_not_about(tmp_path: Path) -> None:
    backwards = [stop(1, departure={"delay": 900}), stop(2, departure={"delay": 0})]
    assert differ(tmp_path, update("T", *backwards, schedule_relationship="CANCELED", **TODAY)) == []


def test_an_added_trip_that_names_its_day_in_one_update_only_is_one_trip(tmp_path: Path) -> None:
    undated = {**own_trip("extra")["trip_update"], "trip": {"trip_id": "extra", "schedule_relationship": "NEW"}}
    assert differ(tmp_path, own_trip("extra"), {"trip_update": undated}) == []


def test_a_copy_that_has_no_name_of_its_own_is_not_listed(tmp_path: Path) -> None:
    nameless = COPY | {"trip_properties": {"start_date": "20260601", "start_time": "08:30:00"}}
    assert differ(tmp_path, update("T", stop(2, departure={"delay": 60}), **nameless)) == []


def test_what_an_alert_names_must_hold_for_one_line(tmp_path: Path) -> None:
    """GTFS Realtime, EntitySelector: all fields are joined by AND."""
    files = {
        "routes.txt": "route_id,route_short_name,route_type\nR,1,3\nS,2,0",
        "trips.txt": "route_id,service_id,trip_id,direction_id\nR,daily,T,0\nS,daily,U,0",
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,8:00:00,8:00:00,A,1
        T,8:10:00,8:10:00,B,2
        U,8:00:00,8:00:00,A,1
        U,8:10:00,8:10:00,B,2
        """,
    }
    assert (
        differ(tmp_path, alert(header="both", informed_entity=[{"route_id": "R", "route_type": 0}]), files=files) == []
    )


@pytest.mark.parametrize("named", ["station", "B", "B2", "door"])
def test_doors_platforms_and_trips_are_told_what_concerns_them(tmp_path: Path, named: str) -> None:
    assert differ(tmp_path, alert(header="works", informed_entity=[{"stop_id": named}, {"route_id": "R"}])) == []


def test_a_feed_from_the_future_places_no_vehicle(tmp_path: Path) -> None:
    said = vehicle("bus", trip={"trip_id": "T"} | TODAY, current_stop_sequence=1, timestamp=to_posix(EIGHT))
    assert differ(tmp_path, said, ahead_s=121) == []
