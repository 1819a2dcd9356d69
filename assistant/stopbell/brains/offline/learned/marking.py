"""Sentences with their meaning marked in them, as translators write them in `sayings.toml`.

    when is the next [10A|route] to [Leith|destination] ## count=1

A value that is not as it was said stands behind `=`: `[ten|route=10]`. What no single words carry follows `##`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from stopbell.brains.offline.errors import GrammarError

_MARK = re.compile(r"\[([^\[\]|]+)\|([a-z_]+)(?:=([^\[\]|]+))?\]")
_TAIL = " ## "


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words, and the slot whose value they are."""

    said: str
    slot: str | None = None
    value: str | None = None
    """The value where it is not what was said."""


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence and what it means."""

    intent: str
    pieces: tuple[Piece, ...]
    whole: Mapping[str, str]
    """Slots that the whole sentence tells."""

    @property
    def text(self) -> str:
        """Give the sentence as it is said."""
        return "".join(piece.said for piece in self.pieces)


def parse_saying(intent: str, line: str) -> Saying:
    """Read one line.

    Raises:
        GrammarError: a bracket is left open, or a part behind `##` has no value.
    """
    said, _, tail = line.partition(_TAIL)
    pieces: list[Piece] = []
    end = 0
    for mark in _MARK.finditer(said):
        if mark.start() > end:
            pieces.append(Piece(said[end : mark.start()]))
        pieces.append(Piece(mark[1], mark[2], mark[3].strip() if mark[3] else None))
        end = mark.end()
    if end < len(said):
        pieces.append(Piece(said[end:]))
    whole = dict(part.split("=", 1) for part in tail.split() if "=" in part)
    if any(sign in piece.said for piece in pieces for sign in "[]|") or len(whole) != len(tail.split()):
        raise GrammarError(f"{intent}: cannot be read: {line}")
    return Saying(intent, tuple(pieces), whole)
