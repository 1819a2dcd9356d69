"""The oracle's own predictions: propagation, skipped and cancelled calls, added trips, moved platforms."""

from pathlib import Path
from typing import Any

import pytest

from tests.oracle.oracletext import list_board, to_posix
from tests.realtimetext import Fields, make_updates, stop, update

EIGHT = "2026-06-01 08:00"


def show(tmp_path: Path, *entities: Fields, at: str = EIGHT, of: str = "ABC") -> list[str]:
    realtime = make_updates(header=to_posix(at), entities=entities)
    return [line for place in of for line in list_board(tmp_path, at, stop=place, realtime=realtime)]


def late(sequence: int, delay: int, **fields: Any) -> Fields:
    return stop(sequence, arrival={"delay": delay}, departure={"delay": delay}, **fields)


def test_a_delay_runs_on_and_never_back(tmp_path: Path) -> None:
    assert show(tmp_path, update("T", late(2, 120))) == [
        "T A 08:00 - running timetable",
        "T B 08:11 08:13 running live",
        "T C 08:20 08:22 running live",
    ]


def test_a_time_wins_over_a_delay_and_runs_on_as_one(tmp_path: Path) -> None:
    said = stop(2, departure={"time": to_posix("2026-06-01 08:14"), "delay": 0})
    assert show(tmp_path, update("T", said), of="BC") == [
        "T B 08:11 08:14 running live",
        "T C 08:20 08:23 running live",
    ]


def test_no_data_ends_a_delay(tmp_path: Path) -> None:
    said = [late(1, 60), late(2, 300, schedule_relationship="NO_DATA")]
    assert show(tmp_path, update("T", *said)) == [
        "T A 08:00 08:01 running live",
        "T B 08:11 - running timetable",
        "T C 08:20 - running timetable",
    ]


def test_a_skipped_stop_lets_a_delay_through(tmp_path: Path) -> None:
    said = [late(1, 60), stop(2, schedule_relationship="SKIPPED")]
    assert show(tmp_path, update("T", *said)) == [
        "T A 08:00 08:01 running live",
        "T B 08:11 - skipped live",
        "T C 08:20 08:21 running live",
    ]


def test_a_delay_of_the_trip_holds_until_the_first_stop_with_a_time(tmp_path: Path) -> None:
    assert show(tmp_path, update("T", late(2, 60), delay=300)) == [
        "T A 08:00 08:05 running live",
        "T B 08:11 08:12 running live",
        "T C 08:20 08:21 running live",
    ]


def test_an_update_without_any_time_changes_nothing(tmp_path: Path) -> None:
    said = [late(1, 60), stop(2), stop(3, departure={"uncertainty": 5})]
    assert show(tmp_path, update("T", *said)) == [
        "T A 08:00 08:01 running live",
        "T B 08:11 08:12 running live",
        "T C 08:20 08:21 running live",
    ]


def test_an_arrival_alone_moves_the_departure(tmp_path: Path) -> None:
    assert show(tmp_path, update("T", stop(2, arrival={"delay": 60})), of="B") == ["T B 08:11 08:12 running live"]


def test_a_departure_is_never_before_its_arrival(tmp_path: Path) -> None:
    said = stop(2, arrival={"delay": 300}, departure={"delay": 0})
    assert show(tmp_path, update("T", said), of="B") == ["T B 08:11 08:15 running live"]


def test_times_that_run_backwards_are_held_at_the_time_before(tmp_path: Path) -> None:
    said = [late(1, 0), late(2, 900), late(3, 0)]
    assert show(tmp_path, update("T", *said), of="C") == ["T C 08:20 08:26 running live"]


def test_a_time_by_plan_holds_nothing_back(tmp_path: Path) -> None:
    assert show(tmp_path, update("T", late(3, -900)), at="2026-06-01 08:04", of="BC") == [
        "T B 08:11 - running timetable",
        "T C 08:20 08:05 running live",
    ]


@pytest.mark.parametrize("delay", [12 * 3600 + 1, -12 * 3600 - 1])
def test_more_than_twelve_hours_is_a_wrong_day(tmp_path: Path, delay: int) -> None:
    said = update("T", late(1, 60), late(3, delay), start_date="20260601")
    assert show(tmp_path, said, of="B") == ["T B 08:11 - running timetable"]


