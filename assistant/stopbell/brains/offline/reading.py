"""One sentence read by one grammar: which parts of it a pattern accounts for, and how well.

Matching is a chart: for a part of a pattern and a place in the sentence it keeps, for every place where the
part may end, only the best reading. Words that no pattern asks for may be skipped at a price.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.patterns import Choice, Maybe, Node, Reference, Repeat, Series, Slot, Word
from stopbell.brains.offline.spans import KINDS, NAME_WORD, SpanFinder
from stopbell.brains.offline.tokens import Token
from stopbell.brains.offline.vocabulary import EXACT, find_words

LIGHT_WEIGHT = 0.2
LIGHT_SKIP = 0.02
HEAVY_SKIP = 0.5
SLOT_PRICE = 0.005
"""One long value is better than two short ones."""
LONGEST_SKIP = 3


@dataclass(frozen=True, slots=True)
class Found:
    """A reading of some words."""

    score: float
    slots: tuple[tuple[str, SlotValue], ...] = ()

    def then(self, other: "Found", price: float = 0.0) -> "Found":
        """Give this reading followed by another, after words skipped at a price."""
        return Found(self.score + other.score - price, self.slots + other.slots)


Ends = dict[int, Found]
"""For each place where a reading may end, the best one."""
_NOWHERE: Ends = {}
"""Never changed; most parts match nowhere."""


class Reading:
    """A sentence, read part by part."""

    def __init__(self, tokens: Sequence[Token], grammar: Grammar, *, lines: Sequence[str] = (), mend: bool = True):
        """Prepare to read; `lines` are labels that may be said by name, `mend` allows typing errors."""
        self.tokens = tokens
        self._grammar = grammar
        self._lines = lines
        self._slot_nodes: dict[str, Slot] = {}
        self._memo: dict[tuple[int, int], Ends] = {}
        self.hits = [find_words(token.folded, grammar, mend=mend) for token in tokens]
        self._weights = [self._weigh(token) for token in tokens]
        self._skips = [LIGHT_SKIP if weight < 1 else HEAVY_SKIP for weight in self._weights]
        self.total = sum(self._weights)
        known = [any(quality == EXACT for quality in hits.values()) for hits in self.hits]
        self._spans = SpanFinder(tokens, grammar, lines, self._weights, known)

    def rate(self, pattern: Node, hopes: Sequence[float], at_least: float = 0.0) -> tuple[float, Found | None]:
        """Give the best reading of the whole sentence, and how much of it is accounted for (0 to 1).

        Args:
            pattern: what to read it as.
            hopes: what `hope` gave for the pattern.
            at_least: readings below this share are not looked for.
        """
        best: Found | None = None
        before = 0.0
        for start in range(min(len(self.tokens), LONGEST_SKIP + 1)):
            if sum(hopes[start:]) - before < at_least * self.total:
                break
            for end, found in self.match(pattern, start).items():
                score = found.score - before - sum(self._skips[end:])
                if end > start and (best is None or score > best.score):
                    best = Found(score, found.slots)
            before += self._skips[start]
        return (max(0.0, best.score / self.total), best) if best else (0.0, None)

    def hope(self, words: frozenset[str], slots: frozenset[Slot]) -> list[float]:
        """Give for each word the most that a pattern of these words and slots could account for."""
        kinds = {slot.kind or KINDS.get(slot.name) for slot in slots}
        in_slot = 1.0 if kinds - {"name", None} else NAME_WORD if "name" in kinds else None
        hopes: list[float] = []
        for hits, weight, skip in zip(self.hits, self._weights, self._skips, strict=True):
            best = -skip if in_slot is None else in_slot * weight
            for word in hits.keys() & words:
                best = max(best, hits[word] * weight)
            hopes.append(best)
        return hopes

    def may_be(self, words: frozenset[str]) -> bool:
        """Say whether every word of the sentence is among some words."""
        return all(not words.isdisjoint(hits) for hits in self.hits)

    def gather(self, names: Sequence[str]) -> Mapping[str, SlotValue]:
        """Give the values of some slots wherever they are said, the first of each."""
        slots: dict[str, SlotValue] = {}
        for name in names:
            for start in range(len(self.tokens)):
                for found in self.match(self._slot_nodes.setdefault(name, Slot(name)), start).values():
                    slots.setdefault(name, dict(found.slots)[name])
        return slots

    def match(self, node: Node, start: int) -> Ends:
        """Give every place where a part, begun at a word, may end."""
        if isinstance(node, Word):
            quality = self.hits[start].get(node.text) if start < len(self.tokens) else None
            return _NOWHERE if quality is None else {start + 1: Found(self._weights[start] * quality)}
        key = (id(node), start)
        ends = self._memo.get(key)
        if ends is None:
            self._memo[key] = _NOWHERE
            ends = self._memo[key] = self._match(node, start)
        return ends

    def _match(self, node: Node, start: int) -> Ends:
        match node:
            case Series(parts):
                return self._match_series(parts, start)
            case Choice(options):
                ends: Ends = {}
                for option in options:
                    _merge(ends, self.match(option, start))
                return ends
            case Maybe(part):
                return _merge({start: Found(0.0)}, self.match(part, start))
            case Reference(name):
                return self.match(self._grammar.lists[name], start)
            case Repeat(part):
                return self._match_repeat(part, start)
            case Slot():
                return self._match_slot(node, start)
            case Word():
                return self.match(node, start)

    def _match_series(self, parts: Sequence[Node], start: int) -> Ends:
        ends: Ends = {start: Found(0.0)}
        for index, part in enumerate(parts):
            ends = self._continue(ends, part, may_skip=index > 0)
            if not ends:
                break
        return ends

    def _match_repeat(self, part: Node, start: int) -> Ends:
        ends: Ends = {start: Found(0.0)}
        newest = ends
        while newest:
            following = self._continue(newest, part, may_skip=True)
            newest = {
                end: found
                for end, found in following.items()
                if end > start and (end not in ends or found.score > ends[end].score)
            }
            ends = _merge(ends, newest)
        return ends

    def _continue(self, ends: Ends, part: Node, *, may_skip: bool) -> Ends:
        result: Ends = {}
        for end, so_far in ends.items():
            price = 0.0
            for position in range(end, min(end + (LONGEST_SKIP if may_skip else 0), len(self.tokens)) + 1):
                for next_end, found in self.match(part, position).items():
                    if position > end and next_end == position:
                        continue
                    _merge(result, {next_end: so_far.then(found, price)})
                if position < len(self.tokens):
                    price += self._skips[position]
        return result

    def _match_slot(self, slot: Slot, start: int) -> Ends:
        if start >= len(self.tokens):
            return {}
        ends: Ends = {}
        for value, node in self._grammar.slots.get(slot.kind or slot.name, ()):
            for end, found in self.match(node, start).items():
                _merge(ends, {end: Found(found.score - SLOT_PRICE, (*found.slots, (slot.name, value)))})
        kind = KINDS.get(slot.name) if slot.kind is None else None if slot.kind in self._grammar.slots else slot.kind
        spans = self._spans.find(kind, start) if kind else ()
        for length, value, share in spans:
            weight = sum(self._weights[start : start + length])
            _merge(ends, {start + length: Found(weight * share - SLOT_PRICE, ((slot.name, value),))})
        return ends

    def _weigh(self, token: Token) -> float:
        return LIGHT_WEIGHT if token.folded in self._grammar.light else 1.0


def _merge(into: Ends, others: Ends) -> Ends:
    for end, found in others.items():
        if end not in into or found.score > into[end].score:
            into[end] = found
    return into
