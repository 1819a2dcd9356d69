"""The small language in which grammars say how things are asked, and its parser.

A pattern is words. `word*` is any word with that beginning, `[…]` may be missing, `(a | b)` is one of them,
`<name>` is a named list of the grammar, `<name>*` any number of them, `{slot}` is a value to be heard,
`{slot:kind}` one heard in another way than the slot's own.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from stopbell.brains.offline.errors import GrammarError


@dataclass(frozen=True, slots=True)
class Word:
    """A word, folded; with `*` at its end, any word that begins so."""

    text: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A value."""

    name: str
    kind: str | None = None
    """How it is heard; None: as the slot's name says."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A named list of the grammar."""

    name: str


@dataclass(frozen=True, slots=True)
class Series:
    """Parts one after another."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    options: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Maybe:
    """A part that may be missing."""

    part: "Node"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part any number of times, none included."""

    part: "Node"


Node: TypeAlias = Word | Slot | Reference | Series | Choice | Maybe | Repeat

_PIECE = re.compile(
    r"\s*(?:(?P<mark>[\[\]()|])|<(?P<list>[\w-]+)>(?P<star>\*?)|\{(?P<slot>\w+)(?::(?P<kind>\w+))?\}"
    r"|(?P<word>[^\s\[\]()|<>{}*]+)(?P<beginning>\*?))"
)


def parse_pattern(text: str) -> Node:
    """Parse one pattern; words are kept as written, the grammar folds them.

    Raises:
        GrammarError: a bracket without its partner, an empty pattern, or a sign that means nothing.
    """
    pieces = list(_split(text))
    node, end = _parse_choice(pieces, 0, text)
    if end != len(pieces):
        raise GrammarError(f"{pieces[end].group().strip()!r} has no partner in the pattern {text!r}")
    return node


def _split(text: str) -> Iterator[re.Match[str]]:
    position = 0
    stripped = text.rstrip()
    while position < len(stripped):
        found = _PIECE.match(stripped, position)
        if found is None:
            raise GrammarError(f"{stripped[position:].strip()!r} means nothing in the pattern {text!r}")
        yield found
        position = found.end()


def _parse_choice(pieces: list[re.Match[str]], position: int, text: str) -> tuple[Node, int]:
    options: list[Node] = []
    while True:
        series, position = _parse_series(pieces, position, text)
        options.append(series)
        if position == len(pieces) or pieces[position]["mark"] != "|":
            return (options[0] if len(options) == 1 else Choice(tuple(options))), position
        position += 1


def _parse_series(pieces: list[re.Match[str]], position: int, text: str) -> tuple[Node, int]:
    parts: list[Node] = []
    while position < len(pieces) and pieces[position]["mark"] not in ("|", ")", "]"):
        piece = pieces[position]
        if piece["mark"] in ("(", "["):
            inside, position = _parse_choice(pieces, position + 1, text)
            closing = ")" if piece["mark"] == "(" else "]"
            if position == len(pieces) or pieces[position]["mark"] != closing:
                raise GrammarError(f"{piece['mark']!r} is not closed in the pattern {text!r}")
            parts.append(inside if closing == ")" else Maybe(inside))
        else:
            parts.append(_to_leaf(piece))
        position += 1
    if not parts:
        raise GrammarError(f"a part of the pattern {text!r} is empty")
    return (parts[0] if len(parts) == 1 else Series(tuple(parts))), position


def _to_leaf(piece: re.Match[str]) -> Node:
    if piece["slot"]:
        return Slot(piece["slot"], piece["kind"])
    if piece["list"]:
        reference = Reference(piece["list"])
        return Repeat(reference) if piece["star"] else reference
    return Word(piece["word"] + piece["beginning"])
