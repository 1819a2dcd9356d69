"""One feed that is open: its timetable, its live part and the task that keeps it fresh."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from stopbell_server.app.registry import FeedRecord
from stopbell_server.domain.clock import Clock
from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.domain.freshness import FreshnessLimits
from stopbell_server.feeds.fetch import Fetcher
from stopbell_server.feeds.realtime import FeedSnapshot
from stopbell_server.feeds.refresh import Pace, Refresher
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView

_log = logging.getLogger(__name__)

Sleep = Callable[[float], Awaitable[object]]
"""Waits so many seconds."""


@dataclass(frozen=True, slots=True)
class FeedParts:
    """What a feed is made of before its live part begins."""

    record: FeedRecord
    store: SqliteStore
    fleet: FleetRegistry
    limits: FreshnessLimits
    pace: Pace

    def to_view(self, snapshot: FeedSnapshot | None) -> FeedView:
        """Pair the timetable with one snapshot."""
        return FeedView(self.store, snapshot, self.fleet, self.record.notice, self.limits)


@dataclass(slots=True)
class OpenedFeed:
    """A feed in use. Its view changes as snapshots arrive; everything else stays until it is closed."""

    parts: FeedParts
    view: FeedView
    refresher: Refresher | None = None
    task: "asyncio.Task[None] | None" = field(default=None)

    @property
    def live_problems(self) -> tuple[str, ...]:
        """Why live sources do not deliver, in operator's sentences."""
        snapshot = self.refresher.snapshot if self.refresher else None
        return tuple(source.failure for source in snapshot.health.sources if source.failure) if snapshot else ()

    async def stop(self) -> None:
        """End the live part; the timetable stays open for answers that are under way."""
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
        if self.refresher is not None:
            self.refresher.close()


async def start_feed(
    parts: FeedParts,
    fetcher: Fetcher,
    clock: Clock,
    *,
    wait_s: float,
    on_view: Callable[[], None],
    sleep: Sleep,
) -> OpenedFeed:
    """Fetch each live source once, for at most `wait_s` seconds, then keep them fresh in a task.

    `on_view` is called whenever the view is another.
    """
    opened = OpenedFeed(parts, parts.to_view(None))
    if not parts.record.realtime:
        return opened

    def take(snapshot: FeedSnapshot) -> None:
        opened.view = parts.to_view(snapshot)
        on_view()

    refresher = Refresher(
        parts.record.realtime,
        fetcher,
        lambda: parts.store,
        clock,
        on_snapshot=take,
        pace=parts.pace,
        limits=parts.limits,
        sleep=sleep,
    )
    opened.refresher = refresher
    try:
        await refresher.refresh_once(wait_s)
    except BaseException:
        refresher.close()
        raise
    opened.task = asyncio.create_task(_keep_fresh(parts.record.name, refresher), name=f"live {parts.record.name}")
    return opened


async def _keep_fresh(name: str, refresher: Refresher) -> None:
    try:
        await refresher.run()
    except Exception:
        # One feed's fault must not take the others down; its data now grows old, and answers say so.
        _log.exception("the live data of feed %s stopped by a fault of this program", name)
