"""Serving the feeds of a home over standard input and output."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from stopbell_server.app.live_world import LiveWorld, open_world
from stopbell_server.domain.clock import Clock
from stopbell_server.home import Home
from stopbell_server.server import build_server
from stopbell_server.settings import Settings
from stopbell_server.transport.stdio import serve_stdio

_log = logging.getLogger(__name__)


async def serve_home(home: Home, clock: Clock, settings: Settings) -> None:
    """Serve one client until it closes the input. What is wrong with feeds is logged; the others answer."""
    async with open_reported(home, clock, settings) as live:
        await serve_stdio(build_server(live, language=settings.language))


@asynccontextmanager
async def open_reported(home: Home, clock: Clock, settings: Settings) -> AsyncGenerator[LiveWorld]:
    """Open all feeds of the home as `open_world` does, and log what is wrong with any."""
    async with open_world(home, clock, settings) as live:
        for problem in (*live.problems, *live.live_problems):
            _log.warning("feed %s: %s", problem.feed, problem.sentence)
        yield live
