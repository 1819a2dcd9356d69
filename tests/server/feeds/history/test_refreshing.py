"""The record goes with the loop that keeps live data fresh: from snapshot to snapshot, and to the next loop."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import cast

import pytest

from stopbell_server.domain.history import History
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.store import Store
from stopbell_server.feeds.fetch import Fetched, Validators
from stopbell_server.feeds.fetch import Source as Place
from stopbell_server.feeds.history import Recorder
from stopbell_server.feeds.refresh import Refresher
from tests.realtimetext import make_updates, vehicle
from tests.server.feeds.realtime.tiny_store import TinyStore
from tests.server.feeds.refresh.test_refresher import START, ScriptedFetcher, Timeline

TRIPS = {"t1": "15:00 north, 15:10 south"}
OLD, SAME = cast(Store, TinyStore(TRIPS)), cast(Store, TinyStore(TRIPS))
OTHER = cast(Store, TinyStore(TRIPS, version="other"))


def hear(seconds: int, sequence: int) -> Fetched:
    at = START + timedelta(seconds=seconds)
    report = vehicle("7", trip="t1", current_stop_sequence=sequence, timestamp=int(at.timestamp()))
    return Fetched(make_updates(header=at, entities=[report]), Validators(None))


def list_sequences(history: History | None, now: datetime) -> list[int | None]:
    assert history is not None
    return [one.sequence for track in history.list_tracks(TripId("t1"), now) for one in track.sightings]


async def refresh(refresher: Refresher, timeline: Timeline, times: int) -> None:
    for _ in range(times):
        await refresher.refresh_once()
        timeline.seconds += 30


def test_each_refresh_adds_to_the_record() -> None:
    async def play() -> list[list[int | None]]:
        timeline, found = Timeline(1), list[list[int | None]]()
        fetcher = ScriptedFetcher({"live": [hear(0, 1), hear(30, 2), hear(60, 3)]})
        async with Refresher([Place("live")], fetcher, lambda: OLD, timeline) as refresher:
            assert refresher.history is None
            for _ in range(3):
                await refresh(refresher, timeline, 1)
                found.append(list_sequences(refresher.history, timeline.now()))
        return found

    assert asyncio.run(play()) == [[1], [1, 2], [1, 2, 3]]


@pytest.mark.parametrize(("store", "expected"), [(SAME, [1, 2]), (OTHER, [2])], ids=["same", "other"])
def test_the_next_loop_goes_on_with_the_record_of_the_same_timetable_only(
    store: Store, expected: list[int | None]
) -> None:
    async def play() -> list[int | None]:
        timeline = Timeline(1)
        fetcher = ScriptedFetcher({"live": [hear(0, 1), hear(30, 2)]})
        async with (
            Refresher([Place("live")], fetcher, lambda: OLD, timeline) as before,
            Refresher([Place("live")], fetcher, lambda: store, timeline) as after,
        ):
            await refresh(before, timeline, 2)
            await after.go_on_from(before)
            return list_sequences(after.history, timeline.now())

    assert asyncio.run(play()) == expected


def test_a_fault_in_the_record_does_not_take_live_data_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("oops")

    async def play() -> tuple[int, History | None]:
        timeline = Timeline(1)
        async with Refresher([Place("live")], ScriptedFetcher({"live": [hear(0, 1)]}), lambda: OLD, timeline) as one:
            snapshot = await one.refresh_once()
            return len(snapshot.list_all_positions()), one.history

    monkeypatch.setattr(Recorder, "take", fail)
    with caplog.at_level(logging.ERROR):
        assert asyncio.run(play()) == (1, None)
    assert "recording what was observed failed" in caplog.text


def test_a_source_that_brings_nothing_new_is_not_recorded_again() -> None:
    async def play() -> list[int | None]:
        timeline = Timeline(1)
        fetcher = ScriptedFetcher({"live": [hear(0, 1), Fetched(None, Validators(None)), hear(0, 1)]})
        async with Refresher([Place("live")], fetcher, lambda: OLD, timeline) as refresher:
            await refresh(refresher, timeline, 3)
            return list_sequences(refresher.history, timeline.now())

    assert asyncio.run(play()) == [1]
