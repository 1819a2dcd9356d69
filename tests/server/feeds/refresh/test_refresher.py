"""The loop that keeps live data fresh: over real bytes, with time and chance passed in."""

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from stopbell_server.feeds.fetch import Fetched, Fetcher, FetchFailed, Key, Source, Validators
from stopbell_server.feeds.realtime import FeedSnapshot
from stopbell_server.feeds.refresh import Pace, Refresher
from tests.loopback import Loopback, answer, answer_in_turn, stay_silent
from tests.realtimetext import alert, make_updates, update
from tests.server.feeds.realtime.tiny_store import TinyStore

START = datetime(2026, 9, 5, 12, tzinfo=UTC)
STORE = TinyStore({"t1": "08:00 north", "t2": "08:00 north"})


@dataclass
class Timeline:
    """A clock that only a sleep moves; after so many sleeps it says so and stands still."""

    sleeps: int
    waits: list[float] = field(default_factory=list)
    seconds: float = 0
    is_over: asyncio.Event = field(default_factory=asyncio.Event)

    def now(self) -> datetime:
        return START + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    async def sleep(self, wait_s: float) -> None:
        self.waits.append(round(wait_s, 3))
        if len(self.waits) >= self.sleeps:
            self.is_over.set()
            await asyncio.Event().wait()
        self.seconds += wait_s


