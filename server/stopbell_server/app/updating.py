"""Fetching a feed's source again."""

from stopbell_server.app.incoming import bring_in_changed, open_incoming_folder
from stopbell_server.app.loading import find_kept_source, load_source, publish
from stopbell_server.app.outcome import FeedOutcome, describe_content, list_findings
from stopbell_server.app.progress import ProgressLines, Tell
from stopbell_server.app.registry import FeedRecord, get_record
from stopbell_server.app.tidying import tidy_home
from stopbell_server.domain.clock import Clock
from stopbell_server.domain.errors import StopbellError
from stopbell_server.feeds.fetch import NO_VALIDATORS, Fetcher, Validators
from stopbell_server.home import Home
from stopbell_server.store.library import Library


async def update_feed(home: Home, name: str, *, clock: Clock, tell: Tell) -> FeedOutcome:
    """Fetch the source if it has changed, import it and make it current; what was there stays until then.

    Raises:
        FeedNameInvalid, FeedMissing: there is no such feed.
        FeedUnavailable, FeedRefused, SettingsInvalid: the source cannot be reached or used; nothing was changed.
        FeedBusy: another process is changing this feed.
    """
    get_record(home, name)
    tidy_home(home)
    library = Library(home.feeds_folder)
    with library.lock(name, "updating it"), open_incoming_folder(home) as folder:
        record = get_record(home, name)
        version = _find_usable_version(home, library, record)
        known = Validators(record.etag, record.last_modified) if version else NO_VALIDATORS
        progress = ProgressLines(tell, clock)
        async with Fetcher(clock) as fetcher:
            arrived = await bring_in_changed(record.source, folder, fetcher, progress, known)
        if arrived is None:
            return FeedOutcome(name, (f"Feed {name} is unchanged at its source.",), is_changed=False)
        loaded = await load_source(home, library, name, arrived.path, progress)
        changes = {"etag": arrived.validators.etag, "last_modified": arrived.validators.last_modified}
        if loaded.report.version == version:
            publish(home, library, record.model_copy(update=changes | {"kept": loaded.kept}), loaded)
            return FeedOutcome(name, (f"Feed {name} is unchanged: its source has the same content.",), is_changed=False)
        changes |= {"kept": loaded.kept, "updated": clock.now()}
        publish(home, library, record.model_copy(update=changes), loaded)
        store = library.open_current(name)
        line = f"Updated feed {name}: {describe_content(store.info)}"
        store.close()
    return FeedOutcome(name, (line, *list_findings(loaded.report)), loaded.report)


def _find_usable_version(home: Home, library: Library, record: FeedRecord) -> str | None:
    """Give the current version; None when it must be made again whether the source has changed or not."""
    try:
        store = library.open_current(record.name)
    except StopbellError:
        return None
    store.close()
    return store.info.version if find_kept_source(home, record) else None
