"""The token file: who may ask, and which feeds each may see. It holds salted hashes, never a token."""

import hashlib
import hmac
import logging
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.home import write_private
from stopbell_server.transport.callers import Caller

_log = logging.getLogger(__name__)

_TOKEN_BYTES = 32
_SALT_BYTES = 16
_LONGEST_TOKEN = 256
_FEED = re.compile(r"[a-z0-9][a-z0-9-]*")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=f"^{_NAME.pattern}$")]
    salt: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    feeds: tuple[str, ...] | None = None
    """None sees all feeds, those of later too; an empty list sees none."""
    metrics: bool = False


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    tokens: tuple[_Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class _Version:
    stamp: tuple[int, int, int]
    entries: tuple[_Entry, ...]


class TokenFile:
    """Verifies tokens by the file as it is now: what is added or removed holds from the next request on."""

    def __init__(self, path: Path) -> None:
        """Read the file.

        Raises:
            SettingsInvalid: it cannot be read or understood; its content is not repeated.
        """
        self._path = path
        self._version = _Version(_find_stamp(path), _read(path).tokens)

    async def verify(self, token: str) -> Caller | None:
        """Give the caller of a token. While the file cannot be read no token is valid."""
        if len(token) > _LONGEST_TOKEN:
            return None
        found: Caller | None = None
        for entry in self._list_entries():
            # Every entry is compared, and in constant time, so that the time taken tells nothing.
            if hmac.compare_digest(_hash(bytes.fromhex(entry.salt), token), entry.sha256):
                feeds = None if entry.feeds is None else frozenset(entry.feeds)
                found = Caller(entry.name, feeds, entry.metrics)
        return found

    def _list_entries(self) -> tuple[_Entry, ...]:
        try:
            stamp = _find_stamp(self._path)
            if stamp != self._version.stamp:
                self._version = _Version(stamp, _read(self._path).tokens)
        except SettingsInvalid as error:
            _log.error("no token is valid now: %s", error)
            return ()
        return self._version.entries


def add_token(path: Path, name: str, feeds: tuple[str, ...] | None = None, *, metrics: bool = False) -> str:
    """Add a token to the file, made if it is not there, and give the token: it can never be shown again.

    `feeds` are the names of the feeds that it may see; None for all.

    Raises:
        SettingsInvalid: the name cannot be used or is taken, or the file cannot be read or written.
    """
    if not _NAME.fullmatch(name):
        raise SettingsInvalid(f"{name!r} cannot name a token; use up to 64 letters, digits, dots, hyphens.")
    document = _read(path) if path.exists() else _Document()
    for feed in feeds or ():
        if not _FEED.fullmatch(feed):
            raise SettingsInvalid(f"{feed!r} cannot be a feed's name; `stopbell feed list` names the feeds.")
    if any(entry.name == name for entry in document.tokens):
        raise SettingsInvalid(f"There is a token {name!r} already; remove it first, or choose another name.")
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    salt = secrets.token_bytes(_SALT_BYTES)
    entry = _Entry(name=name, salt=salt.hex(), sha256=_hash(salt, token), feeds=feeds, metrics=metrics)
    _write(path, _Document(tokens=(*document.tokens, entry)))
    return token


def remove_token(path: Path, name: str) -> None:
    """Take a token out of the file; it is refused from the next request on.

    Raises:
        SettingsInvalid: no token of that name, or the file cannot be read or written.
    """
    document = _read(path)
    left = tuple(entry for entry in document.tokens if entry.name != name)
    if len(left) == len(document.tokens):
        there = ", ".join(entry.name for entry in left) or "none"
        raise SettingsInvalid(f"There is no token {name!r} in {path}; there are: {there}.")
    _write(path, _Document(tokens=left))


def list_tokens(path: Path) -> tuple[tuple[str, tuple[str, ...] | None, bool], ...]:
    """List the tokens: name, feeds (None for all), and whether metrics may be read.

    Raises:
        SettingsInvalid: the file cannot be read or understood.
    """
    return tuple((entry.name, entry.feeds, entry.metrics) for entry in _read(path).tokens)


def _hash(salt: bytes, token: str) -> str:
    """Hash fast: a token is 256 random bits, which nobody guesses, and a slow hash would let strangers occupy us."""
    return hashlib.sha256(salt + token.encode("utf-8", "surrogatepass")).hexdigest()


def _find_stamp(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise _refuse_file(path, error) from error
    return found.st_mtime_ns, found.st_size, found.st_ino


def _read(path: Path) -> _Document:
    try:
        return _Document.model_validate_json(path.read_bytes())
    except OSError as error:
        raise _refuse_file(path, error) from error
    except ValidationError as error:
        places = [
            ".".join(str(part) for part in one["loc"]) or "the whole" for one in error.errors(include_input=False)
        ]
        # Without the cause: it would show what stands in the file.
        raise SettingsInvalid(f"The token file {path} is not understood at {places[0]}; make it anew.") from None


def _write(path: Path, document: _Document) -> None:
    try:
        write_private(path, document.model_dump_json(indent=2, exclude_defaults=True) + "\n")
    except OSError as error:
        raise SettingsInvalid(f"The token file {path} cannot be written ({error.strerror}).") from error


def _refuse_file(path: Path, error: OSError) -> SettingsInvalid:
    return SettingsInvalid(
        f"The token file {path} cannot be read ({error.strerror}); `stopbell-server token add NAME` makes one."
    )
