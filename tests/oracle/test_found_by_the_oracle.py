"""Rules that the product once broke, found by the oracle."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.oracle.comparison import compare_stop
from tests.oracle.live import read_live
from tests.oracle.oracletext import open_text_plan, to_posix
from tests.oracle.product import open_product
from tests.realtimetext import Fields, make_updates, stop, update

EIGHT = "2026-06-01 08:00"
TODAY: Any = {"start_date": "20260601"}
COPY: Any = {
    "schedule_relationship": "DUPLICATED",
    "trip_properties": {"trip_id": "copy", "start_date": "20260601", "start_time": "08:30:00"},
}
TO_B2: Any = {"stop_time_properties": {"assigned_stop_id": "B2"}}


def differ(tmp_path: Path, *entities: Fields, at: str = EIGHT, files: Mapping[str, str] | None = None) -> list[str]:
    """List where the boards of all stops differ."""
    plan = open_text_plan(tmp_path, files)
    product = open_product(tmp_path / "feed.zip", tmp_path / "compiled")
    payload = make_updates(header=to_posix(at), entities=entities)
    live, world = read_live(payload, plan, to_posix(at)), product.open_world([payload], to_posix(at))
    return [line for name in sorted(plan.platforms) for line in compare_stop(plan, live, world, name).differences]


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
