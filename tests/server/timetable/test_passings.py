"""A stop is passed when somebody said so: never because a time went by, and never against a newer word."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.passings import Evidence, Passing
from stopbell_server.timetable.dated_trip import to_dated_trip
from stopbell_server.timetable.passings import Run, list_passings, to_run
from tests.realtimetext import stop, update, vehicle
from tests.watchedworld import Watched
from tests.worldtext import open_text_world

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)
"""12:00 in Kyiv."""
DAY = "20261130"
FILES = {
    "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        A,12:00:00,12:00:00,oak,1
        A,12:05:00,12:05:00,elm,2
        A,12:10:00,12:10:00,fir,3
        A,12:15:00,12:15:00,oak,4
        A,12:20:00,12:20:00,zoo,5
        """,
}
Entity = dict[str, Any]


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(open_text_world(tmp_path, FILES, at=NOON.isoformat()))


def report(at: int, sequence: int, status: str = "IN_TRANSIT_TO", *, bus: str = "7", day: str | None = DAY) -> Entity:
    trip = {"trip_id": "A"} | ({} if day is None else {"start_date": day})
    made = int(NOON.timestamp()) + at
    return vehicle(bus, trip=trip, current_stop_sequence=sequence, current_status=status, timestamp=made)


def hear(watched: Watched, *reports: tuple[int, Entity]) -> None:
    """Hear one report after the other, each ten seconds after it was made."""
    for at, entity in reports:
        watched.hear(NOON + timedelta(seconds=at + 10), entity)


def to_a_run(watched: Watched, day: date = date(2026, 11, 30)) -> Run:
    trip = watched.view.store.find_trip(TripId("A"))
    assert trip is not None
    return to_run(to_dated_trip(watched.view.store, trip, day))


def look(watched: Watched, day: date = date(2026, 11, 30)) -> dict[int, Passing]:
    return dict(list_passings(watched.view, to_a_run(watched, day), watched.world.now))


def at(seconds: int) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_standing_at_a_stop_and_then_being_further_on_is_a_passing(watched: Watched) -> None:
    hear(watched, *((s, report(s, 2, "STOPPED_AT")) for s in (300, 330)), (360, report(360, 3)))

    assert look(watched) == {
        1: Passing(Evidence.STOOD, stood_from=at(300), stood_until=at(330), not_before=at(330), not_after=at(360)),
    }


def test_going_to_a_stop_and_then_to_a_later_one_is_a_passing_without_a_halt(watched: Watched) -> None:
    hear(watched, (300, report(300, 2)), (420, report(420, 4)))

    expected = Passing(Evidence.SEEN_BEYOND, not_before=at(300), not_after=at(420))
    assert look(watched) == {1: expected, 2: expected}


def test_one_report_from_beyond_does_not_say_that_it_passed(watched: Watched) -> None:
    hear(watched, (300, report(300, 3)))

    assert look(watched) == {}


def test_a_time_that_goes_by_is_no_passing(watched: Watched) -> None:
    hear(watched, (0, update("A", stop(2, departure={"time": int(at(300).timestamp())}), start_date=DAY)))
    watched.wait(timedelta(hours=1))

    assert look(watched) == {}


def test_standing_there_is_to_have_come_and_not_to_have_left(watched: Watched) -> None:
    hear(watched, (300, report(300, 2, "STOPPED_AT")))

    passing = look(watched)[1]
    assert (passing.came_by, passing.is_left) == (at(300), False)


def test_a_later_report_from_further_back_takes_the_passing_away(watched: Watched) -> None:
    hear(watched, (300, report(300, 2)), (330, report(330, 4)), (360, report(360, 2)))
    assert look(watched) == {}

    hear(watched, (390, report(390, 3)))
    assert look(watched) == {1: Passing(Evidence.SEEN_BEYOND, not_before=at(360), not_after=at(390))}


def test_a_loop_is_told_apart_by_its_sequence(watched: Watched) -> None:
    hear(watched, (0, report(0, 1, "STOPPED_AT")), (60, report(60, 2)))

    assert list(look(watched)) == [0]


def test_a_stop_that_is_called_at_twice_is_none_without_a_sequence(watched: Watched) -> None:
    def by_stop(seconds: int, name: str) -> Entity:
        trip = {"trip_id": "A", "start_date": DAY}
        return vehicle(
            "7", trip=trip, stop_id=name, current_status="STOPPED_AT", timestamp=int(at(seconds).timestamp())
        )

    hear(watched, (0, by_stop(0, "oak")), (300, by_stop(300, "elm")), (600, by_stop(600, "fir")))

    assert list(look(watched)) == [1, 2]


def test_a_report_of_another_day_says_nothing_of_this_one(watched: Watched) -> None:
    hear(watched, (300, report(300, 2, day="20261129")), (360, report(360, 3, day="20261129")))

    assert look(watched) == {}
    assert list(look(watched, date(2026, 11, 29))) == [1]


def test_a_report_without_a_day_is_of_the_run_that_is_under_way(watched: Watched) -> None:
    hear(watched, (300, report(300, 2, day=None)), (360, report(360, 3, day=None)))

    assert list(look(watched)) == [1]
    assert look(watched, date(2026, 12, 1)) == {}


def test_a_second_vehicle_that_is_still_to_come_has_not_passed(watched: Watched) -> None:
    for seconds in (300, 360, 420):
        watched.hear(at(seconds + 10), report(seconds, seconds // 60 - 3), report(seconds, 1, bus="8"))
    assert look(watched) == {}

    watched.wait(timedelta(minutes=31))
    assert list(look(watched)) == [1, 2]


def certain(seconds: int, **sequences: int) -> Entity:
    """Give an update made then; a sequence s2=300 left at 300 seconds for certain."""
    stops = [
        stop(int(name[1:]), departure={"time": int(at(left).timestamp()), "uncertainty": 0})
        for name, left in sequences.items()
    ]
    return update("A", *stops, start_date=DAY, timestamp=int(at(seconds).timestamp()))


def test_a_time_that_the_feed_recorded_is_exact(watched: Watched) -> None:
    hear(watched, (400, certain(400, s1=10, s2=310)))

    assert look(watched) == {
        0: Passing(Evidence.RECORDED, departed=at(10)),
        1: Passing(Evidence.RECORDED, departed=at(310)),
    }


def test_what_the_feed_recorded_stands_beside_what_the_vehicle_reported(watched: Watched) -> None:
    hear(watched, (300, report(300, 2, "STOPPED_AT")), (360, report(360, 3)), (400, certain(400, s2=325)))

    passing = look(watched)[1]
    assert (passing.evidence, passing.departed, passing.stood_from) == (Evidence.RECORDED, at(325), at(300))


def test_without_a_record_nothing_was_observed(tmp_path: Path) -> None:
    world = open_text_world(tmp_path, FILES, at=NOON.isoformat())

    assert look(Watched(world)) == {}