def test_a_late_vehicle_stays_on_the_board(tmp_path: Path) -> None:
    assert show(tmp_path, update("T", late(1, 9 * 3600)), at="2026-06-01 17:00", of="B") == [
        "T B 08:11 17:11 running live"
    ]


def test_an_early_vehicle_leaves_the_board(tmp_path: Path) -> None:
    assert show(tmp_path, update("T", late(1, -300)), at="2026-06-01 08:08", of="B") == []


def test_a_trip_that_has_reached_its_end_is_over(tmp_path: Path) -> None:
    """GTFS Realtime reference, TripUpdate: the last stop's arrival in the past puts the whole trip in the past."""
    arrived = update("T", stop(4, arrival={"time": to_posix("2026-06-01 08:07")}))
    assert show(tmp_path, arrived, at="2026-06-01 08:08", of="BC") == []


def test_a_cancelled_trip_is_shown_as_cancelled_whatever_its_stops_say(tmp_path: Path) -> None:
    cancelled = update("T", late(1, 60), schedule_relationship="CANCELED")
    assert show(tmp_path, cancelled, of="BD") == ["T B 08:11 - cancelled live"]


def test_a_deleted_trip_is_not_shown(tmp_path: Path) -> None:
    assert show(tmp_path, update("T", schedule_relationship="DELETED")) == []


def test_a_moved_departure_is_listed_at_both_platforms_and_once_at_the_station(tmp_path: Path) -> None:
    said = late(2, 60, stop_time_properties={"assigned_stop_id": "B2"})
    realtime = make_updates(header=to_posix(EIGHT), entities=[update("T", said)])
    boards = [list_board(tmp_path, EIGHT, stop=place, realtime=realtime) for place in ("B", "B2", "station")]
    assert boards == [["T B2 08:11 08:12 running live"]] * 3


def test_a_new_platform_named_twice_still_binds_by_sequence(tmp_path: Path) -> None:
    said = late(2, 60, stop_id="B2", stop_time_properties={"assigned_stop_id": "B2"})
    assert show(tmp_path, update("T", said), of="B") == ["T B2 08:11 08:12 running live"]


@pytest.mark.parametrize("relationship", ["ADDED", "NEW"])
def test_an_added_trip_has_the_times_it_brings_and_no_plan(tmp_path: Path, relationship: str) -> None:
    times = [to_posix(f"2026-06-01 08:{minute}") for minute in ("05", "15")]
    said = [stop(None, "B", departure={"time": times[0], "delay": 60}), stop(None, "C", arrival={"time": times[1]})]
    added = update("extra", *said, schedule_relationship=relationship, start_date="20260601")
    assert show(tmp_path, added, of="BC") == [
        "extra B - 08:05 added live",
        "T B 08:11 - running timetable",
        "T C 08:20 - running timetable",
    ]


def test_a_replacement_takes_the_place_of_the_planned_stops(tmp_path: Path) -> None:
    times = [to_posix(f"2026-06-01 08:{minute}") for minute in ("05", "15")]
    said = [stop(1, "A", departure={"time": times[0]}), stop(2, "C", arrival={"time": times[1]})]
    replacement = update("T", *said, schedule_relationship="REPLACEMENT", start_date="20260601")
    assert show(tmp_path, replacement) == ["T A - 08:05 running live"]


def test_a_duplicate_runs_beside_its_model_at_its_own_start(tmp_path: Path) -> None:
    new = {"trip_id": "copy", "start_date": "20260601", "start_time": "08:30:00"}
    duplicate = update("T", late(1, 60), schedule_relationship="DUPLICATED", trip_properties=new)
    assert show(tmp_path, duplicate, of="B") == ["T B 08:11 - running timetable", "copy B 08:41 08:42 added live"]


def test_a_cancelled_departure_with_an_added_one_made_for_its_time_is_replaced(tmp_path: Path) -> None:
    time = to_posix("2026-06-01 08:14")
    said = [stop(2, "B", departure={"time": time, "delay": 180}), stop(4, "D", arrival={"time": time + 600})]
    added = update("T_1", *said, schedule_relationship="ADDED", route_id="R")
    cancelled = update("T", schedule_relationship="CANCELED")
    assert show(tmp_path, cancelled, added, of="B") == ["T B 08:11 - replaced live", "T_1 B - 08:14 added live"]
