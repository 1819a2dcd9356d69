"""Importing a feed for its report only."""

from pathlib import Path

from stopbell_server.app.feed_setup import FeedSetup, FeedSources, resolve_sources
from stopbell_server.app.incoming import bring_in, open_incoming_folder
from stopbell_server.app.live_check import check_live
from stopbell_server.app.loading import import_source
from stopbell_server.app.outcome import FeedOutcome, describe_content, list_findings
from stopbell_server.app.progress import ProgressLines, Tell
from stopbell_server.app.registry import get_record, list_feed_names
from stopbell_server.domain.clock import Clock
from stopbell_server.feeds.fetch import Fetcher
from stopbell_server.home import Home
from stopbell_server.store.read import SqliteStore

_AUTHORITY = "checked"
_COMPILED = ".compiled"
"""A folder name that no copy of a source has."""


async def check_feed(home: Home, asked: str, *, clock: Clock, tell: Tell) -> FeedOutcome:
    """Import a source, or that of a loaded feed as it is now, into a folder that goes away, and report.

    Raises:
        FeedUnavailable, FeedRefused, FeedMissing, SettingsInvalid: the source cannot be reached or used.
    """
    sources = _find_sources(home, asked)
    progress = ProgressLines(tell, clock)
    with open_incoming_folder(home) as folder:
        async with Fetcher(clock) as fetcher:
            arrived = await bring_in(sources.timetable, folder, fetcher, progress)
            report = await import_source(arrived.path, _AUTHORITY, folder / _COMPILED, progress)
            store = SqliteStore(report.path)
            try:
                live = await check_live(sources.live, store, fetcher, clock) if sources.live else ()
                lines = (f"{asked} can be loaded: {describe_content(store.info)}", *list_findings(report), *live)
            finally:
                store.close()
    return FeedOutcome(asked, lines, report, is_changed=False)


def _find_sources(home: Home, asked: str) -> FeedSources:
    """Take a name for a loaded feed, if there is one; else for a source."""
    if asked in list_feed_names(home) and not Path(asked).exists():
        record = get_record(home, asked)
        return FeedSources(record.source, record.realtime)
    return resolve_sources(FeedSetup(asked))
