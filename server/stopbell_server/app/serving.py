"""Serving the feeds of a home over standard input and output."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from stopbell_server.app.live_world import LiveWorld, open_world
from stopbell_server.app.registry import list_feed_names
from stopbell_server.domain.clock import Clock
from stopbell_server.home import Home
from stopbell_server.server import build_server
from stopbell_server.settings import Settings
from stopbell_server.transport.stdio import serve_stdio

_log = logging.getLogger(__name__)

_MORE_S = 1.0
"""Feeds wait for their live data as long as the settings say; so much longer, and they are there with or without it."""


async def serve_home(home: Home, clock: Clock, settings: Settings) -> None:
    """Serve one client until it closes the input. What is wrong with feeds is logged; the others answer."""
    async with open_reported(home, clock, settings) as live:
        await serve_stdio(build_server(live, language=settings.language, contract=settings.contract))


@asynccontextmanager
async def open_reported(home: Home, clock: Clock, settings: Settings) -> AsyncGenerator[LiveWorld]:
    """Open all feeds of the home as `open_world` does, log what is wrong with any, and add those it lacks.

    Hosts give up on a server that is silent: so it answers after a while even if a feed is not there yet.
    """
    async with open_world(home, clock, settings, wait_s=settings.live_wait_s + _MORE_S) as live:
        for problem in (*live.problems, *live.live_problems):
            _log.warning("feed %s: %s", problem.feed, problem.sentence)
        if live.loading:
            _log.warning("still loading: %s; answers say so until then", ", ".join(live.loading))
        wanted = asyncio.create_task(_add_wanted(live, home, clock, settings), name="add the feeds of the settings")
        try:
            yield live
        finally:
            wanted.cancel()
            with suppress(asyncio.CancelledError):
                await wanted


async def _add_wanted(live: LiveWorld, home: Home, clock: Clock, settings: Settings) -> None:
    wanted = [name for name, feed in settings.feeds.items() if feed.source is not None]
    if not wanted:
        return
    live.expect(wanted)
    # Imported here: what adds feeds takes longer to import than a start may take.
    from stopbell_server.app.wanted_feeds import add_wanted_feeds

    try:
        await add_wanted_feeds(home, clock, settings)
    except Exception:
        _log.exception("adding the feeds of the settings failed; the others answer")
    # What was added is taken in at the next look at the home; what could not be has been logged.
    there = list_feed_names(home)
    live.expect(name for name in wanted if name in there)
