"""Whether rows moved as they stand, so that the terminal can move them without their being written again."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scroll:
    """Rows that move together."""

    top: int
    bottom: int
    """First and last row of the part of the screen that scrolls, from 0."""
    by: int
    """So many rows up; negative: down."""


def find_scroll(shown: Sequence[str], wanted: Sequence[str]) -> Scroll | None:
    """Find the scroll that brings most rows of text to where they are wanted; None if none does any good.

    A row counts for it if it is not blank and is not there yet, and against it if it would be taken away from where
    it is wanted. Whatever is found, painting afterwards puts right what it leaves wrong.
    """
    changed = [y for y, text in enumerate(wanted) if text != shown[y]]
    if len(changed) < 2:
        return None
    best, best_gain = None, 0
    for by in (sign * step for step in range(1, len(wanted)) for sign in (1, -1)):
        scroll, gain = _find_best(shown, wanted, by)
        if gain > best_gain:
            best, best_gain = scroll, gain
    return best


def _find_best(shown: Sequence[str], wanted: Sequence[str], by: int) -> tuple[Scroll | None, int]:
    """Find the run of rows with the greatest gain when moved by so many, and its gain."""
    best, best_gain, start, gain = None, 0, 0, 0
    for y in range(max(0, -by), len(wanted) - max(0, by)):
        if gain <= 0:
            start, gain = y, 0
        gain += _weigh(shown, wanted, y, y + by)
        if gain <= best_gain:
            continue
        top, bottom = min(start, start + by), max(y, y + by)
        # Rows that are pushed out of the run's own place become blank, and must have been wrong to be worth it.
        emptied = range(y + 1, y + by + 1) if by > 0 else range(start + by, start)
        whole = gain - sum(bool(wanted[row]) and wanted[row] == shown[row] for row in emptied)
        if whole > best_gain:
            best, best_gain = Scroll(top, bottom, by), whole
    return best, best_gain


def _weigh(shown: Sequence[str], wanted: Sequence[str], y: int, source: int) -> int:
    if not wanted[y]:
        # A blank row costs nothing to write, but whatever is moved into it must be taken away.
        return 0 if not shown[source] else -1 if not shown[y] else 0
    return (wanted[y] == shown[source]) - (wanted[y] == shown[y])
