"""Numbers said in words, digits or nicknames, by a grammar's tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from stopbell.brains.offline.tokens import Token

LONGEST_NUMBER = 6
"""Words in one number."""
HUNDRED = 100
LONGEST_PHRASE = 4
"""Words of one entry of a table ("quatre vingt dix neuf")."""


class NumberKind(Enum):
    """How a number was said."""

    DIGITS = "digits"
    CARDINAL = "cardinal"
    ORDINAL = "ordinal"
    NICKNAME = "nickname"


@dataclass(frozen=True, slots=True)
class NumberWords:
    """A grammar's number words, folded. A word that ends in `*` stands for all words beginning so.

    An entry may be several words, for numbers that are not the sum of their words.
    """

    cardinals: Mapping[str, int]
    ordinals: Mapping[str, int]
    nicknames: Mapping[str, int]
    multipliers: frozenset[int]
    units: Mapping[str, int] = field(default_factory=dict[str, int])
    """Words that multiply the digit before them and add what follows (二十三 is 2 times 10 and 3)."""
    joining: frozenset[str] = frozenset()
    """Words that may stand between a multiple of one hundred and the rest."""

    def find_phrase(self, folded: Sequence[str]) -> tuple[int, int, NumberKind] | None:
        """Give the longest entry that some words begin with: how many words, what it counts and how."""
        for length in range(min(LONGEST_PHRASE, len(folded)), 1, -1):
            phrase = " ".join(folded[:length])
            if phrase in self.cardinals:
                return length, self.cardinals[phrase], NumberKind.CARDINAL
            if phrase in self.ordinals:
                return length, self.ordinals[phrase], NumberKind.ORDINAL
        found = self.find(folded[0]) if folded else None
        return found and (1, *found)

    def find(self, folded: str) -> tuple[int, NumberKind] | None:
        """Give what a word counts and how, or None when it is no number."""
        for table, kind in (
            (self.cardinals, NumberKind.CARDINAL),
            (self.ordinals, NumberKind.ORDINAL),
            (self.nicknames, NumberKind.NICKNAME),
        ):
            if folded in table:
                return table[folded], kind
            for length in range(len(folded), 1, -1):
                if (value := table.get(folded[:length] + "*")) is not None:
                    return value, kind
        return None


@dataclass(frozen=True, slots=True)
class SaidNumber:
    """A number found in a sentence."""

    length: int
    """How many words it takes."""
    pieces: tuple[int | str, ...]
    """One piece for "twenty one"; three for "three oh seven". Digits stay text, for their leading zeros."""
    kind: NumberKind

    @property
    def label(self) -> str:
        """Give it as a line's label: pieces side by side."""
        return "".join(str(piece) for piece in self.pieces)

    @property
    def value(self) -> int | None:
        """Give it as a quantity, or None when it is only a row of digits."""
        return int(self.pieces[0]) if len(self.pieces) == 1 else None


def find_numbers(tokens: Sequence[Token], start: int, words: NumberWords) -> Iterator[SaidNumber]:
    """Give every number that begins at a word, shortest first."""
    if start < len(tokens) and tokens[start].folded.isdecimal() and len(tokens[start].folded) <= 9:
        yield SaidNumber(1, (tokens[start].folded,), NumberKind.DIGITS)
        yield from _find_row(tokens[start : start + LONGEST_NUMBER])
        return
    if words.units:
        yield from _find_built([token.folded for token in tokens[start : start + LONGEST_NUMBER]], words)
        return
    pieces: list[int] = []
    folded = [token.folded for token in tokens[start : start + LONGEST_NUMBER]]
    length = 0
    while found := words.find_phrase(folded[length:]) or _find_joined(folded[length:], pieces, words):
        taken, value, kind = found
        length += taken
        _append(pieces, value, words.multipliers)
        yield SaidNumber(length, tuple(pieces), kind)
        if kind is not NumberKind.CARDINAL:
            return


def _find_row(tokens: Sequence[Token]) -> Iterator[SaidNumber]:
    """Give digits that were said or typed one by one: "2 4 5" is no quantity, but may be a label."""
    for length, token in enumerate(tokens, 1):
        if len(token.folded) != 1 or not token.folded.isdecimal() or (length > 1 and token.starts_pause):
            return
        if length > 1:
            yield SaidNumber(length, tuple(one.folded for one in tokens[:length]), NumberKind.DIGITS)


def _find_built(folded: Sequence[str], words: NumberWords) -> Iterator[SaidNumber]:
    """Give numbers built of digits and units, or digits said one by one, shortest first."""
    total, smallest, row = 0, None, list[int]()
    for length, word in enumerate(folded, 1):
        if (unit := words.units.get(word)) is not None:
            if len(row) > 1 or (smallest is not None and unit >= smallest):
                return
            total += (row.pop() if row else 1) * unit
            smallest = unit
        elif (digit := words.cardinals.get(word)) is None or (smallest is not None and any(row)):
            return
        elif smallest is None:
            row.append(digit)
        else:
            row = [digit]
        if smallest is None:
            yield SaidNumber(length, tuple(row), NumberKind.CARDINAL)
        elif not row or any(row):
            yield SaidNumber(length, (total + sum(row),), NumberKind.CARDINAL)


def _find_joined(
    folded: Sequence[str], pieces: Sequence[int], words: NumberWords
) -> tuple[int, int, NumberKind] | None:
    """Give what follows hundreds behind a joining word, with that word."""
    if not pieces or pieces[-1] % HUNDRED or not folded or folded[0] not in words.joining:
        return None
    found = words.find_phrase(folded[1:])
    if found is None or not 0 < found[1] < HUNDRED or found[2] is not NumberKind.CARDINAL:
        return None
    return found[0] + 1, found[1], found[2]


def _append(pieces: list[int], value: int, multipliers: frozenset[int]) -> None:
    last = pieces[-1] if pieces else 0
    if value in multipliers and 0 < last < value:
        pieces[-1] = last * value
    elif value > 0 and last >= 20 and last % 10 ** len(str(value)) == 0:
        pieces[-1] = last + value
    else:
        pieces.append(value)