@dataclass
class ScriptedFetcher:
    """Gives one outcome after the other for each source; the last one stays."""

    script: dict[str, list[Fetched | Exception]]
    asked: list[tuple[str, Validators]] = field(default_factory=list)

    async def fetch(self, source: Source, validators: Validators) -> Fetched:
        self.asked.append((source.location, validators))
        outcomes = self.script[source.location]
        outcome = outcomes.pop(0) if len(outcomes) > 1 else outcomes[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def feed(seconds: float, *trips: str, etag: str | None = None) -> Fetched:
    payload = make_updates(header=START + timedelta(seconds=seconds), entities=[update(trip) for trip in trips])
    return Fetched(payload, Validators(etag))


def follow(
    fetcher: ScriptedFetcher, sleeps: int, *, drawn: float = 0.5, start: Callable[[Refresher], object] | None = None
) -> tuple[Timeline, list[FeedSnapshot]]:
    """Run the loop until it has slept so often; give its waits and the snapshots it swapped in."""
    snapshots: list[FeedSnapshot] = []

    async def play() -> Timeline:
        timeline = Timeline(sleeps)
        sources = [Source(location) for location in fetcher.script]
        async with Refresher(
            sources,
            fetcher,
            lambda: STORE,
            timeline,
            on_snapshot=snapshots.append,
            draw=lambda: drawn,
            sleep=timeline.sleep,
        ) as refresher:
            running = asyncio.create_task(refresher.run())
            await asyncio.wait_for(timeline.is_over.wait(), 10)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            assert running.cancelled()
        return timeline

    return asyncio.run(play()), snapshots


def list_trips(snapshot: FeedSnapshot) -> list[str | None]:
    return [told.descriptor.trip for told in snapshot.list_all_updates()]


def test_each_fetch_swaps_in_what_is_new() -> None:
    timeline, snapshots = follow(ScriptedFetcher({"live": [feed(0, "t1"), feed(30, "t2")]}), 2)
    assert [list_trips(snapshot) for snapshot in snapshots] == [["t1"], ["t2"]]
    assert timeline.waits == [30, 30]


def test_failures_are_asked_again_later_and_later_and_success_ends_that() -> None:
    lost = FetchFailed("live: no answer in time")
    timeline, snapshots = follow(ScriptedFetcher({"live": [feed(0, "t1"), lost, lost, lost, feed(240, "t2")]}), 6)
    assert timeline.waits == [30, 30, 60, 120, 30, 30]
    assert [list_trips(snapshot) for snapshot in snapshots[:5]] == [["t1"]] * 4 + [["t2"]]
    assert [snapshot.health.sources[0].failure for snapshot in snapshots[:5]] == [None, *[str(lost)] * 3, None]


def test_refused_bytes_count_as_failures() -> None:
    timeline, _ = follow(ScriptedFetcher({"live": [Fetched(b"nothing like it", Validators())]}), 3)
    assert timeline.waits == [30, 60, 120]


def test_the_server_may_ask_for_a_longer_wait() -> None:
    timeline, _ = follow(ScriptedFetcher({"live": [FetchFailed("live: busy", 900)]}), 1, drawn=0)
    assert timeline.waits == [900]


def test_the_validators_of_what_was_taken_are_sent_and_not_modified_keeps_the_data() -> None:
    fetcher = ScriptedFetcher({"live": [feed(0, "t1", etag="a"), Fetched(None, Validators("a"))]})
    _, snapshots = follow(fetcher, 3)
    assert [validators.etag for _, validators in fetcher.asked] == [None, "a", "a"]
    assert [list_trips(snapshot) for snapshot in snapshots] == [["t1"]] * 3
    assert snapshots[-1].updates_time == START


@pytest.mark.parametrize("not_taken", [Fetched(b"bad", Validators("b")), feed(-60, "t2", etag="b")])
def test_bytes_that_were_not_taken_are_asked_for_again(not_taken: Fetched) -> None:
    fetcher = ScriptedFetcher({"live": [feed(0, "t1", etag="a"), not_taken]})
    follow(fetcher, 3)
    assert [validators.etag for _, validators in fetcher.asked] == [None, "a", None]


def test_the_same_bytes_again_are_not_decoded_and_not_younger() -> None:
    fetched = feed(0, "t1")
    _, snapshots = follow(ScriptedFetcher({"live": [fetched, fetched, fetched]}), 3)
    assert len({id(snapshot.states[0].decoded) for snapshot in snapshots}) == 1
    assert [snapshot.states[0].retrieved_time for snapshot in snapshots] == [START] * 3
    assert [snapshot.states[0].sightings for snapshot in snapshots] == [1, 2, 3]


def test_the_same_bytes_after_refused_ones_end_the_failure() -> None:
    good = feed(0, "t1")
    bad = Fetched(b"bad", Validators())
    timeline, snapshots = follow(ScriptedFetcher({"live": [good, bad, bad, good]}), 4)
    assert [snapshot.health.sources[0].failure is None for snapshot in snapshots] == [True, False, False, True]
    assert timeline.waits == [30, 30, 60, 30]


def test_a_frozen_feed_is_told_by_its_bytes_too() -> None:
    _, snapshots = follow(ScriptedFetcher({"live": [feed(0, "t1")]}), 9)
    assert [snapshot.health.sources[0].is_frozen for snapshot in snapshots][-1]


def test_sources_fail_alone() -> None:
    notices = make_updates(header=START, entities=[alert(header="Works")])
    fetcher = ScriptedFetcher(
        {"updates": [FetchFailed("updates: no answer in time")], "alerts": [Fetched(notices, Validators())]}
    )
    _, snapshots = follow(fetcher, 2)
    assert [source.failure for source in snapshots[-1].health.sources] == ["updates: no answer in time", None]
    assert len(snapshots[-1].alerts) == 1


def test_a_fault_of_ours_is_logged_and_the_loop_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        _, snapshots = follow(ScriptedFetcher({"live": [ZeroDivisionError("oops"), feed(30, "t1")]}), 2)
    assert [record.exc_info is not None for record in caplog.records] == [True]
    assert list_trips(snapshots[-1]) == ["t1"]


def refresh_once(sources: list[Source], server: Loopback, timeout_s: float = 5) -> FeedSnapshot:
    async def play() -> FeedSnapshot:
        timeline = Timeline(1)
        async with server, Fetcher(timeline, {}) as fetcher:
            located = [Source(source.location.format(server=server.address), source.keys) for source in sources]
            async with Refresher(located, fetcher, lambda: STORE, timeline) as refresher:
                return await refresher.refresh_once(timeout_s)

    return asyncio.run(play())


def test_one_fetch_of_everything_gives_one_snapshot(tmp_path: Path) -> None:
    (tmp_path / "alerts.pb").write_bytes(make_updates(header=START, entities=[alert(header="Works")]))
    server = Loopback({"/updates": answer(make_updates(header=START, entities=[update("t1")]))})
    snapshot = refresh_once([Source("{server}/updates?key=1"), Source(str(tmp_path / "alerts.pb"))], server)
    assert (list_trips(snapshot), len(snapshot.alerts)) == (["t1"], 1)
    assert [source.source for source in snapshot.health.sources] == [
        f"{server.address}/updates",
        str(tmp_path / "alerts.pb"),
    ]


def test_one_fetch_waits_no_longer_than_told_for_a_slow_source() -> None:
    server = Loopback({"/fast": answer(make_updates(header=START, entities=[update("t1")])), "/slow": stay_silent})
    snapshot = refresh_once([Source("{server}/fast"), Source("{server}/slow")], server, timeout_s=0.5)
    assert list_trips(snapshot) == ["t1"]
    assert [source.failure for source in snapshot.health.sources] == [
        None,
        f"{server.address}/slow: no answer within 0.5 s",
    ]


def test_a_missing_key_is_a_failure_that_names_the_variable() -> None:
    snapshot = refresh_once([Source("{server}/live", (Key("header", "X-Key", "CITY_KEY"),))], Loopback({}))
    (source,) = snapshot.health.sources
    assert source.failure is not None
    assert "CITY_KEY is not set" in source.failure


def test_without_sources_there_is_an_empty_snapshot() -> None:
    assert refresh_once([], Loopback({})).health.sources == ()


def test_the_loop_begins_where_the_one_fetch_ended() -> None:
    async def play() -> None:
        timeline = Timeline(1)
        fetcher = ScriptedFetcher({"live": [feed(0, "t1")]})
        async with Refresher(
            [Source("live")],
            fetcher,
            lambda: STORE,
            timeline,
            pace=Pace(interval_s=10),
            draw=lambda: 0.5,
            sleep=timeline.sleep,
        ) as refresher:
            await refresher.refresh_once()
            running = asyncio.create_task(refresher.run())
            await asyncio.wait_for(timeline.is_over.wait(), 10)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        assert (timeline.waits, len(fetcher.asked)) == ([10], 1)

    asyncio.run(play())


def test_the_timetable_is_asked_off_the_event_loop_and_the_thread_ends() -> None:
    threads: list[str] = []

    def find_store() -> TinyStore:
        threads.append(threading.current_thread().name)
        return STORE

    async def play() -> None:
        fetcher = ScriptedFetcher({"live": [feed(0, "t1")]})
        async with Refresher([Source("live")], fetcher, find_store, Timeline(1)) as refresher:
            await refresher.refresh_once()

    asyncio.run(play())
    assert all(name.startswith("stopbell-live") for name in threads)
    assert threads
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("stopbell-live")]


def test_a_server_that_recovers_is_heard_again() -> None:
    async def play() -> list[str | None]:
        timeline = Timeline(3)
        good = make_updates(header=START, entities=[update("t1")])
        replies = answer_in_turn(answer(status="503 Busy", Retry_After="7"), answer(good))
        async with Loopback({"/live": replies}) as server, Fetcher(timeline, {}) as fetcher:
            source = Source(f"{server.address}/live")
            async with Refresher(
                [source], fetcher, lambda: STORE, timeline, draw=lambda: 0.0, sleep=timeline.sleep
            ) as refresher:
                running = asyncio.create_task(refresher.run())
                await asyncio.wait_for(timeline.is_over.wait(), 10)
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
                assert timeline.waits == [7, 27, 27]
                assert refresher.snapshot is not None
                return list_trips(refresher.snapshot)

    assert asyncio.run(play()) == ["t1"]
