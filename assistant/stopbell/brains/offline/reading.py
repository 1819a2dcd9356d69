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

    def rate(self, pattern: Node) -> tuple[float, Found | None]:
        """Give the best reading of the whole sentence, and how much of it is accounted for (0 to 1)."""
        if not self.total:
            return 0.0, None
        best: Found | None = None
        length = len(self.tokens)
        for start in range(min(length, LONGEST_SKIP + 1)):
            before = sum(self._skips[:start])
            for end, found in self.match(pattern, start).items():
                score = found.score - before - sum(self._skips[end:])
                if end > start and (best is None or score > best.score):
                    best = Found(score, found.slots)
        return (max(0.0, best.score / self.total), best) if best else (0.0, None)

    def bound(self, words: frozenset[Word], slots: frozenset[Slot]) -> float:
        """Give the most of the sentence that a pattern of these words and slots could account for (0 to 1)."""
        kinds = {slot.kind or KINDS.get(slot.name) for slot in slots}
        has_name, has_number = "name" in kinds, bool(kinds - {"name", None})
        return sum(
            max(
                (weight * quality for word, quality in hits.items() if word in words),
                default=weight if has_number else weight * NAME_WORD if has_name else -skip,
            )
            for hits, weight, skip in zip(self.hits, self._weights, self._skips, strict=True)
        ) / (self.total or 1.0)

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
        key = (id(node), start)
        if key not in self._memo:
            self._memo[key] = {}
            self._memo[key] = self._match(node, start)
        return self._memo[key]

    def _match(self, node: Node, start: int) -> Ends:
        match node:
            case Word():
                quality = self.hits[start].get(node) if start < len(self.tokens) else None
                return {} if quality is None else {start + 1: Found(self._weights[start] * quality)}
            case Reference(name):
                return self.match(self._grammar.lists[name], start)
            case Choice(options):
                ends: Ends = {}
                for option in options:
                    _merge(ends, self.match(option, start))
                return ends
            case Maybe(part):
                return _merge({start: Found(0.0)}, self.match(part, start))
            case Series(parts):
                return self._match_series(parts, start)
            case Repeat(part):
                return self._match_repeat(part, start)
            case Slot():
                return self._match_slot(node, start)

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
