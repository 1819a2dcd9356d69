"""Feeds that the settings name a source for: a server adds those that its home lacks, while it answers already."""

import asyncio
import logging
from dataclasses import replace

from stopbell_server.app.adding import add_feed
from stopbell_server.app.feed_setup import FeedSetup, resolve_sources
from stopbell_server.app.keys import parse_key
from stopbell_server.app.loading import FLEET_FILE
from stopbell_server.app.opened_feed import Sleep
from stopbell_server.app.registry import find_record
from stopbell_server.domain.clock import Clock
from stopbell_server.domain.errors import FeedBusy, FeedUnavailable, StopbellError, StoreUnreadable
from stopbell_server.feed_settings import FeedSettings
from stopbell_server.home import Home
from stopbell_server.settings import Settings

_log = logging.getLogger(__name__)

_BUSY_S = 10.0
"""Another server of the same home is probably adding the same feed."""
_FIRST_WAIT_S = 60.0
_LONGEST_WAIT_S = 3600.0


async def add_wanted_feeds(home: Home, clock: Clock, settings: Settings, *, sleep: Sleep = asyncio.sleep) -> None:
    """Add each feed that has a source in the settings and is not in the home, or is there from another source.

    Ends when all are there. A source that cannot be reached is tried again, less and less often; what only a
    person can mend is logged once. What the home has is kept until the new is whole; its fleet file and notice stay.
    """
    for name, wanted in settings.feeds.items():
        if wanted.source is not None:
            try:
                await _add_one(home, clock, name, to_setup(wanted, wanted.source), sleep)
            except StopbellError as error:
                _log.warning("feed %s of the settings was not added: %s", name, error)


def to_setup(wanted: FeedSettings, source: str) -> FeedSetup:
    """Give what `feed add` would be told.

    Raises:
        SettingsInvalid: a key is not written NAME=env:VARIABLE.
    """
    keys = (
        *(parse_key(text, "header") for text in wanted.headers),
        *(parse_key(text, "parameter") for text in wanted.parameters),
    )
    return FeedSetup(source, realtime=wanted.realtime, keys=keys)


async def _add_one(home: Home, clock: Clock, name: str, setup: FeedSetup, sleep: Sleep) -> None:
    wait_s = _FIRST_WAIT_S
    while (kept := _find_kept(home, name, setup)) is not None:
        try:
            outcome = await add_feed(home, name, kept, clock=clock, tell=_log.info)
            _log.warning("%s", outcome.lines[0])
            return
        except FeedBusy:
            await sleep(_BUSY_S)
        except FeedUnavailable as error:
            _log.warning("feed %s of the settings is tried again in %.0f s: %s", name, wait_s, error)
            await sleep(wait_s)
            wait_s = min(2 * wait_s, _LONGEST_WAIT_S)


def _find_kept(home: Home, name: str, setup: FeedSetup) -> FeedSetup | None:
    """Give the setup with what is known of the feed beside its sources; None when the feed is there from them."""
    sources = resolve_sources(setup)
    try:
        record = find_record(home, name)
    except StoreUnreadable:
        return setup
    if record is None:
        return setup
    if record.source == sources.timetable and record.realtime == sources.live:
        return None
    fleet = home.feed_folder(name) / FLEET_FILE if record.has_fleet else None
    return replace(setup, notice=record.notice, fleet=fleet)
