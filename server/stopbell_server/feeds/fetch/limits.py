"""How much a fetch may take, and what it gives back."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Progress = Callable[[int, int | None], None]
"""Told bytes done and bytes in all; None when the server does not say."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Beyond one of these a fetch is given up."""

    total_s: float = 20
    """From asking to the last byte: a server that drips one byte now and then does not get longer."""
    connect_s: float = 10
    silence_s: float = 15
    """The longest wait for the next byte."""
    size: int = 128 << 20
    """Bytes after unpacking."""
    redirects: int = 5
    breaks: int = 5
    """How often a download goes on after the connection broke off; asking for a live feed never does."""


LIVE_LIMITS = FetchLimits()
"""For realtime sources."""
STATIC_LIMITS = FetchLimits(total_s=1800, silence_s=60, size=4 << 30)
"""For timetables: the largest are a gigabyte, over slow lines."""


@dataclass(frozen=True, slots=True)
class Validators:
    """What the server said identifies these bytes, to be sent with the next question (RFC 9110, 13)."""

    etag: str | None = None
    last_modified: str | None = None


NO_VALIDATORS = Validators()


@dataclass(frozen=True, slots=True)
class Fetched:
    """The answer to one fetch."""

    payload: bytes | None
    """None: not modified since the validators that were sent."""
    validators: Validators


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A file that has arrived whole."""

    path: Path
    size: int
    validators: Validators
