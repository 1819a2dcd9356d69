"""A clock that can be held: what is said together, in several languages, is said of one instant."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime

from stopbell.conversation.ports import Clock


class HeldClock:
    """Goes with another clock, and stands still while it is held."""

    def __init__(self, clock: Clock) -> None:
        """Take the clock that goes on."""
        self._clock = clock
        self._held: datetime | None = None

    def now(self) -> datetime:
        """Give the current instant, or the one that is held."""
        return self._held or self._clock.now()

    def monotonic(self) -> float:
        """Give seconds that never go back; they are not held."""
        return self._clock.monotonic()

    @contextmanager
    def hold(self) -> Generator[datetime]:
        """Stand still while the block runs; held within a block that holds, it stays at the outer instant."""
        outer = self._held
        self._held = self.now()
        try:
            yield self._held
        finally:
            self._held = outer
