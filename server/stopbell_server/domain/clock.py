"""The current time, as something passed in."""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time of day, and a time that never jumps for measuring spans."""

    def now(self) -> datetime:
        """Give the current instant, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Give seconds from an arbitrary start; never goes back."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """Give the machine's current instant in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Give the machine's monotonic seconds."""
        return time.monotonic()


@dataclass(frozen=True)
class FrozenClock:
    """A clock that stands still, for repeatable answers; spans are still measured truly."""

    instant: datetime

    def now(self) -> datetime:
        """Give the frozen instant."""
        return self.instant

    def monotonic(self) -> float:
        """Give the machine's monotonic seconds."""
        return time.monotonic()


@dataclass(frozen=True)
class ShiftedClock:
    """A clock that runs on from a given instant, starting when it was made."""

    start: datetime
    started_at: float = field(default_factory=time.monotonic)

    def now(self) -> datetime:
        """Give the start plus the time that has passed since."""
        return self.start + timedelta(seconds=time.monotonic() - self.started_at)

    def monotonic(self) -> float:
        """Give the machine's monotonic seconds."""
        return time.monotonic()


def parse_clock(text: str | None) -> Clock:
    """Parse `--at`: nothing is the real clock, ISO 8601 is frozen, a leading `+` runs on from there.

    Raises:
        ValueError: not ISO 8601, or without an offset (a time without a zone would be a guess).
    """
    if not text:
        return SystemClock()
    instant = datetime.fromisoformat(text.removeprefix("+"))
    if instant.tzinfo is None:
        raise ValueError(f"{text!r} has no offset; write for example 2026-11-30T08:00:00+02:00")
    return ShiftedClock(instant.astimezone(UTC)) if text.startswith("+") else FrozenClock(instant.astimezone(UTC))
