"""One sentence matched part by part.

For a part of a pattern and a place in the sentence a chart keeps, for every place where the part may end, only the
best reading. Words that no pattern asks for may be skipped at a price.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.parts import AnyPart, ChoicePart, MaybePart, PairPart, RepeatPart, SlotPart, WordPart

SLOT_PRICE = 0.005
"""One long value is better than two short ones."""
LONGEST_SKIP = 3

Heard: TypeAlias = SlotValue | range
"""A value, or the words that are one: a name is written down only when it is known to be wanted."""
Found: TypeAlias = tuple[float, tuple[tuple[str, Heard], ...]]
"""A reading of some words: how many of them it accounts for, and the values."""
Ends: TypeAlias = Mapping[int, Found]
"""For each place where a reading may end, the best one."""
Spans: TypeAlias = Mapping[tuple[str, int], Sequence[tuple[int, Heard, float]]]
"""By kind and place the values heard there: how many words, the value, what it accounts for."""

_NOTHING: Found = (0.0, ())
_NOWHERE: Ends = {}


class Chart:
    """The readings of one sentence that have been looked for."""

    def __init__(
        self,
        scores: Sequence[Mapping[str, float]],
        begins: Sequence[int],
        skips: Sequence[float],
        spans: Spans,
    ) -> None:
        """Take the sentence word by word.

        Args:
            scores: the words of patterns that it may be, and what it counts then.
            begins: the same words, and the kinds of the values that begin there, as bits of parts.
            skips: the price of passing over it.
            spans: the values.
        """
        self._scores = scores
        self._skips = skips
        self._spans = spans
        self._size = len(begins)
        self._begins = (*begins, 0)
        after = [0]
        for bits in reversed(begins):
            after.append(after[-1] | bits)
        self._after = after[::-1]
        self._memo: list[dict[int, Ends]] = [{} for _ in self._begins]

    def match(self, part: AnyPart, start: int) -> Ends:
        """Give every place where a part, begun at a word, may end."""
        if not (part.first & self._begins[start] or part.later & self._after[start]):
            return {start: _NOTHING} if part.may_be_empty else _NOWHERE
        memo = self._memo[start]
        ends = memo.get(part.number)
        if ends is None:
            ends = memo[part.number] = self._match(part, start)
        return ends

    def _match(self, part: AnyPart, start: int) -> Ends:
        match part:
            case WordPart():
                score = self._scores[start].get(part.text)
                return _NOWHERE if score is None else {start + 1: (score, ())}
            case PairPart():
                if part.needed and not part.needed & self._after[start]:
                    return _NOWHERE
                return self._follow(self.match(part.before, start), part.last)
            case ChoicePart():
                ends: dict[int, Found] = {}
                for option in part.options:
                    _merge(ends, self.match(option, start))
                return ends
            case RepeatPart():
                return self._match_repeat(part.part, start)
            case MaybePart():
                return _merge({start: _NOTHING}, self.match(part.part, start))
            case SlotPart():
                return self._match_slot(part, start)

    def _match_repeat(self, part: AnyPart, start: int) -> Ends:
        ends: dict[int, Found] = {start: _NOTHING}
        newest: Ends = ends
        while newest:
            newest = {
                end: found
                for end, found in self._follow(newest, part).items()
                if end > start and (end not in ends or found[0] > ends[end][0])
            }
            _merge(ends, newest)
        return ends

    def _follow(self, ends: Ends, part: AnyPart) -> Ends:
        """Give where a part may end that follows other readings, after words skipped at a price."""
        result: dict[int, Found] = {}
        for end, (score, slots) in ends.items():
            price = 0.0
            for position in range(end, min(end + LONGEST_SKIP, self._size) + 1):
                for next_end, found in self.match(part, position).items():
                    if position > end and next_end == position:
                        continue
                    total = score + found[0] - price
                    if next_end not in result or total > result[next_end][0]:
                        result[next_end] = (total, slots + found[1])
                if position < self._size:
                    price += self._skips[position]
        return result

    def _match_slot(self, slot: SlotPart, start: int) -> Ends:
        ends: dict[int, Found] = {}
        for value, part in slot.values:
            for end, (score, slots) in self.match(part, start).items():
                _merge(ends, {end: (score - SLOT_PRICE, (*slots, (slot.name, value)))})
        if slot.kind:
            for length, heard, score in self._spans.get((slot.kind, start), ()):
                _merge(ends, {start + length: (score - SLOT_PRICE, ((slot.name, heard),))})
        return ends


def _merge(into: dict[int, Found], others: Ends) -> dict[int, Found]:
    for end, found in others.items():
        if end not in into or found[0] > into[end][0]:
            into[end] = found
    return into
