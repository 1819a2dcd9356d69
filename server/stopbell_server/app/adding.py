"""Adding a feed, or replacing the one of that name; what was there before stays until the new one is whole."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

from stopbell_server.app.feed_setup import FeedSetup, FeedSources, resolve_sources
from stopbell_server.app.incoming import Incoming, bring_in, open_incoming_folder
from stopbell_server.app.live_check import check_live
from stopbell_server.app.loading import FLEET_FILE, Loaded, load_source, publish
from stopbell_server.app.outcome import FeedOutcome, describe_content, list_findings
from stopbell_server.app.progress import ProgressLines, Tell
from stopbell_server.app.registry import FeedRecord, check_feed_name, find_record
from stopbell_server.app.tidying import clear_folder, tidy_home
from stopbell_server.domain.clock import Clock
from stopbell_server.domain.errors import FeedUnavailable, StoreUnreadable
from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.feeds.fetch import Fetcher
from stopbell_server.feeds.fleet import read_fleet
from stopbell_server.home import Home, write_private
from stopbell_server.store.library import Library


async def add_feed(home: Home, name: str, setup: FeedSetup, *, clock: Clock, tell: Tell) -> FeedOutcome:
    """Fetch, import and publish a feed under a name; one that has the name is replaced if all goes well.

    `tell` gets lines while it works, from any thread; the outcome has those for the end. Live sources are asked
    once, for the report only: a city without live data now is still added.

    Raises:
        FeedNameInvalid, FeedMissing, SettingsInvalid: what was asked is not understood; nothing was changed.
        FeedUnavailable, FeedRefused: the source cannot be reached or used; nothing was changed.
        FeedBusy: another process is changing this feed.
    """
    check_feed_name(name)
    sources = resolve_sources(setup)
    fleet = read_fleet(setup.fleet) if setup.fleet else FleetRegistry()
    tidy_home(home)
    library = Library(home.feeds_folder)
    with library.lock(name, "adding it"), _undone_if_new(home, library, name) as old:
        async with Fetcher(clock) as fetcher:
            progress = ProgressLines(tell, clock)
            with open_incoming_folder(home) as folder:
                arrived = await _bring_in(sources, folder, fetcher, progress)
                loaded = await load_source(home, library, name, arrived.path, progress)
            record = _make_record(name, setup, sources, arrived, loaded, old, clock)
            if setup.fleet:
                write_private(home.feed_folder(name) / FLEET_FILE, setup.fleet.read_bytes())
            publish(home, library, record, loaded)
            store = library.open_current(name)
            try:
                lines = (
                    f"{'Replaced' if old else 'Added'} feed {name}: {describe_content(store.info)}",
                    *list_findings(loaded.report),
                    *_describe_extras(record, fleet),
                    *await check_live(record.realtime, store, fetcher, clock),
                )
            finally:
                store.close()
    return FeedOutcome(name, lines, loaded.report)


@contextmanager
def _undone_if_new(home: Home, library: Library, name: str) -> Generator[FeedRecord | None]:
    """Give the entry of the feed that is there; without one, a failure leaves nothing."""
    try:
        old = find_record(home, name)
        is_new = old is None
    except StoreUnreadable:
        old, is_new = None, False
    if is_new:
        clear_folder(home, name)
    try:
        yield old
    except BaseException:
        if is_new:
            library.remove(name)
        raise


async def _bring_in(sources: FeedSources, folder: Path, fetcher: Fetcher, progress: ProgressLines) -> Incoming:
    try:
        return await bring_in(sources.timetable, folder, fetcher, progress)
    except FeedUnavailable as error:
        if sources.mirror is None:
            raise
        raise FeedUnavailable(f"{error}. The Mobility Database keeps a copy: {sources.mirror}") from error


def _make_record(
    name: str,
    setup: FeedSetup,
    sources: FeedSources,
    arrived: Incoming,
    loaded: Loaded,
    old: FeedRecord | None,
    clock: Clock,
) -> FeedRecord:
    now = clock.now()
    return FeedRecord(
        name=name,
        source=sources.timetable,
        realtime=sources.live,
        catalogue_id=sources.catalogue_id,
        kept=loaded.kept,
        has_fleet=setup.fleet is not None,
        notice=dict(setup.notice),
        added=old.added if old else now,
        updated=now,
        etag=arrived.validators.etag,
        last_modified=arrived.validators.last_modified,
    )


def _describe_extras(record: FeedRecord, fleet: FleetRegistry) -> Iterator[str]:
    if record.has_fleet:
        yield f"Fleet file: {len(fleet.rules)} rules."
    for language, sentence in record.notice.items():
        yield f"Said with every answer ({language}): {sentence}"
