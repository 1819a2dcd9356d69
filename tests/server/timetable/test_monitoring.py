"""When a journey is monitored, and when that has ended: one rule, and nothing is deleted by it."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.monitoring import MentionedBy, Monitoring, MonitoringState
from stopbell_server.timetable.dated_trip import to_dated_trip
from stopbell_server.timetable.monitoring import find_monitoring
from stopbell_server.timetable.passings import to_run
from tests.realtimetext import stop, update, vehicle
from tests.watchedworld import Watched
from tests.worldtext import open_text_world

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)
DAY = "20261130"
FILES = {
    "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        A,12:00:00,12:00:00,oak,1
        A,12:20:00,12:20:00,zoo,2
        B,12:10:00,12:10:00,oak,1
        B,12:30:00,12:30:00,zoo,2
        """,
}
MONITORED, LOST, ENDED, NOT = (
    MonitoringState.MONITORED,
    MonitoringState.LOST,
    MonitoringState.ENDED,
    MonitoringState.NOT_MONITORED,
)
A = update("A", stop(2, arrival={"delay": 60}), start_date=DAY)
B = update("B", stop(2, arrival={"delay": 60}), start_date=DAY)


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(open_text_world(tmp_path, FILES, at=NOON.isoformat()))


def watch(watched: Watched, trip: str = "A", day: date = date(2026, 11, 30)) -> Monitoring:
    found = watched.view.store.find_trip(TripId(trip))
    assert found is not None
    return find_monitoring(watched.view, to_run(to_dated_trip(watched.view.store, found, day)), watched.world.now)


def follow(watched: Watched, *minutes: float) -> list[MonitoringState]:
    """Give the state that many minutes after noon, with nothing more heard."""
    states: list[MonitoringState] = []
    for minute in minutes:
        watched.wait(NOON + timedelta(minutes=minute) - watched.world.now)
        states.append(watch(watched).state)
    return states


def test_while_its_source_is_silent_it_is_lost_and_after_half_an_hour_it_has_ended(watched: Watched) -> None:
    watched.hear(NOON, A)

    assert follow(watched, 0, 3, 3.1, 30, 30.1, 120, 120.1) == [MONITORED, MONITORED, LOST, LOST, ENDED, ENDED, NOT]


def test_when_its_source_goes_on_without_it_it_has_ended_after_three_minutes(watched: Watched) -> None:
    watched.hear(NOON, A, B)
    watched.hear(NOON + timedelta(seconds=30), B)

    assert follow(watched, 1, 3, 3.1, 120, 120.1) == [MONITORED, MONITORED, ENDED, ENDED, NOT]


def test_what_is_spoken_of_again_is_monitored_again(watched: Watched) -> None:
    watched.hear(NOON, A, B)
    watched.hear(NOON + timedelta(minutes=1), B)
    assert follow(watched, 10) == [ENDED]

    watched.hear(NOON + timedelta(minutes=11), A, B)
    assert follow(watched, 11) == [MONITORED]


def test_the_last_word_is_told_with_its_time(watched: Watched) -> None:
    report = vehicle(
        "7",
        trip={"trip_id": "A", "start_date": DAY},
        current_stop_sequence=2,
        current_status="STOPPED_AT",
        timestamp=int(NOON.timestamp()) - 20,
    )
    watched.hear(NOON, report, B)
    watched.hear(NOON + timedelta(minutes=10), B)

    found = watch(watched)
    assert (found.state, found.mentioned, found.mentioned_by) == (
        ENDED,
        NOON - timedelta(seconds=20),
        MentionedBy.VEHICLE,
    )
    assert (found.sighting_index, found.kept_until) == (1, NOON - timedelta(seconds=20) + timedelta(hours=2))


def test_a_cancelled_journey_is_spoken_of(watched: Watched) -> None:
    watched.hear(NOON, update("A", start_date=DAY, schedule_relationship="CANCELED"))

    assert watch(watched).state is MONITORED


def test_a_journey_that_was_never_spoken_of_is_not_monitored(watched: Watched) -> None:
    watched.hear(NOON, B)

    assert watch(watched).state is NOT
    assert watch(watched, "B", date(2026, 12, 1)).state is NOT


def test_a_word_from_the_future_is_none(watched: Watched) -> None:
    watched.hear(NOON, A)
    watched.world = watched.wait(timedelta(hours=-1))

    assert watch(watched).state is NOT


def test_without_a_record_it_ends_all_the_same(tmp_path: Path) -> None:
    watched = Watched(open_text_world(tmp_path, FILES, at=NOON.isoformat()), kept_s=0)
    watched.hear(NOON, A, B)

    assert follow(watched, 3, 29, 31) == [MONITORED, LOST, NOT]
