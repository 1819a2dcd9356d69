"""Clearing away what a killed program or a power cut left of a feed; what is current stays."""

import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from stopbell_server.app.loading import find_kept_source, list_sources
from stopbell_server.app.registry import find_record, list_feed_names
from stopbell_server.domain.errors import FeedBusy, StoreUnreadable
from stopbell_server.home import Home
from stopbell_server.store.library import Library

_LOCK = "lock"
_STAGED = re.compile(r"\.(feed\.json|fleet\.toml)\.\d+\.[0-9a-f]{8}|current\.\d+\.partial")
"""What `write_private` and the library write before they rename it."""


def tidy_home(home: Home) -> None:
    """Remove leftovers of every feed that nobody is changing now. A home that cannot be written stays as it is."""
    library = Library(home.feeds_folder)
    for name in list_feed_names(home):
        with suppress(FeedBusy, StoreUnreadable, OSError):
            if not any(_list_leftovers(home, library, name)):
                continue
            with library.lock(name, "tidying it up"):
                for path in tuple(_list_leftovers(home, library, name)):
                    _remove(path)


def clear_folder(home: Home, name: str) -> None:
    """Remove what an unfinished `add` left of a feed that has no entry. Call it with the feed's lock held."""
    for path in home.feed_folder(name).iterdir():
        if path.name != _LOCK:
            _remove(path)


def _list_leftovers(home: Home, library: Library, name: str) -> Iterator[Path]:
    """List what belongs to no change that has ended and to none that could still end; only the lock makes it sure."""
    yield from (path for path in home.feed_folder(name).iterdir() if _STAGED.fullmatch(path.name))
    yield from library.list_leftovers(name)
    record = find_record(home, name)
    if record is not None and find_kept_source(home, record) is not None:
        yield from (path for path in list_sources(home, name) if path.name != record.kept)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
