"""Where engines that others build on go astray: one test for each, so that we do not."""

from pathlib import Path
from typing import Any

import pytest

from stopbell_server.domain.access import Access
from tests.asking import ask
from tests.realtimetext import Fields, stop, update
from tests.server.rules.line import LINE, TODAY, list_calls, open_line, show, to_posix


def show_all(tmp_path: Path, *entities: Fields, **options: Any) -> list[str]:
    """Give the first row of the boards of A, B and C."""
    world = open_line(tmp_path, *entities, **options)
    return [row.removeprefix("T ") for place in "ABC" for row in show(world, place)[:1]]


def test_of_a_time_and_a_delay_the_time_counts(tmp_path: Path) -> None:
    """nigiri takes the delay first."""
    event = {"time": to_posix("12:13"), "delay": 600}
    assert show_all(tmp_path, update("T", stop(2, departure=event), **TODAY))[1:] == [
        "12:13 running live",
        "12:23 running live",
    ]


def test_a_time_alone_goes_on_from_the_stop_before_it(tmp_path: Path) -> None:
    """maglev lets an earlier stop with a time contribute nothing; Transitland remembers only delays."""
    said = [stop(1, departure={"time": to_posix("12:04")}), stop(2, arrival={"time": to_posix("12:15")})]
    assert show_all(tmp_path, update("T", *said, **TODAY)) == [
        "12:04 running live",
        "12:15 running live",
        "12:25 running live",
    ]


def test_no_data_is_neither_on_time_nor_as_late_as_before(tmp_path: Path) -> None:
    """nigiri and Transitland let the delay run through it; maglev reads it as a delay of zero."""
    said = [stop(1, departure={"delay": 300}), stop(2, schedule_relationship="NO_DATA")]
    world = open_line(tmp_path, update("T", *said, **TODAY))
    assert [*show(world, "B"), *show(world, "C")] == ["T 12:10 running timetable", "T 12:20 running timetable"]
    assert list_calls(world, "B")[0].departure.expected is None


def test_a_skipped_stop_does_not_reset_the_delay(tmp_path: Path) -> None:
    """maglev resets it to zero; others estimate a time for a stop that is not served."""
    said = [stop(1, departure={"delay": 300}), stop(2, schedule_relationship="SKIPPED")]
    world = open_line(tmp_path, update("T", *said, **TODAY))
    assert show(world, "C") == ["T 12:25 running live"]
    assert list_calls(world, "B")[0].departure.expected is None


def test_stops_before_the_first_update_have_no_delay_of_later_ones(tmp_path: Path) -> None:
    """Transitland gives them the last delay of the trip; OneBusAway/onebusaway-application-modules#127."""
    said = [stop(3, departure={"delay": 300}), stop(4, arrival={"delay": 900})]
    assert show_all(tmp_path, update("T", *said, **TODAY)) == [
        "12:00 running timetable",
        "12:10 running timetable",
        "12:25 running live",
    ]


def test_copies_and_replacements_are_understood_side_by_side(tmp_path: Path) -> None:
    """OpenTripPlanner refuses DUPLICATED; nigiri and maglev skip both messages."""
    new = {"trip_id": "copy", "start_date": "20261130", "start_time": "12:07:00"}
    copy = update("T", schedule_relationship="DUPLICATED", trip_properties=new)
    said = [stop(None, name, departure={"time": to_posix(time)}) for name, time in (("A", "12:03"), ("D", "12:40"))]
    instead = update("T", *said, schedule_relationship="REPLACEMENT", **TODAY)
    world = open_line(tmp_path, copy, instead)
    assert show(world, "A") == ["T 12:03 running live", "copy 12:07 added timetable"]
    assert show(world, "B") == ["copy 12:17 added timetable"]


def test_the_day_of_an_update_is_not_the_utc_date_of_the_feed(tmp_path: Path) -> None:
    """nigiri takes that (motis-project/motis#1190): at 00:30 in Kyiv it is still yesterday in Greenwich."""
    times = LINE.replace("12:", "00:")
    said = update("T", stop(2, departure={"delay": 300}))
    rows = show_all(tmp_path, said, at="00:05", files={"stop_times.txt": times})
    assert rows == ["00:15 running live", "00:25 running live"]


@pytest.mark.parametrize(
    ("evening", "morning", "at"),
    [("2026-03-28", "2026-03-29", "04:15"), ("2026-10-24", "2026-10-25", "02:45")],
    ids=["spring", "autumn"],
)
def test_the_hours_of_a_service_day_do_not_count_from_midnight_by_the_wall(
    tmp_path: Path, evening: str, morning: str, at: str
) -> None:
    """maglev counts from local midnight, Transitland by wall clock: 27:30 before a clock change is an hour off."""
    times = """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,27:30:00,27:30:00,A,1
        T,27:50:00,27:50:00,B,2
        """
    (call,) = list_calls(open_line(tmp_path, at=at, day=morning, files={"stop_times.txt": times}), "A")
    assert call.departure.scheduled is not None
    assert int(call.departure.scheduled.timestamp()) == to_posix("12:00", evening) + 15 * 3600 + 1800


