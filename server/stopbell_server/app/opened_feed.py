"""One feed that is open: its timetable, its live part and the task that keeps it fresh."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stopbell_server.app.registry import FeedRecord
from stopbell_server.domain.clock import Clock
from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.domain.freshness import FreshnessLimits
from stopbell_server.domain.withheld import Withheld
from stopbell_server.feeds.fetch import Fetcher
from stopbell_server.feeds.refresh import Pace
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView

if TYPE_CHECKING:
    from stopbell_server.feeds.realtime import FeedSnapshot
    from stopbell_server.feeds.refresh import Refresher

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
    withheld: tuple[Withheld, ...] = ()
    history_s: int = 2 * 3600
    """How long what was observed is kept, in seconds; 0: not at all."""

    def to_view(self) -> FeedView:
        """Give the timetable without a live part."""
        return FeedView(self.store, None, self.fleet, self.record.notice, self.limits, self.withheld)


@dataclass(slots=True)
class OpenedFeed:
    """A feed in use. Its view changes as snapshots arrive; everything else stays until it is closed."""

    parts: FeedParts
    view: FeedView
    refresher: "Refresher | None" = None
    task: "asyncio.Task[None] | None" = field(default=None)

    @property
    def live_problems(self) -> tuple[str, ...]:
        """Why live sources do not deliver, in operator's sentences."""
        snapshot = self.refresher.snapshot if self.refresher else None
        return tuple(source.failure for source in snapshot.health.sources if source.failure) if snapshot else ()

    async def pause(self) -> None:
        """End the task and wait until nothing asks the timetable for the live part any more."""
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
            self.task = None
        if self.refresher is not None:
            await self.refresher.wait_idle()

    def resume(self) -> None:
        """Keep the live part fresh from now on, in a task."""
        if self.refresher is not None:
            name = self.parts.record.name
            self.task = asyncio.create_task(_keep_fresh(name, self.refresher), name=f"live {name}")

    async def stop(self) -> None:
        """End the live part for good; the timetable stays open for answers that are under way."""
        await self.pause()
        if self.refresher is not None:
            self.refresher.close()
            await self.refresher.wait_closed()


async def start_feed(
    parts: FeedParts,
    fetcher: Fetcher,
    clock: Clock,
    *,
    wait_s: float,
    on_view: Callable[[], None],
    sleep: Sleep,
    before: OpenedFeed | None = None,
) -> OpenedFeed:
    """Give the feed with its first live data, and keep that fresh in a task.

    Each live source is fetched once, for at most `wait_s` seconds. But if the feed takes the place of one with
    the same sources, it goes on from what `before` has, without asking anybody; that one is then paused.
    `on_view` is called whenever the view is another.
    """
    opened = OpenedFeed(parts, parts.to_view())
    if not parts.record.realtime:
        return opened
    # Imported here: what reads live data takes longer to import than a feed without it takes to open.
    from stopbell_server.feeds.refresh import Refresher

    def take(snapshot: "FeedSnapshot") -> None:
        opened.view = opened.view.with_snapshot(snapshot, refresher.history)
        on_view()

    refresher = Refresher(
        parts.record.realtime,
        fetcher,
        lambda: parts.store,
        clock,
        on_snapshot=take,
        pace=parts.pace,
        limits=parts.limits,
        kept_s=parts.history_s,
        sleep=sleep,
    )
    opened.refresher = refresher
    try:
        if before is not None and before.parts.record.realtime == parts.record.realtime:
            await _go_on(refresher, before)
        else:
            await refresher.refresh_once(wait_s)
    except BaseException:
        refresher.close()
        await refresher.wait_closed()
        raise
    opened.resume()
    return opened


async def _go_on(refresher: "Refresher", before: OpenedFeed) -> None:
    """Take over the live part; if that fails, the one before keeps it."""
    await before.pause()
    try:
        if before.refresher is not None:
            await refresher.go_on_from(before.refresher)
    except BaseException:
        before.resume()
        raise


async def _keep_fresh(name: str, refresher: "Refresher") -> None:
    try:
        await refresher.run()
    except Exception:
        # One feed's fault must not take the others down; its data now grows old, and answers say so.
        _log.exception("the live data of feed %s stopped by a fault of this program", name)
