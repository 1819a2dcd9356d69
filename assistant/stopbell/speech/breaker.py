"""Leave a broken part in peace for a while, instead of making the rider wait for it each time."""

from collections.abc import Callable


class Breaker:
    """Open after a failure, until the rest is over or something worked."""

    def __init__(self, monotonic: Callable[[], float], rest_s: float) -> None:
        """Take a clock in monotonic seconds and the length of a rest."""
        self._monotonic = monotonic
        self._rest_s = rest_s
        self._until: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether to leave it in peace now."""
        return self._until is not None and self._monotonic() < self._until

    def trip(self) -> None:
        """Begin a rest."""
        self._until = self._monotonic() + self._rest_s

    def reset(self) -> None:
        """It works."""
        self._until = None
