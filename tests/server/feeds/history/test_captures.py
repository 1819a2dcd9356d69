"""Real captures: what cities' feeds state is recorded, and what they do not state is not."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.passings import Evidence
from stopbell_server.domain.service_day import parse_service_day
from stopbell_server.feeds.history import KEPT_S
from stopbell_server.timetable.passings import Place, Run, list_passings
from tests.watchedworld import Watched
from tests.worldtext import open_text_world

pytestmark = pytest.mark.corpus

FILES = {"stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nx,08:00:00,08:00:00,a,1"}
NEW_YORK = ("pair-nyct-2024-03/ace-2024-03-19T235907.pb", "pair-nyct-2024-03/ace-2024-03-20T000007.pb")
"""The lines A, C and E, a minute apart, around midnight."""
BUDAPEST, SOFIA = "rt-bkk-2024-03-24/TripUpdates.pb", "rt-sofia-2025-10/trip-updates.pbf"
HALIFAX = ("pair-halifax-2025-11-06/TripUpdates.pb", "pair-halifax-2025-11-06/VehiclePositions.pb")


def replay(tmp_path: Path, corpus: Path, *captures: str) -> tuple[Watched, list[gtfs_realtime_pb2.FeedMessage]]:
    """Hear the captures one after the other, each at its own instant; give what the library reads of them too."""
    watched = Watched(open_text_world(tmp_path, FILES, at="2024-01-01T00:00:00+00:00"))
    messages: list[gtfs_realtime_pb2.FeedMessage] = []
    for capture in captures:
        payload = (corpus / capture).read_bytes()
        messages.append(gtfs_realtime_pb2.FeedMessage.FromString(payload))
        watched.hear_bytes(datetime.fromtimestamp(messages[-1].header.timestamp, UTC), payload)
    return watched, messages


def test_trains_that_moved_within_a_minute_have_passed_and_no_others(tmp_path: Path, corpus: Path) -> None:
    watched, (first, second) = replay(tmp_path, corpus, *NEW_YORK)
    before, after = (
        {one.vehicle.trip.trip_id: one.vehicle for one in feed.entity if one.HasField("vehicle")}
        for feed in (first, second)
    )
    moved: Counter[bool] = Counter()
    for trip in before.keys() & after.keys():
        was, now = before[trip], after[trip]
        if not (was.HasField("current_stop_sequence") and now.HasField("current_stop_sequence")):
            continue
        stops = {was.current_stop_sequence: was.stop_id, now.current_stop_sequence: now.stop_id}
        places = tuple(Place(n, StopId(stops.get(n, f"stop {n}"))) for n in range(1, 80))
        run = Run(TripId(trip), parse_service_day(was.trip.start_date), None, places, None)
        passings = list_passings(watched.view, run, watched.world.now)
        left = {place + 1: passing for place, passing in passings.items() if passing.is_left}

        assert list(left) == list(range(was.current_stop_sequence, now.current_stop_sequence))
        stood = was.current_status == gtfs_realtime_pb2.VehiclePosition.STOPPED_AT
        for passing in left.values():
            assert passing.not_before == datetime.fromtimestamp(was.timestamp, UTC)
            assert passing.not_after == datetime.fromtimestamp(now.timestamp, UTC)
        if left:
            assert left[was.current_stop_sequence].evidence is (Evidence.STOOD if stood else Evidence.SEEN_BEYOND)
        moved[bool(left)] += 1

    assert moved == {True: 14, False: 27}


def test_budapest_records_what_has_passed(tmp_path: Path, corpus: Path) -> None:
    watched, (feed,) = replay(tmp_path, corpus, BUDAPEST)
    header, expected = feed.header.timestamp, Counter[str]()
    for entity in feed.entity:
        update = entity.trip_update
        made = min(update.timestamp or header, header)
        for stop in update.stop_time_update:
            if stop.schedule_relationship in (stop.SKIPPED, stop.NO_DATA):
                continue
            for event in (stop.arrival, stop.departure):
                if event.HasField("uncertainty") and event.uncertainty == 0:
                    expected[update.trip.trip_id] += header - KEPT_S <= event.time <= made

    assert watched.view.history is not None
    recorded = {trip: len(watched.view.history.list_stated(TripId(trip), watched.world.now)) for trip in expected}
    assert recorded == dict(expected)
    assert sum(recorded.values()) > 10_000


def test_sofia_calls_everything_certain_and_so_records_nothing(tmp_path: Path, corpus: Path) -> None:
    watched, (feed,) = replay(tmp_path, corpus, SOFIA)

    assert watched.view.history is not None
    trips = [TripId(entity.trip_update.trip.trip_id) for entity in feed.entity]
    assert not any(watched.view.history.list_stated(trip, watched.world.now) for trip in trips)


@pytest.mark.parametrize("hours", [0, 1])
def test_halifax_says_when_vehicles_were_expected_and_never_that_they_came(
    tmp_path: Path, corpus: Path, hours: int
) -> None:
    watched, (updates, positions) = replay(tmp_path, corpus, *HALIFAX)
    watched.wait(timedelta(hours=hours))

    assert watched.view.history is not None
    trips = [TripId(entity.trip_update.trip.trip_id) for entity in updates.entity]
    trips += [TripId(entity.vehicle.trip.trip_id) for entity in positions.entity]
    for trip in trips:
        assert not watched.view.history.list_stated(trip, watched.world.now)
        for track in watched.view.history.list_tracks(trip, watched.world.now):
            assert {one.sequence for one in track.sightings} == {None}
