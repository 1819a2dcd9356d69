"""How long a rider may be silent: a warning, time to answer it, and the end (36 CFR 1194 appendix C, 407.5)."""

from typing import Literal

Turn = Literal["warn", "end"]


class Idle:
    """Counts the time without a key; what is spoken meanwhile does not count. Monotonic seconds throughout."""

    def __init__(self, idle_s: float, warning_s: float, at: float) -> None:
        """Begin to count at `at`: warn after `idle_s`, end `warning_s` after the warning was told."""
        self._idle_s = idle_s
        self._warning_s = warning_s
        self._quiet_since = at
        self.is_warned = False

    def note(self, at: float) -> bool:
        """Take a key or an event told: it counts from here again. Tells whether that answered a warning.

        There is no limit to how often a session can be extended.
        """
        was_warned, self.is_warned = self.is_warned, False
        self._quiet_since = at
        return was_warned

    def wait_longer(self, idle_s: float) -> None:
        """Take another span, as for a rider who waits for a vehicle."""
        self._idle_s = idle_s

    def tick(self, at: float, *, is_speaking: bool) -> Turn | None:
        """Let time pass; the rider has the whole warning time after it was spoken."""
        if is_speaking:
            self._quiet_since = at
            return None
        quiet_s = at - self._quiet_since
        if self.is_warned:
            return "end" if quiet_s >= self._warning_s else None
        if quiet_s >= self._idle_s:
            self.is_warned, self._quiet_since = True, at
            return "warn"
        return None
