"""Values heard in a sentence, by their kind: a line, a number, a clock time, a place, a free name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.chart import Heard
from stopbell.brains.offline.clock import find_clock
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.hearing import HeardWord
from stopbell.brains.offline.lines import find_lines, fold_lines
from stopbell.brains.offline.numbers import NumberKind, SaidNumber, find_numbers
from stopbell.brains.offline.openings import find_name_breaks, find_openings
from stopbell.brains.offline.times import find_times
from stopbell.brains.offline.tokens import Token

NAME_WORD = 0.5
"""What a word inside a free name counts: less than one that the pattern asks for."""
NAME_LIKE_GRAMMAR = 0.4
"""What it counts when the grammar knows it as something else."""
NAME_LIGHT = 0.1
LONGEST_NAME = 7
LONGEST_UNSPACED_NAME = 20
"""The same where each sign is a word."""
SHORTEST_GROUP = 2
"""Digits in one group of a code: "12 5" is a number and something else."""

MANY = frozenset({"prefs"})
"""Slots that hold all values said; others hold the first."""

DEADLINE = "deadline"
"""The time by which one wants to be somewhere: heard as `time`, with `arrive` beside it."""

MOMENT = "moment"
"""A time of day that needs no word of time before it: "за чверть восьма"."""

_DECIMAL = re.compile(r"[-−]?\d+(\.\d+)?")
_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d{2})|h)")
_QUANTITIES: Mapping[str, frozenset[NumberKind]] = {
    "count": frozenset({NumberKind.DIGITS, NumberKind.CARDINAL}),
    "number": frozenset({NumberKind.DIGITS, NumberKind.CARDINAL, NumberKind.ORDINAL}),
    "ordinal": frozenset({NumberKind.ORDINAL}),
}

_LAST_HOUR = 23
_LAST_MINUTE = 59
_TWO_DIGITS = 2
_TWENTY = 20

Span = tuple[int, Heard, float]
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
        self, tokens: Sequence[Token], words: Sequence[HeardWord], grammar: Grammar, lines: Sequence[str]
    ) -> None:
        """Take the sentence, as said and as heard; `lines` are labels that may be said by name."""
        self._tokens = tokens
        self._words = words
        self._grammar = grammar
        self._known_lines = fold_lines(lines, grammar)
        self.openings = find_openings(words, grammar)
        self.times = find_times(tokens, grammar)
        self._time_at = {time.start: time for time in self.times}
        self._in_time = frozenset(place for time in self.times if time.is_sure for place in range(time.start, time.end))
        breaks = find_name_breaks(tokens, words, self.openings, grammar)
        self._name_breaks = breaks | {place for time in self.times for place in (time.before, time.start)}

    def find(self, kind: str, start: int) -> Iterable[Span]:
        """Give every value of a kind that begins at a word; a name is given as the range of its words."""
        if self.times:
            if (time := self._time_at.get(start)) and (kind == "clock" or (kind == MOMENT and time.before == start)):
                return ((time.end - start, time.text, 1.0),)
            if start in self._in_time:
                return ()
        return self._find_by_kind(kind, start)

    def _find_by_kind(self, kind: str, start: int) -> Iterable[Span]:
        word = self._words[start]
        match kind:
            case "line":
                # Nearly all words begin no line: this is asked of each.
                if word.begins_line or self._known_lines:
                    return find_lines(self._tokens, start, self._grammar, self._known_lines)
            case "count" | "number" | "ordinal":
                if word.begins_number:
                    return self._find_quantities(start, _QUANTITIES[kind])
            case "name":
                return self._find_names(start)
            case "clock" if self._grammar.clock:
                found = find_clock(self._tokens, start, self._grammar.clock, self._grammar.numbers)
                return ((*found, 1.0),) if found else ()
            case "clock" if word.begins_number and not word.has_digit:
                if self._grammar.hours_are_ordinals:
                    return self._find_spoken_clocks(start)
            case _:
                if word.has_digit or self._tokens[start].place:
                    return [*self._find_written(kind, self._tokens[start]), *self._find_groups(kind, start)]
        return ()

    def _find_quantities(self, start: int, kinds: frozenset[NumberKind]) -> Iterator[Span]:
        for number in find_numbers(self._tokens, start, self._grammar.numbers):
            if number.kind in kinds and number.value is not None:
                yield number.length, number.value, 1.0

    def _find_spoken_clocks(self, start: int) -> Iterator[Span]:
        """Give times of day in words: an ordinal for the hour, then perhaps the minutes ("o czternastej zero pięć")."""
        for hour in find_numbers(self._tokens, start, self._grammar.numbers):
            if hour.value is None or hour.value > _LAST_HOUR or not _is_hour(hour):
                continue
            yield hour.length, f"{hour.value:02}:00", 1.0
            for minute in find_numbers(self._tokens, start + hour.length, self._grammar.numbers):
                told = minute.label.zfill(2) if len(minute.pieces) == 1 else minute.label
                is_cardinal = minute.kind in (NumberKind.CARDINAL, NumberKind.DIGITS)
                if is_cardinal and len(told) == _TWO_DIGITS and int(told) <= _LAST_MINUTE:
                    yield hour.length + minute.length, f"{hour.value:02}:{told}", 1.0

    def _find_written(self, kind: str, token: Token) -> Iterator[Span]:
        """Give what one word is by the way it is written."""
        if kind == "clock" and (clock := _CLOCK.fullmatch(token.folded)):
            if int(clock[1]) <= _LAST_HOUR and int(clock[2] or 0) <= _LAST_MINUTE:
                yield 1, f"{int(clock[1]):02}:{clock[2] or '00'}", 1.0
        elif kind == "coordinates" and token.place:
            yield 1, token.place, 1.0
        elif kind == "decimal" and _DECIMAL.fullmatch(token.folded):
            yield 1, token.folded.replace("−", "-"), 1.0
        elif kind == "code" and token.folded.isdecimal() and len(token.folded) >= 2:
            yield 1, token.folded, 1.0

    def _find_groups(self, kind: str, start: int) -> Iterator[Span]:
        """Give the code of a stop that was read out in groups of digits: "75 882"."""
        groups: list[str] = []
        for token in self._tokens[start:] if kind == "code" else ():
            if not token.folded.isdecimal() or (len(token.folded) < SHORTEST_GROUP or (token.starts_pause and groups)):
                return
            groups.append(token.folded)
            if len(groups) > 1:
                yield len(groups), "".join(groups), 1.0

    def _find_names(self, start: int) -> Iterator[Span]:
        """Give free names of growing length; a name neither begins nor ends with a word of no weight."""
        if self._words[start].is_light:
            return
        score = weight = 0.0
        longest = LONGEST_UNSPACED_NAME if self._grammar.is_unspaced else LONGEST_NAME
        for end in range(start, min(start + longest, len(self._tokens))):
            if end > start and end in self._name_breaks:
                return
            token, word = self._tokens[end], self._words[end]
            weight += word.weight
            score += NAME_LIGHT if word.is_light else NAME_LIKE_GRAMMAR if word.exact else NAME_WORD
            if token.folded in self._grammar.never_last:
                continue
            if not word.is_light or (len(token.folded) == 1 and token.surface.isupper()):
                yield end - start + 1, range(start, end + 1), score / weight

    def write_name(self, place: range) -> str:
        """Give a name as it is to be written: in its base form where the sentence inflects it."""
        names = self._grammar.names
        place = names.without_generic(self._tokens, place)
        said = [part for part in self._tokens[place.start : place.stop] if part.surface]
        words = [part.surface for part in said]
        if len(said) > 1 and all(part.folded.isdecimal() for part in said):
            # The number of a stop, read out in groups.
            return "".join(words)
        if place.start and said:
            words = names.to_base(self._tokens[place.start - 1], said)
        if len(words) != len(said):
            return " ".join(words)
        # As it was said, joined or not: "porte-de-Vanves" is one name.
        return "".join(part.gap + word for part, word in zip(said, words, strict=True)).strip(" -")


def _is_hour(number: SaidNumber) -> bool:
    """Tell whether a number may be an hour: an ordinal, or twenty, which stands with cardinals for its compounds."""
    return number.kind is NumberKind.ORDINAL or (number.value == _TWENTY and number.length == 1)
