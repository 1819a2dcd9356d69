"""Removing a feed."""

from stopbell_server.app.outcome import FeedOutcome, describe_content
from stopbell_server.app.registry import check_feed_name, get_record, list_feed_names, remove_record
from stopbell_server.domain.errors import StopbellError
from stopbell_server.home import Home
from stopbell_server.store.library import Library


def remove_feed(home: Home, name: str) -> FeedOutcome:
    """Remove a feed with its versions, its kept source and its fleet file; say what that was.

    Raises:
        FeedNameInvalid, FeedMissing: there is no such feed.
        FeedBusy: another process is changing this feed.
    """
    if check_feed_name(name) not in list_feed_names(home):
        get_record(home, name)
    library = Library(home.feeds_folder)
    with library.lock(name, "removing it"):
        what = _describe(library, name)
        remove_record(home, name)
        library.remove(name)
    return FeedOutcome(name, (f"Removed feed {name}{what}",))


def _describe(library: Library, name: str) -> str:
    try:
        store = library.open_current(name)
    except StopbellError:
        return ", which could not be opened."
    store.close()
    return f": {describe_content(store.info)}"
