"""Which values a whole sentence tells, which some of its words, and how words are written down as a value."""

from collections.abc import Mapping, Sequence

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.numbers import find_numbers
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.spans import MANY
from stopbell.brains.offline.tokens import Token
from stopbell.folding import fold_label, has_digit

WHOLE = frozenset({"arrive", "change", "direction", "level", "ref", "state", "topic", "when", "which"})
"""Slots told by the sentence as a whole."""
NUMBERS = frozenset({"count", "lead_min", "within_min", "value"})
NAMES = frozenset({"destination", "origin", "station", "stop"})
CALLED = NAMES | {"name"}
"""Slots with names, of which these two are words of the grammar's."""
OWN = ("home", "work")
WORDS = frozenset({"feature", "language", "mode", "prefs"})
"""Slots with a list of values, each told by words of its own."""
BEGINS, GOES_ON, OUTSIDE = "B", "I", "O"


def is_of_whole(slot: str, value: str) -> bool:
    """Say whether a value is told by the whole sentence: "the next bus" is one bus."""
    return slot in WHOLE or (slot == "count" and value == "1") or (slot == "option" and not is_number(value))


def is_number(value: str) -> bool:
    """Say whether a value is a choice's number, and no word."""
    return value.isdecimal() or value == "last"


def to_label(slot: str, said: str, value: str | None) -> str:
    """Give what words with a value are marked as: with the value itself where it is one of a list, or is no name."""
    meant = value or said
    if slot in WORDS or (slot in CALLED and meant in OWN):
        return f"{slot}={meant.strip()}"
    return slot


class ValueWriter:
    """Writes down what marked words say."""

    def __init__(self, tokens: Sequence[Token], reading: Reading, grammar: Grammar) -> None:
        """Take the sentence."""
        self._tokens = tokens
        self._reading = reading
        self._grammar = grammar

    def write(self, labels: Sequence[str]) -> Mapping[str, SlotValue]:
        """Give the values of words that were labelled one by one; the first of a slot counts."""
        slots: dict[str, SlotValue] = {}
        for place, label in _join(labels):
            slot, _, value = label.partition("=")
            said: SlotValue | None = value or self._write_one(slot, place)
            if said is None:
                continue
            if slot in MANY:
                earlier = slots.get(slot, ())
                slots[slot] = (*(earlier if isinstance(earlier, tuple) else ()), str(said))
            else:
                slots.setdefault(slot, said)
        return slots

    def _write_one(self, slot: str, place: range) -> SlotValue | None:
        if slot in NUMBERS or slot == "option":
            return self._write_number(place)
        if slot == "route":
            return self._write_line(place)
        if slot == "time":
            return self._write_longest("clock", place)
        name = self._without_light(place)
        if all(self._tokens[word].folded in self._grammar.names.generic for word in name):
            return None
        return self._reading.write([(slot, name)])[0][1] or None

    def _write_number(self, place: range) -> SlotValue | None:
        for start in place:
            values = [one.value for one in find_numbers(self._tokens, start, self._grammar.numbers)]
            if told := [value for value in values if value is not None]:
                return told[-1]
        return None

    def _write_line(self, place: range) -> SlotValue | None:
        if (label := self._write_longest("line", place)) is not None:
            return label
        said = "".join(token.gap + token.surface for token in self._tokens[place.start : place.stop]).strip(" -")
        return (fold_label(said).replace(" ", "") if has_digit(said) else said) or None

    def _write_longest(self, kind: str, place: range) -> SlotValue | None:
        for start in place:
            found = [one for one in self._reading.find_values(kind, start) if start + one[0] <= place.stop]
            if found:
                return max(found, key=lambda one: one[0])[1]
        return None

    def _without_light(self, place: range) -> range:
        """Give a name without the articles around it, as a grammar's names are."""
        start, stop = place.start, place.stop
        while start < stop and self._is_light(start):
            start += 1
        while stop > start and self._is_light(stop - 1):
            stop -= 1
        return range(start, stop)

    def _is_light(self, place: int) -> bool:
        token = self._tokens[place]
        return token.folded in self._grammar.light and not (len(token.folded) == 1 and token.surface.isupper())


def _join(labels: Sequence[str]) -> list[tuple[range, str]]:
    """Give the runs of words that are marked alike; one that goes on where none began begins there."""
    runs: list[tuple[range, str]] = []
    for place, label in enumerate(labels):
        step, _, slot = label.partition(" ")
        if step == OUTSIDE:
            continue
        if step == GOES_ON and runs and runs[-1][1] == slot and runs[-1][0].stop == place:
            runs[-1] = range(runs[-1][0].start, place + 1), slot
        else:
            runs.append((range(place, place + 1), slot))
    return runs
