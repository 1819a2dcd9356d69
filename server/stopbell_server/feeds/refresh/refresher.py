"""Keeps the live part of one feed fresh: fetches its sources, decodes off the event loop, swaps one snapshot."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import random
from types import TracebackType
from typing import Self

from stopbell_server.domain.clock import Clock
from stopbell_server.domain.errors import StopbellError
from stopbell_server.domain.freshness import DEFAULT_FRESHNESS, FreshnessLimits
from stopbell_server.domain.history import History
from stopbell_server.domain.store import Store
from stopbell_server.feeds.fetch import NO_VALIDATORS, Fetched, Fetcher, FetchFailed, Source
from stopbell_server.feeds.history import KEPT_S, Recorder
from stopbell_server.feeds.realtime import FeedSnapshot, Retrieval, build_snapshot, receive
from stopbell_server.feeds.refresh.memory import RefreshMemory
from stopbell_server.feeds.refresh.pace import STEADY, Pace

_log = logging.getLogger(__name__)


class Refresher:
    """The live part of one feed. Each source fails alone: its last good data stays, and its age grows."""

    def __init__(
        self,
        sources: Sequence[Source],
        fetcher: Fetcher,
        find_store: Callable[[], Store],
        clock: Clock,
        *,
        on_snapshot: Callable[[FeedSnapshot], None] | None = None,
        pace: Pace = STEADY,
        limits: FreshnessLimits = DEFAULT_FRESHNESS,
        kept_s: int = KEPT_S,
        draw: Callable[[], float] = random,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Follow these sources.

        `find_store` gives the current timetable and is asked in a worker thread; `on_snapshot` is called on
        the event loop with each new snapshot. What was observed is kept for `kept_s`. `draw` gives chance from 0 to 1
        for the jitter. The fetcher must be entered for as long as this is used.
        """
        self._sources = tuple(sources)
        self._fetcher = fetcher
        self._find_store = find_store
        self._clock = clock
        self._on_snapshot = on_snapshot
        self._pace = pace
        self._limits = limits
        self._draw = draw
        self._sleep = sleep
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="stopbell-live")
        self._memory = RefreshMemory(Recorder(kept_s))

    @property
    def snapshot(self) -> FeedSnapshot | None:
        """The latest snapshot; None before the first fetch has ended, well or not."""
        return self._memory.snapshot

    @property
    def history(self) -> History | None:
        """What was observed until the latest snapshot; None when nothing is kept, or nothing has arrived."""
        return self._memory.history

    async def __aenter__(self) -> Self:
        """Start; nothing is fetched yet."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the worker thread go and wait until it has."""
        self.close()
        await self.wait_closed()

    def close(self) -> None:
        """Let the worker thread go; what it is doing ends unheard. Cancel `run` before."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def wait_closed(self) -> None:
        """Wait until the worker thread has ended, and with it the last question to the timetable."""
        await asyncio.to_thread(self._worker.shutdown)

    async def wait_idle(self) -> None:
        """Wait until the worker thread has done what it was told so far. Cancel `run` before."""
        await asyncio.get_running_loop().run_in_executor(self._worker, lambda: None)

    async def go_on_from(self, other: "Refresher") -> FeedSnapshot:
        """Take over what another, idle one of the same sources has, joined to this one's timetable; nothing is fetched.

        The last good data, what identifies it, the failures in a row and when each source is due go on, so that
        another timetable neither loses live data, nor asks a server that wants rest, nor steps back in time.
        """
        self._memory = other._memory.to_other_timetable()  # noqa: SLF001 # one of its own kind
        return await self._take()

    async def refresh_once(self, timeout_s: float = 20) -> FeedSnapshot:
        """Fetch every source once, all at the same time, and give what is known by then.

        Returns after `timeout_s` at the latest (and the decoding of what had arrived); sources that were
        slower count as failed.
        """
        tasks = {number: asyncio.create_task(self._refresh(number)) for number in range(len(self._sources))}
        try:
            if tasks:
                await asyncio.wait(tasks.values(), timeout=timeout_s)
        finally:
            late = [number for number, task in tasks.items() if task.cancel()]
            await asyncio.gather(*tasks.values(), return_exceptions=True)
        for number in late:
            shown = self._sources[number].shown
            await self._note_failure(number, f"{shown}: no answer within {timeout_s:g} s")
        return self.snapshot or await self._take()

    async def run(self) -> None:
        """Fetch each source again and again, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for number in range(len(self._sources)):
                group.create_task(self._follow(number))

    async def _follow(self, number: int) -> None:
        while True:
            wait_s = self._memory.due.get(number, 0) - self._clock.monotonic()
            if number in self._memory.due and wait_s > 0:
                await self._sleep(wait_s)
            await self._refresh(number)

    async def _refresh(self, number: int) -> None:
        """Fetch one source, take what it brought into the snapshot, and set when it is due again."""
        source = self._sources[number]
        retry_after_s: float | None = None
        failure: str | None = None
        try:
            fetched = await self._fetcher.fetch(source, self._memory.validators.get(number, NO_VALIDATORS))
            await asyncio.get_running_loop().run_in_executor(self._worker, self._digest, number, fetched)
            self._tell()
        except StopbellError as error:
            failure = str(error)
            retry_after_s = error.retry_after_s if isinstance(error, FetchFailed) else None
        except Exception:
            _log.exception("refreshing %s failed by a fault of this program", source.shown)
            failure = f"{source.shown}: a fault of this program; see the log"
        if failure is not None:
            await self._note_failure(number, failure)
        wait_s = self._pace.find_wait(self._memory.failures.get(number, 0), retry_after_s, self._draw)
        self._memory.due[number] = self._clock.monotonic() + wait_s

    async def _note_failure(self, number: int, failure: str) -> None:
        """Keep the last good data and say why there is no newer."""
        self._memory.failures[number] = self._memory.failures.get(number, 0) + 1
        source = self._sources[number]
        retrieval = Retrieval(source.shown, self._clock.now(), failure=failure, number=number, carries=source.carries)
        try:
            await self._take(retrieval)
        except StopbellError as error:
            _log.warning("the live data cannot be joined to the timetable: %s", error)

    async def _take(self, *retrievals: Retrieval) -> FeedSnapshot:
        snapshot = await asyncio.get_running_loop().run_in_executor(self._worker, self._build, *retrievals)
        self._tell()
        return snapshot

    def _digest(self, number: int, fetched: Fetched) -> None:
        """Decode and build, in the worker thread; one thread, so that every build sees the one before."""
        shown, now = self._sources[number].shown, self._clock.now()
        is_known = fetched.payload is not None and fetched.payload == self._memory.payloads.get(number)
        if fetched.payload is None or is_known:
            # The same bytes are not decoded again: they say no more than "not modified" does.
            retrieval = Retrieval(shown, now, number=number)
        else:
            retrieval = receive(fetched.payload, shown, now, number, self._sources[number].carries)
        snapshot = self._build(retrieval)
        self._memory.failures[number] = self._memory.failures.get(number, 0) + 1 if retrieval.failure else 0
        # Bytes that were not taken must be sent again: "not modified" would hide that they were refused.
        is_taken = all(state.failure is None for state in snapshot.states if state.number == number)
        self._memory.validators[number] = fetched.validators if is_taken else NO_VALIDATORS
        if is_taken and fetched.payload is not None:
            self._memory.payloads[number] = fetched.payload

    def _build(self, *retrievals: Retrieval) -> FeedSnapshot:
        store = self._find_store()
        snapshot = build_snapshot(retrievals, store, self.snapshot, self._limits)
        self._memory.history = self._record(snapshot, store)
        self._memory.snapshot = snapshot
        return snapshot

    def _record(self, snapshot: FeedSnapshot, store: Store) -> History | None:
        try:
            return self._memory.recorder.take(snapshot, store.info.version, self._clock.now())
        except Exception:
            # Riders need the live data more than what was: it goes on without.
            _log.exception("recording what was observed failed by a fault of this program")
            return None

    def _tell(self) -> None:
        if self._on_snapshot is not None and self.snapshot is not None:
            self._on_snapshot(self.snapshot)
