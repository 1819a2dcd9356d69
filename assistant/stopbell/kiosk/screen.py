"""The terminal of a kiosk: keys come in raw, so that none of them stops or suspends the program; rows go out.

In raw mode Ctrl-C, Ctrl-Z, Ctrl-backslash, Ctrl-D and Ctrl-S are characters like any other, and the kiosk knows none
of them.
"""

import codecs
import os
import sys
import termios
import tty
from collections.abc import Sequence
from contextlib import suppress
from math import atan2, degrees
from types import TracebackType
from typing import Any, Self

from stopbell.kiosk.errors import NoTerminalError, TerminalLostError

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l"
"""The other screen, no cursor, no wrapping."""
_LEAVE = "\x1b[?7h\x1b[?25h\x1b[0m\x1b[?1049l"
_COLOURS = "\x1b[0;1;97;40m"
"""Bright white on black: 21 to 1 by WCAG 1.4.3."""
_READ = 1024
_SMALLEST = (4, 16)
"""Rows and columns that are used where the terminal says that it has fewer, or none."""


class Screen:
    """Standard input and output as a kiosk needs them."""

    def __init__(self, source: int | None = None, target: int | None = None) -> None:
        """Use these file descriptors, standard input and output unless given.

        Raises:
            NoTerminalError: one of them is no terminal.
        """
        self.source = sys.stdin.fileno() if source is None else source
        self._target = sys.stdout.fileno() if target is None else target
        if not (os.isatty(self.source) and os.isatty(self._target)):
            raise NoTerminalError("A kiosk needs a terminal of its own for board and keys; docs/kiosk.md says how.")
        self._before: list[Any] | None = None
        self._raw: list[Any] | None = None
        self._shown: list[str] = []
        self._drawn_for: tuple[int, int] | None = None
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def __enter__(self) -> Self:
        """Take the terminal over."""
        self._before = termios.tcgetattr(self.source)
        tty.setraw(self.source, termios.TCSANOW)
        self._raw = termios.tcgetattr(self.source)
        self._write(_ENTER)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give the terminal back as it was."""
        with suppress(TerminalLostError):
            self._write(_LEAVE)
        with suppress(termios.error):
            termios.tcsetattr(self.source, termios.TCSANOW, self._before or [])

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns as they are now."""
        try:
            size = os.get_terminal_size(self._target)
        except OSError:
            return _SMALLEST
        return max(size.lines, _SMALLEST[0]), max(size.columns, _SMALLEST[1])

    def read(self) -> str:
        """Give what was typed since.

        Raises:
            TerminalLostError: the terminal has hung up.
        """
        try:
            got = os.read(self.source, _READ)
        except BlockingIOError:
            return ""
        except OSError as error:
            raise TerminalLostError(f"the terminal is gone ({error.strerror})") from error
        if not got:
            raise TerminalLostError("the terminal has hung up")
        return self._decoder.decode(got)

    def show(self, rows: Sequence[str], *, ring: bool = False) -> None:
        """Show these rows, from the first down; only what has changed is written, in one piece.

        Args:
            rows: one text for each row of the screen, none wider than it.
            ring: also ring the terminal's bell.

        Raises:
            TerminalLostError: the terminal has hung up.
        """
        self._keep_raw()
        self._forget_other_size()
        changed = [
            f"\x1b[{place};1H{_COLOURS}\x1b[2K{row}"
            for place, row in enumerate(rows, 1)
            if place > len(self._shown) or self._shown[place - 1] != row
        ]
        if len(rows) < len(self._shown):
            changed.append(f"\x1b[{len(rows) + 1};1H{_COLOURS}\x1b[J")
        self._shown = list(rows)
        if changed or ring:
            self._write(f"{''.join(changed)}{chr(7) if ring else ''}")

    def _forget_other_size(self) -> None:
        """Write everything again where the terminal has another size than before: it may have moved what was there."""
        size = self.size
        if size != self._drawn_for:
            self._drawn_for, self._shown = size, []
            self._write(f"{_COLOURS}\x1b[2J")

    def _keep_raw(self) -> None:
        """Make the terminal raw again if somebody has changed that: else a key could end or stop the program."""
        try:
            if self._raw is not None and termios.tcgetattr(self.source)[:4] != self._raw[:4]:
                termios.tcsetattr(self.source, termios.TCSANOW, self._raw)
                self._shown = []
        except termios.error as error:
            raise TerminalLostError("the terminal is gone") from error

    def _write(self, text: str) -> None:
        rest = text.encode("utf-8", "replace")
        try:
            while rest:
                rest = rest[os.write(self._target, rest) :]
        except OSError as error:
            raise TerminalLostError(f"the terminal is gone ({error.strerror})") from error


def find_letter_angle(rows: int, height_cm: float, distance_cm: float) -> float:
    """Give the angle, in degrees, under which a capital letter is seen; EN 301 549, 5.1.4 asks for 0.7 at least.

    A capital takes about 0.7 of its cell in the fonts that terminals use.
    """
    return degrees(2 * atan2(height_cm / rows * 0.7 / 2, distance_cm))
