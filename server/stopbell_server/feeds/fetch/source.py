"""Where a feed comes from, and which keys it wants; the keys' values are read only when a request is made."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit, urlunsplit
from urllib.request import url2pathname

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.domain.text import to_clean_text
from stopbell_server.feeds.fetch.errors import FetchFailed


@dataclass(frozen=True, slots=True)
class Key:
    """Where a key goes in a request, and which environment variable holds it."""

    place: Literal["header", "parameter"]
    name: str
    """Of the header, or of the query parameter."""
    variable: str


@dataclass(frozen=True, slots=True)
class Source:
    """A file or an address."""

    location: str
    """http, https or file URL, or a path."""
    keys: tuple[Key, ...] = ()
    carries: tuple[str, ...] = ()
    """Of a live source, what its publisher or operator says that it carries: any of `updates`, `vehicles` and
    `alerts`. Only then an empty one says that there is nothing; empty where nobody says."""

    @property
    def is_remote(self) -> bool:
        """Whether it is fetched over the network."""
        return self.location.lower().startswith(("http://", "https://"))

    @property
    def shown(self) -> str:
        """The location as it may be printed."""
        return show_location(self.location)

    def to_path(self) -> Path:
        """Give the path of a local source.

        Raises:
            FetchFailed: another scheme than http, https or file.
        """
        scheme = self.location.partition("://")[0].lower() if "://" in self.location else ""
        if scheme == "file":
            return Path(url2pathname(urlsplit(self.location).path))
        if scheme:
            raise FetchFailed(f"{self.shown}: {scheme} addresses are not fetched; use http, https or a file")
        return Path(self.location)


def show_location(location: str) -> str:
    """Give a location without the parts of an address that may hold keys: user, query and fragment."""
    if "://" not in location:
        return location
    try:
        parts = urlsplit(location)
    except ValueError:
        return f"{location.partition('://')[0]}://..."
    return to_clean_text(urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", "")))


def read_key(key: Key, environment: Mapping[str, str]) -> str:
    """Read a key's value.

    Raises:
        SettingsInvalid: the variable is not set, or holds what cannot stand in a request; never shows the value.
    """
    value = environment.get(key.variable, "").strip()
    if not value:
        raise SettingsInvalid(
            f"The environment variable {key.variable} is not set; it must hold the key for the {key.place} {key.name}."
        )
    if not (value.isascii() and value.isprintable()):
        raise SettingsInvalid(f"The environment variable {key.variable} holds signs that no key has; set it again.")
    return value
