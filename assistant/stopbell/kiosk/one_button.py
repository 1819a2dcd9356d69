"""One button: a press goes to the next choice, holding it chooses, or waiting does.

A terminal tells no release; it repeats a held key. So a press is over once the repeats have stopped for `release_s`,
which must be longer than the keyboard's delay before the first repeat (a quarter of a second on Linux's console).
"""

from typing import Literal

Act = Literal["next", "choose"]


class OneButton:
    """The button's state; all times are monotonic seconds, given by the caller."""

    def __init__(self, hold_s: float, release_s: float, wait_s: float | None) -> None:
        """Choose after `hold_s` of holding, or `wait_s` after a choice was told; None: waiting chooses nothing."""
        self._hold_s = hold_s
        self._release_s = release_s
        self._wait_s = wait_s
        self._pressed_at: float | None = None
        self._repeated_at = 0.0
        self._has_chosen = False
        self._chooses_at: float | None = None

    @property
    def is_down(self) -> bool:
        """Whether it is held, as far as is known."""
        return self._pressed_at is not None

    def hit(self, at: float) -> Act | None:
        """Take one character of the button; a hold that is long enough chooses at once, while it is still held."""
        self._chooses_at = None
        if self._pressed_at is None:
            self._pressed_at, self._has_chosen = at, False
        self._repeated_at = at
        if not self._has_chosen and at - self._pressed_at >= self._hold_s:
            self._has_chosen = True
            return "choose"
        return None

    def tick(self, at: float) -> Act | None:
        """Let time pass: a released press goes on to the next choice, a long wait chooses."""
        if self._pressed_at is not None and at - self._repeated_at > self._release_s:
            has_chosen, self._pressed_at = self._has_chosen, None
            return None if has_chosen else "next"
        if self._chooses_at is not None and at >= self._chooses_at:
            self._chooses_at = None
            return "choose"
        return None

    def note_told(self, at: float) -> None:
        """Note that a choice has been told to its end: from here on waiting chooses it, once."""
        if self._wait_s is not None and self._pressed_at is None:
            self._chooses_at = at + self._wait_s

    def forget(self) -> None:
        """Wait for nothing any more: the rider has left the choice."""
        self._chooses_at = None
