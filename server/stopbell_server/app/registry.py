"""What is kept of each feed beside its compiled versions: where it comes from and how it is asked."""

import re
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from stopbell_server.domain.errors import FeedMissing, FeedNameInvalid, StoreUnreadable
from stopbell_server.feeds.catalogue.words import fold_words
from stopbell_server.feeds.fetch import Source
from stopbell_server.home import Home, write_private

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62})")
_FILE = "feed.json"


class FeedRecord(BaseModel):
    """The registry entry of one feed."""

    model_config = ConfigDict(frozen=True)

    format: Literal[1] = 1
    name: str
    source: Source
    realtime: tuple[Source, ...] = ()
    catalogue_id: str | None = None
    """Number in the catalogue of feeds, when it was added from there."""
    kept: str
    """File or folder name, beside this entry under `source`, of the bytes that the current version was made of."""
    importer: int | None = None
    """Which importer made the current version; None before the first is made."""
    has_fleet: bool = False
    """Whether a fleet file is kept beside this entry."""
    notice: dict[str, str] = Field(default_factory=dict)
    """By language: what must be said with every answer from this feed."""
    added: datetime
    updated: datetime
    """When the current source was loaded."""
    etag: str | None = None
    """ETag of the source (RFC 9110, 8.8.3), or the file's own mark."""
    last_modified: str | None = None
    """Last-Modified of the source, as sent."""


def check_feed_name(name: str) -> str:
    """Give the name back when it can scope identifiers.

    Raises:
        FeedNameInvalid: it has other characters than a-z, 0-9 and -, starts with -, is empty or longer than 63.
    """
    if not _NAME.fullmatch(name):
        raise FeedNameInvalid(
            f"{name!r} cannot name a feed; use small letters a-z, digits and -, for example {propose_name(name)!r}."
        )
    return name


def propose_name(text: str) -> str:
    """Turn any text into a name that a feed can have."""
    return "-".join(fold_words(text))[:40].strip("-") or "my-city"


def list_feed_names(home: Home) -> tuple[str, ...]:
    """List the names of all feeds that have an entry, in order."""
    if not home.feeds_folder.is_dir():
        return ()
    return tuple(
        sorted(
            folder.name
            for folder in home.feeds_folder.iterdir()
            if _NAME.fullmatch(folder.name) and (folder / _FILE).is_file()
        )
    )


def find_record(home: Home, name: str) -> FeedRecord | None:
    """Give a feed's entry; None when there is no such feed.

    Raises:
        StoreUnreadable: the entry is damaged.
    """
    path = home.feed_folder(check_feed_name(name)) / _FILE
    try:
        return FeedRecord.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        raise StoreUnreadable(
            f"The entry of feed {name!r} is damaged; remove it with `stopbell feed remove {name}` and add it again."
        ) from error


def get_record(home: Home, name: str) -> FeedRecord:
    """Give a feed's entry.

    Raises:
        FeedMissing: there is no such feed; the message lists those that there are.
        StoreUnreadable: the entry is damaged.
    """
    record = find_record(home, name)
    if record is None:
        names = list_feed_names(home)
        known = f"Known feeds: {', '.join(names)}." if names else "Add one with `stopbell feed add NAME SOURCE`."
        raise FeedMissing(f"There is no feed {name!r}. {known}")
    return record


def write_record(home: Home, record: FeedRecord) -> None:
    """Replace a feed's entry as a whole."""
    write_private(home.feed_folder(record.name) / _FILE, record.model_dump_json(indent=2, exclude_none=True) + "\n")


def remove_record(home: Home, name: str) -> None:
    """Remove a feed's entry, so that nobody finds the feed any more."""
    (home.feed_folder(name) / _FILE).unlink(missing_ok=True)
