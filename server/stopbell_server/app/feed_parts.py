"""Opening what is stored of a feed; a version that this program cannot read is made again from the kept source."""

import logging
from pathlib import Path

from stopbell_server.app.loading import FLEET_FILE, Loaded, find_kept_source, import_source, publish
from stopbell_server.app.opened_feed import FeedParts
from stopbell_server.app.progress import ProgressLines
from stopbell_server.app.registry import FeedRecord, get_record
from stopbell_server.domain.clock import Clock
from stopbell_server.domain.errors import FeedMissing, StopbellError, StoreUnreadable
from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.feeds.fleet import read_fleet
from stopbell_server.feeds.refresh import Pace
from stopbell_server.home import Home
from stopbell_server.settings import Settings
from stopbell_server.store.library import Library
from stopbell_server.store.read import SqliteStore
from stopbell_server.store.schema import IMPORTER_VERSION

_log = logging.getLogger(__name__)


def find_mark(home: Home, name: str) -> tuple[int, ...]:
    """Give numbers that change whenever the feed's entry, fleet or current version does."""
    folder = home.feed_folder(name)
    return tuple(number for file in ("feed.json", "current", FLEET_FILE) for number in _identify(folder / file))


async def load_parts(home: Home, name: str, settings: Settings, clock: Clock) -> FeedParts:
    """Open a feed's current version with its fleet and settings.

    Raises:
        StopbellError: one of them cannot be used; the message says which and what to do.
    """
    record = get_record(home, name)
    fleet = read_fleet(home.feed_folder(name) / FLEET_FILE) if record.has_fleet else FleetRegistry()
    feed_settings = settings.for_feed(name)
    return FeedParts(
        record=record,
        store=await open_store(home, record, clock),
        fleet=fleet,
        limits=feed_settings.to_limits(),
        pace=Pace(interval_s=feed_settings.poll_s),
        withheld=feed_settings.withhold,
        history_s=int(feed_settings.history_minutes * 60),
    )


async def open_store(home: Home, record: FeedRecord, clock: Clock) -> SqliteStore:
    """Open the current version; if it is damaged or an older program made it, import the kept source again.

    Raises:
        FeedBusy: another process is importing it now.
        StopbellError: it can neither be opened nor made again.
    """
    library = Library(home.feeds_folder)
    store: SqliteStore | None = None
    try:
        store = library.open_current(record.name)
    except (StoreUnreadable, FeedMissing) as error:
        _log.warning("feed %s is imported again from its kept source: %s", record.name, error)
    if store is not None and record.importer == IMPORTER_VERSION:
        return store
    try:
        await _import_again(home, library, record, clock)
    except StopbellError as error:
        if store is None:
            raise
        _log.warning("feed %s stays as an older version of this program made it: %s", record.name, error)
        return store
    if store is not None:
        store.close()
    return library.open_current(record.name)


async def _import_again(home: Home, library: Library, record: FeedRecord, clock: Clock) -> None:
    kept = find_kept_source(home, record)
    if kept is None:
        raise StoreUnreadable(
            f"The timetable of feed {record.name!r} cannot be read and its source was not kept; "
            f"load it again with `stopbell feed update {record.name}`."
        )
    with library.lock(record.name, "importing it again"):
        target = library.versions_folder(record.name)
        report = await import_source(kept, record.name, target, ProgressLines(_log.info, clock))
        publish(home, library, record, Loaded(report, record.kept))


def _identify(path: Path) -> tuple[int, int]:
    """Give the file's time and number: some file systems count time in steps that two changes fit into."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_ino
