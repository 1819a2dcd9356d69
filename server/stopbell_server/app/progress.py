"""Progress as lines that are only ever added: few enough to listen to, none at all for what is quick."""

from collections.abc import Callable

from stopbell_server.domain.clock import Clock

Tell = Callable[[str], None]
"""Takes one line for the operator."""

_QUIET_S = 2.0
"""At most one line in so many seconds, and none before the first of them have passed."""
_STEP_PERCENT = 5
_MEGABYTE = 1_000_000


class ProgressLines:
    """Turns progress into lines for one command."""

    def __init__(self, tell: Tell, clock: Clock) -> None:
        """Start counting time now."""
        self._tell = tell
        self._clock = clock
        self._last_s = clock.monotonic()
        self._last_percent = 0

    def note_bytes(self, done: int, total: int | None) -> None:
        """Take how much has arrived; `total` is None when nobody knows."""
        size = f"{done / _MEGABYTE:.1f} MB"
        if not total:
            self._say(f"Fetched {size}.")
            return
        percent = min(100, 100 * done // total)
        if percent >= self._last_percent + _STEP_PERCENT and self._say(f"Fetched {percent} percent, {size}."):
            self._last_percent = percent

    def note_stage(self, stage: str, done: int, total: int) -> None:
        """Take which step of the import has begun."""
        if done < total:
            self._say(f"Importing, step {done + 1} of {total}: {stage}.")

    def _say(self, line: str) -> bool:
        now_s = self._clock.monotonic()
        if now_s - self._last_s < _QUIET_S:
            return False
        self._last_s = now_s
        self._tell(line)
        return True
