"""One sentence read by one grammar: which parts of it a pattern accounts for, and how well.

Matching is a chart: for a part of a pattern and a place in the sentence it keeps, for every place where the
part may end, only the best reading. Words that no pattern asks for may be skipped at a price.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.lines import find_lines
from stopbell.brains.offline.numbers import NumberKind, find_numbers
from stopbell.brains.offline.patterns import Choice, Maybe, Node, Reference, Repeat, Series, Slot, Word
from stopbell.brains.offline.tokens import Token
from stopbell.brains.offline.vocabulary import find_words

LIGHT_WEIGHT = 0.2
LIGHT_SKIP = 0.02
HEAVY_SKIP = 0.5
NAME_WORD = 0.5
"""What a word inside a free name counts: less than one that the pattern asks for."""
NAME_LIKE_GRAMMAR = 0.4
"""What it counts when the grammar knows it as something else."""
SLOT_PRICE = 0.005
"""One long value is better than two short ones."""
LONGEST_NAME = 7
LONGEST_SKIP = 3

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
    "coordinates": "coordinates",
}
"""How a slot is heard when its pattern does not say; slots that are not here have their values in the grammar."""


_QUANTITIES = frozenset({NumberKind.DIGITS, NumberKind.CARDINAL})
_NUMBERS = _QUANTITIES | {NumberKind.ORDINAL}


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


MANY = frozenset({"prefs"})
"""Slots that hold all values said, others hold the first."""


def to_slots(said: Sequence[tuple[str, SlotValue]]) -> dict[str, SlotValue]:
    """Give what was heard by slot."""
    slots: dict[str, SlotValue] = {}
    for name, value in said:
        if name not in MANY:
            slots.setdefault(name, value)
        elif isinstance(value, str):
            earlier = slots.get(name, ())
            slots[name] = (*(earlier if isinstance(earlier, tuple) else ()), value)
    return slots


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
        spans = self._find_spans(kind, start) if kind else ()
        for length, value, share in spans:
            weight = sum(self._weights[start : start + length])
            _merge(ends, {start + length: Found(weight * share - SLOT_PRICE, ((slot.name, value),))})
        return ends

    def _find_spans(self, kind: str, start: int) -> Iterator[tuple[int, SlotValue, float]]:
        token = self.tokens[start]
        match kind:
            case "line":
                yield from find_lines(self.tokens, start, self._grammar, self._lines)
            case "count" | "number":
                kinds = _QUANTITIES if kind == "count" else _NUMBERS
                for number in find_numbers(self.tokens, start, self._grammar.numbers):
                    if number.kind in kinds and number.value is not None:
                        yield number.length, number.value, 1.0
            case "clock":
                hour, _, minute = token.folded.replace(".", ":").partition(":")
                if hour.isdecimal() and minute.isdecimal():
                    yield 1, f"{int(hour):02}:{minute}", 1.0
            case "coordinates":
                if token.place:
                    yield 1, token.place, 1.0
            case "code":
                if token.folded.isdecimal() and len(token.folded) >= 2:
                    yield 1, token.folded, 1.0
            case _:
                yield from self._find_names(start)

    def _find_names(self, start: int) -> Iterator[tuple[int, SlotValue, float]]:
        if self._weights[start] < 1:
            return
        score = weight = 0.0
        for end in range(start, min(start + LONGEST_NAME, len(self.tokens))):
            is_light = self._weights[end] < 1
            weight += self._weights[end]
            score += LIGHT_WEIGHT / 2 if is_light else NAME_LIKE_GRAMMAR if self._is_known(end) else NAME_WORD
            if not is_light or (len(self.tokens[end].folded) == 1 and self.tokens[end].surface.isupper()):
                name = " ".join(token.surface for token in self.tokens[start : end + 1] if token.surface)
                yield end - start + 1, name, score / weight

    def _is_known(self, position: int) -> bool:
        return any(quality == 1.0 for quality in self.hits[position].values())

    def _weigh(self, token: Token) -> float:
        return LIGHT_WEIGHT if token.folded in self._grammar.light else 1.0


def _merge(into: Ends, others: Ends) -> Ends:
    for end, found in others.items():
        if end not in into or found.score > into[end].score:
            into[end] = found
    return into
