"""Values heard in a sentence, by their kind: a line, a number, a clock time, a place, a free name."""

import re
from collections.abc import Iterator, Mapping, Sequence

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.lines import find_lines
from stopbell.brains.offline.numbers import NumberKind, find_numbers
from stopbell.brains.offline.tokens import Token

NAME_WORD = 0.5
"""What a word inside a free name counts: less than one that the pattern asks for."""
NAME_LIKE_GRAMMAR = 0.4
"""What it counts when the grammar knows it as something else."""
NAME_LIGHT = 0.1
LONGEST_NAME = 7

KINDS: Mapping[str, str] = {
    "route": "line",
    "count": "count",
    "within_min": "count",
    "lead_min": "count",
    "value": "count",
    "option": "number",
    "destination": "name",
    "origin": "name",
    "stop": "name",
    "station": "name",
    "place": "name",
    "name": "name",
    "time": "clock",
    "deadline": "clock",
    "coordinates": "coordinates",
    "latitude": "decimal",
    "longitude": "decimal",
}
"""How a slot is heard when its pattern does not say; slots that are not here have their values in the grammar."""

MANY = frozenset({"prefs"})
"""Slots that hold all values said; others hold the first."""

DEADLINE = "deadline"
"""The time by which one wants to be somewhere: heard as `time`, with `arrive` beside it."""

_DECIMAL = re.compile(r"[-−]?\d+(\.\d+)?")
_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d{2})|h)")
_QUANTITIES: Mapping[str, frozenset[NumberKind]] = {
    "count": frozenset({NumberKind.DIGITS, NumberKind.CARDINAL}),
    "number": frozenset({NumberKind.DIGITS, NumberKind.CARDINAL, NumberKind.ORDINAL}),
    "ordinal": frozenset({NumberKind.ORDINAL}),
}

Span = tuple[int, SlotValue, float]
"""How many words, the value, and what share of their weight it accounts for."""


def to_slots(said: Sequence[tuple[str, SlotValue]]) -> dict[str, SlotValue]:
    """Give what was heard by slot."""
    slots: dict[str, SlotValue] = {}
    for name, value in said:
        if name == DEADLINE:
            slots.setdefault("time", value)
            slots["arrive"] = "yes"
        elif name not in MANY:
            slots.setdefault(name, value)
        elif isinstance(value, str):
            earlier = slots.get(name, ())
            slots[name] = (*(earlier if isinstance(earlier, tuple) else ()), value)
    return slots


class SpanFinder:
    """Finds values in one sentence."""

    def __init__(
        self,
        tokens: Sequence[Token],
        grammar: Grammar,
        lines: Sequence[str],
        weights: Sequence[float],
        known: Sequence[bool],
    ) -> None:
        """Take the sentence; `known` says of each word whether the grammar has it."""
        self._tokens = tokens
        self._grammar = grammar
        self._lines = lines
        self._weights = weights
        self._known = known

    def find(self, kind: str, start: int) -> Iterator[Span]:
        """Give every value of a kind that begins at a word."""
        match kind:
            case "line":
                return find_lines(self._tokens, start, self._grammar, self._lines)
            case "count" | "number" | "ordinal":
                return self._find_quantities(start, _QUANTITIES[kind])
            case "name":
                return self._find_names(start)
            case _:
                return self._find_written(kind, self._tokens[start])

    def _find_quantities(self, start: int, kinds: frozenset[NumberKind]) -> Iterator[Span]:
        for number in find_numbers(self._tokens, start, self._grammar.numbers):
            if number.kind in kinds and number.value is not None:
                yield number.length, number.value, 1.0

    def _find_written(self, kind: str, token: Token) -> Iterator[Span]:
        """Give what one word is by the way it is written."""
        if kind == "clock" and (clock := _CLOCK.fullmatch(token.folded)):
            yield 1, f"{int(clock[1]):02}:{clock[2] or '00'}", 1.0
        elif kind == "coordinates" and token.place:
            yield 1, token.place, 1.0
        elif kind == "decimal" and _DECIMAL.fullmatch(token.folded):
            yield 1, token.folded.replace("−", "-"), 1.0
        elif kind == "code" and token.folded.isdecimal() and len(token.folded) >= 2:
            yield 1, token.folded, 1.0

    def _find_names(self, start: int) -> Iterator[Span]:
        """Give free names of growing length; a name neither begins nor ends with a word of no weight."""
        if self._weights[start] < 1:
            return
        score = weight = 0.0
        for end in range(start, min(start + LONGEST_NAME, len(self._tokens))):
            token, is_light = self._tokens[end], self._weights[end] < 1
            weight += self._weights[end]
            score += NAME_LIGHT if is_light else NAME_LIKE_GRAMMAR if self._known[end] else NAME_WORD
            if not is_light or (len(token.folded) == 1 and token.surface.isupper()):
                yield end - start + 1, self._write_name(start, end + 1), score / weight

    def _write_name(self, start: int, end: int) -> str:
        said = [part for part in self._tokens[start:end] if part.surface]
        words = [part.surface for part in said]
        if start and said:
            words = self._grammar.names.to_base(self._tokens[start - 1], said)
        if len(words) != len(said):
            return " ".join(words)
        # As it was said, joined or not: "porte-de-Vanves" is one name.
        return "".join(part.gap + word for part, word in zip(said, words, strict=True)).strip(" -")
