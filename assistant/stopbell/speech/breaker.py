"""Leave a broken part in peace for a while, instead of making the rider wait for it each time."""

from collections.abc import Callable


class Breaker:
    """Open after a failure, until the rest is over or something worked."""

    def __init__(self, monotonic: Callable[[], float], rest_s: float, longest_s: float | None = None) -> None:
        """Take a clock in monotonic seconds and the length of a rest.

        With `longest_s` each failure in a row doubles the rest, up to that.
        """
        self._monotonic = monotonic
        self._rest_s = rest_s
        self._longest_s = longest_s or rest_s
        self._next_s = rest_s
        self._until: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether to leave it in peace now."""
        return self._until is not None and self._monotonic() < self._until

    @property
    def has_failed(self) -> bool:
        """Whether it failed and has not worked since."""
        return self._until is not None

    def trip(self) -> None:
        """Begin a rest."""
        self._until = self._monotonic() + self._next_s
        self._next_s = min(2 * self._next_s, self._longest_s)

    def reset(self) -> None:
        """It works."""
        self._until = None
        self._next_s = self._rest_s