def test_yesterdays_service_day_is_asked_without_being_told_to(tmp_path: Path) -> None:
    """node-gtfs leaves it out unless asked."""
    assert show(open_line(tmp_path, at="00:01", files={"stop_times.txt": LINE.replace("12:", "24:")}), "B") == [
        "T 00:10 running timetable"
    ]


def test_on_a_loop_an_id_alone_is_not_its_first_visit(tmp_path: Path) -> None:
    """maglev binds to the first stop with that id."""
    loop = LINE.replace("12:30:00,D", "12:30:00,A") + "    T,12:40:00,12:40:00,D,5\n"
    said = update("T", stop(None, "A", departure={"delay": 300}), **TODAY)
    assert show(open_line(tmp_path, said, files={"stop_times.txt": loop}), "A") == [
        "T 12:00 running timetable",
        "T 12:30 running timetable",
    ]


@pytest.mark.parametrize("trip_says", ["", "1"])
def test_a_stop_of_which_nothing_is_said_is_not_accessible_and_not_inaccessible(tmp_path: Path, trip_says: str) -> None:
    """nigiri counts an unknown stop as a yes and an unknown trip as a no."""
    trips = f"route_id,service_id,trip_id,wheelchair_accessible\nR,daily,T,{trip_says}"
    access = list_calls(open_line(tmp_path, files={"trips.txt": trips}), "A")[0].access
    assert access.verdict is Access.UNKNOWN


def test_the_live_vehicle_is_asked_about_access(tmp_path: Path) -> None:
    """Of six engines one lets VehicleDescriptor.wheelchair_accessible overrule the trip."""
    said = {"id": "v", "wheelchair_accessible": "WHEELCHAIR_INACCESSIBLE"}
    trips = "route_id,service_id,trip_id,wheelchair_accessible\nR,daily,T,1"
    entity = update("T", stop(1, departure={"delay": 0}), vehicle=said, **TODAY)
    assert list_calls(open_line(tmp_path, entity, files={"trips.txt": trips}), "A")[0].access.vehicle.value is Access.NO


def test_a_cancelled_trip_is_not_left_out(tmp_path: Path) -> None:
    """OpenTripPlanner leaves cancelled departures out unless asked."""
    assert show_all(tmp_path, update("T", schedule_relationship="CANCELED", **TODAY))[:1] == ["12:00 cancelled live"]


BAD: list[tuple[str, list[Fields], str]] = [
    ("E001", [stop(2, departure={"time": to_posix("12:11") * 1000})], "12:11 running live"),
    ("E002", [stop(3, departure={"delay": 120}), stop(2, departure={"delay": 60})], "12:11 running live"),
    ("E022", [stop(1, departure={"delay": 900}), stop(2, departure={"delay": 0})], "12:15 running live"),
    ("E041", [], "12:10 running timetable"),
    ("E042", [stop(2, departure={"delay": 60}, schedule_relationship="NO_DATA")], "12:10 running timetable"),
    ("E043", [stop(2)], "12:10 running timetable"),
    ("E044", [stop(2, departure={}, arrival={})], "12:10 running timetable"),
    ("E045", [stop(2, "C", departure={"delay": 60})], "12:10 running timetable"),
    ("E011", [stop(2, "nowhere", departure={"delay": 60})], "12:10 running timetable"),
    ("E051", [stop(9, departure={"delay": 60})], "12:10 running timetable"),
]


@pytest.mark.parametrize(("rule", "said", "row"), BAD, ids=[rule for rule, *_ in BAD])
def test_a_fault_that_validators_know_leads_to_no_invented_time(
    tmp_path: Path, rule: str, said: list[Fields], row: str
) -> None:
    """gtfs-realtime-validator's rules, one faulty update each: what B then shows."""
    assert show_all(tmp_path, update("T", *said, **TODAY))[1] == row, rule


def test_of_a_vehicle_that_is_told_twice_one_is_counted(tmp_path: Path) -> None:
    """gtfs-realtime-validator E052."""
    entity = update("T", stop(1, departure={"delay": 60}), vehicle={"id": "v"}, **TODAY)
    asked = ask(open_line(tmp_path, entity, entity), "get_arrivals", stop="test:A")
    assert [call["vehicleId"] for call in asked.data["arrivals"]] == ["v"]
