"""Start tdsr2 (PyPI 0.2.1) with the terminal in raw mode, which its own main() sets back at once.

Run with the Python that has tdsr2. A tool for tests: it imports GPL code, and nothing of ours imports it.
"""

import sys
import termios
import tty
from typing import Any

import tdsr  # pyright: ignore[reportMissingImports]


class _Termios:
    """The module as tdsr may use it: the outer terminal stays as it is."""

    def __init__(self, before: list[Any]) -> None:
        self._before = before

    def __getattr__(self, name: str) -> Any:
        return getattr(termios, name)

    def tcgetattr(self, number: int) -> list[Any]:
        return self._before if number == 0 else termios.tcgetattr(number)

    def tcsetattr(self, number: int, when: int, attributes: list[Any]) -> None:
        if number != 0:
            termios.tcsetattr(number, when, attributes)


class _Tty:
    """The module as tdsr may use it: raw mode is on already."""

    def setraw(self, *_: object, **__: object) -> None:
        """Do nothing."""


def main() -> None:
    """Run tdsr, then give the terminal back as it was."""
    before = termios.tcgetattr(0)
    tty.setraw(0)
    tdsr.termios, tdsr.tty = _Termios(before), _Tty()
    try:
        tdsr.main()
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)


if __name__ == "__main__":
    sys.exit(main())
