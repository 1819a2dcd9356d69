"""Importing a feed for its report only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from stopbell_server.app.feed_setup import FeedSetup, FeedSources, resolve_sources
from stopbell_server.app.incoming import bring_in, open_incoming_folder
from stopbell_server.app.live_check import check_live
from stopbell_server.app.loading import import_source
from stopbell_server.app.progress import ProgressLines, Tell
from stopbell_server.app.registry import get_record, list_feed_names
from stopbell_server.domain.clock import Clock
from stopbell_server.domain.errors import FeedRefused
from stopbell_server.domain.store import FeedInfo
from stopbell_server.feeds.fetch import Fetcher
from stopbell_server.home import Home
from stopbell_server.store.read import SqliteStore

if TYPE_CHECKING:
    from stopbell_server.feeds.importing import Finding

_AUTHORITY = "checked"
_COMPILED = ".compiled"
"""A folder name that no copy of a source has."""
SOME_PLACES = 3
MOST_PLACES = 1000


@dataclass(frozen=True, slots=True)
class FeedCheck:
    """What checking a source found."""

    asked: str
    today: date
    """In the feed's time zone, or in UTC when it has none."""
    refusal: str | None = None
    """Why it cannot be loaded; None when it can."""
    info: FeedInfo | None = None
    """What an import would hold; None when it is refused."""
    counts: Mapping[str, int] | None = None
    findings: "tuple[Finding, ...]" = ()
    """Worst first. Of a feed that is refused: what was found until then."""
    hidden: int = 0
    """Kinds of findings beyond these."""
    live: tuple[str, ...] = ()
    """What came from the live sources, a sentence each."""

    @property
    def is_over(self) -> bool:
        """Tell whether the timetable ended before today."""
        return self.info is not None and self.info.last_day is not None and self.info.last_day < self.today

    @property
    def is_to_come(self) -> bool:
        """Tell whether the timetable begins after today."""
        return self.info is not None and self.info.first_day is not None and self.info.first_day > self.today


async def check_feed(home: Home, asked: str, *, clock: Clock, tell: Tell, most_places: int = SOME_PLACES) -> FeedCheck:
    """Import a source, or that of a loaded feed as it is now, into a folder that goes away, and report.

    That the source is refused is an answer. `most_places` of each fault are named.

    Raises:
        FeedUnavailable, FeedMissing, SettingsInvalid: the source cannot be reached, so nothing is known of it.
    """
    sources = _find_sources(home, asked)
    progress = ProgressLines(tell, clock)
    try:
        return await _check(home, asked, sources, clock, progress, most_places)
    except FeedRefused as error:
        findings = getattr(error, "findings", ())
        hidden = getattr(error, "hidden", 0)
        return FeedCheck(asked, clock.now().date(), str(error), findings=findings, hidden=hidden)


async def _check(
    home: Home, asked: str, sources: FeedSources, clock: Clock, progress: ProgressLines, most_places: int
) -> FeedCheck:
    with open_incoming_folder(home) as folder:
        async with Fetcher(clock) as fetcher:
            arrived = await bring_in(sources.timetable, folder, fetcher, progress)
            report = await import_source(arrived.path, _AUTHORITY, folder / _COMPILED, progress, most_places)
            store = SqliteStore(report.path)
            try:
                live = await check_live(sources.live, store, fetcher, clock) if sources.live else ()
                info = store.info
            finally:
                store.close()
    today = clock.now().astimezone(info.zone).date()
    return FeedCheck(asked, today, None, info, report.counts, report.findings, report.hidden_findings, live)


def _find_sources(home: Home, asked: str) -> FeedSources:
    """Take a name for a loaded feed, if there is one; else for a source."""
    if asked in list_feed_names(home) and not Path(asked).exists():
        record = get_record(home, asked)
        return FeedSources(record.source, record.realtime)
    return resolve_sources(FeedSetup(asked))
