"""The small language in which grammars say how things are asked, and its parser.

A pattern is words. `word*` is any word with that beginning, `[…]` may be missing, `(a | b)` is one of them, `(…)*` any
number of them,
`<name>` is a named list of the grammar, `<name>*` any number of them, `{slot}` is a value to be heard,
`{slot:kind}` one heard in another way than the slot's own.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from stopbell.brains.offline.errors import GrammarError

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Slot:
    """A value."""

    name: str
    kind: str | None = None
    """How it is heard; None: as the slot's name says."""


class Maker(Protocol[Made]):
    """Makes what a pattern becomes, from the inside out."""

    def make_word(self, text: str) -> Made:
        """Make a word, as it is written; with `*` at its end, any word that begins so."""
        ...

    def make_slot(self, slot: Slot) -> Made:
        """Make a value."""
        ...

    def make_list(self, name: str) -> Made:
        """Make one of a named list of the grammar."""
        ...

    def make_series(self, parts: Sequence[Made]) -> Made:
        """Make two parts or more, one after another."""
        ...

    def make_choice(self, options: Sequence[Made]) -> Made:
        """Make one of two or more."""
        ...

    def make_maybe(self, part: Made) -> Made:
        """Make a part that may be missing."""
        ...

    def make_repeat(self, part: Made) -> Made:
        """Make a part any number of times, none included."""
        ...


_PIECE = re.compile(r"[\[\]()|]|<[\w-]+>\*?|\{\w+(?::\w+)?\}|[^\s\[\]()|<>{}*]+\*?|\S")
"""A mark, a list, a slot, a word; what is left is one sign that means nothing."""
_MEANS_NOTHING = frozenset("<>{}*")
_CLOSING = {"(": ")", "[": "]"}
_ENDS_SERIES = frozenset("|)]")


def parse_pattern(text: str, maker: Maker[Made]) -> Made:
    """Parse one pattern.

    Raises:
        GrammarError: a bracket without its partner, an empty pattern, or a sign that means nothing.
    """
    pieces: list[str] = _PIECE.findall(text)
    made, end = _parse_choice(pieces, 0, text, maker)
    if end != len(pieces):
        raise GrammarError(f"{pieces[end]!r} has no partner in the pattern {text!r}")
    return made


def _parse_choice(pieces: list[str], position: int, text: str, maker: Maker[Made]) -> tuple[Made, int]:
    options: list[Made] = []
    while True:
        series, position = _parse_series(pieces, position, text, maker)
        options.append(series)
        if position == len(pieces) or pieces[position] != "|":
            return (options[0] if len(options) == 1 else maker.make_choice(options)), position
        position += 1


def _parse_series(pieces: list[str], position: int, text: str, maker: Maker[Made]) -> tuple[Made, int]:
    parts: list[Made] = []
    while position < len(pieces) and pieces[position] not in _ENDS_SERIES:
        piece = pieces[position]
        if closing := _CLOSING.get(piece):
            inside, position = _parse_choice(pieces, position + 1, text, maker)
            if position == len(pieces) or pieces[position] != closing:
                raise GrammarError(f"{piece!r} is not closed in the pattern {text!r}")
            is_repeated = piece == "(" and pieces[position + 1 : position + 2] == ["*"]
            position += is_repeated
            parts.append(
                maker.make_maybe(inside) if piece == "[" else maker.make_repeat(inside) if is_repeated else inside
            )
        elif piece in _MEANS_NOTHING:
            raise GrammarError(f"{piece!r} means nothing in the pattern {text!r}")
        else:
            parts.append(_make_leaf(piece, maker))
        position += 1
    if not parts:
        raise GrammarError(f"a part of the pattern {text!r} is empty")
    return (parts[0] if len(parts) == 1 else maker.make_series(parts)), position


def _make_leaf(piece: str, maker: Maker[Made]) -> Made:
    if piece[0] == "{":
        name, _, kind = piece[1:-1].partition(":")
        return maker.make_slot(Slot(name, kind or None))
    if piece[0] == "<":
        one = maker.make_list(piece.rstrip("*")[1:-1])
        return maker.make_repeat(one) if piece.endswith("*") else one
    return maker.make_word(piece)
