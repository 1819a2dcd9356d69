"""One sentence read by one grammar: which rules can account for it at all, and how well one does."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.chart import LONGEST_SKIP, SLOT_PRICE, Chart, Found, Heard
from stopbell.brains.offline.grammar import HEARD_ANYWHERE, WORDED, Grammar
from stopbell.brains.offline.kinds import NAME
from stopbell.brains.offline.parts import AnyPart
from stopbell.brains.offline.spans import MOMENT, NAME_LIGHT, NAME_LIKE_GRAMMAR, NAME_WORD, SpanFinder
from stopbell.brains.offline.times import list_inner_places
from stopbell.brains.offline.tokens import Token

UNITS = round(1 / SLOT_PRICE)
"""Losses are counted in whole units, of which a word has so many: all prices are whole in them."""


class Reading:
    """A sentence, read rule by rule."""

    def __init__(self, tokens: Sequence[Token], grammar: Grammar, *, lines: Sequence[str] = (), mend: bool = True):
        """Prepare to read; `lines` are labels that may be said by name, `mend` allows typing errors."""
        self.tokens = tokens
        self.words = [grammar.hear(token.folded, mend) for token in tokens]
        self._grammar = grammar
        self._skips = [word.skip for word in self.words]
        weights = [word.weight for word in self.words]
        self.total = sum(weights)
        self._finder = SpanFinder(tokens, self.words, grammar, lines)
        begins = [word.bits for word in self.words]
        self._spans: dict[tuple[str, int], list[tuple[int, Heard, float]]] = {}
        self._shares: list[dict[str, float]] = [{} for _ in tokens]
        for kind, bit in grammar.kinds.items():
            if kind == MOMENT and not self._finder.times:
                continue
            for start in range(len(tokens)):
                spans = list(self._finder.find(kind, start))
                if not spans:
                    continue
                begins[start] |= bit
                self._spans[kind, start] = [
                    (length, heard, sum(weights[start : start + length]) * share) for length, heard, share in spans
                ]
                for length, _, share in spans:
                    for shares in self._shares[start : start + length]:
                        shares[kind] = max(share, shares.get(kind, 0.0))
        self._chart = Chart([word.scores for word in self.words], begins, self._skips, self._spans)

    def rank(self, rules: int) -> Iterator[tuple[float, int]]:
        """Give rules with the largest share of the sentence that each could account for, the largest first.

        Each word counts fully where a rule has it, less where it is mistyped or part of a value, and costs its price
        where a rule has no use for it; every slot costs its own. Where it stands is not looked at.
        """
        index = self._grammar.intent_index
        lost = index.count_slots()
        for word, shares in zip(self.words, self._shares, strict=True):
            others = rules
            gains = [
                (share * word.weight, index.by_kind.get(kind, 0)) for kind, share in shares.items() if kind != NAME
            ]
            if NAME in shares:
                in_name = NAME_LIGHT if word.is_light else NAME_LIKE_GRAMMAR if word.exact else NAME_WORD
                gains.append((in_name, index.by_kind.get(NAME, 0)))
            gains.append((word.weight if word.exact else 0.0, word.exact_rules))
            gains.append((max(word.scores.values(), default=0.0), word.rules))
            for gain, users in sorted(gains, reverse=True):
                lost.add(users & others, int((word.weight - gain) * UNITS + 0.5))
                others &= ~users
            lost.add(others, int((word.weight + word.skip) * UNITS + 0.5))
        for loss, members in lost.rank(rules):
            yield 1 - loss / (UNITS * self.total), members

    def rate(self, pattern: AnyPart, at_least: float = 0.0) -> tuple[float, Found | None]:
        """Give the best reading of the whole sentence, and how much of it is accounted for (0 to 1).

        Readings below a share are not looked for.
        """
        best: Found | None = None
        before = lost = 0.0
        for start in range(min(len(self.tokens), LONGEST_SKIP + 1)):
            if self.total - lost < at_least * self.total:
                break
            for end, (score, slots) in self._chart.match(pattern, start).items():
                whole = score - before - sum(self._skips[end:])
                if end > start and (best is None or whole > best[0]):
                    best = whole, slots
            before += self._skips[start]
            lost += self._skips[start] + self.words[start].weight
        return (max(0.0, best[0] / self.total), best) if best else (0.0, None)

    @property
    def within_times(self) -> frozenset[int]:
        """Give the places within times and parts of the day, at which nothing else begins or ends."""
        return list_inner_places(self.tokens, self._grammar, self._finder.times)

    @property
    def openings(self) -> frozenset[int]:
        """Give where words stand that open a request."""
        return self._finder.openings

    def weigh(self, start: int, end: int) -> float:
        """Give the weight of some words."""
        return sum(word.weight for word in self.words[start:end])

    def find_ends(self, part: AnyPart, start: int) -> Mapping[int, Found]:
        """Give every place where a part, begun at a word, may end."""
        return self._chart.match(part, start)

    def find_values(self, kind: str, start: int) -> Sequence[tuple[int, SlotValue]]:
        """Give the values of a kind that begin at a word, none of them a name, with how many words each has."""
        found = self._finder.find(kind, start)
        return [(length, heard) for length, heard, _ in found if not isinstance(heard, range)]

    def find_worded(self, start: int) -> Sequence[tuple[str, int, int]]:
        """Give the slots with words of their own that are said from a word on: slot, that word, how many words."""
        found: list[tuple[str, int, int]] = []
        for name in WORDED:
            ends = self._chart.match(self._grammar.heard_anywhere[name], start)
            if ends and max(ends) > start:
                found.append((name, start, max(ends) - start))
        return found

    def write(self, slots: Sequence[tuple[str, Heard]]) -> list[tuple[str, SlotValue]]:
        """Give the values of a reading as they are to be written."""
        return [(name, self._finder.write_name(heard) if isinstance(heard, range) else heard) for name, heard in slots]

    def gather(self, names: Sequence[str] = HEARD_ANYWHERE) -> Mapping[str, SlotValue]:
        """Give the values of some slots wherever they are said, the first of each, and of those the longest."""
        slots: dict[str, SlotValue] = {}
        for name in names:
            for start in range(len(self.tokens)):
                ends = self._chart.match(self._grammar.heard_anywhere[name], start)
                if ends and name not in slots:
                    _, said = ends[max(ends)]
                    slots[name] = dict(self.write(said))[name]
        return slots

    def list_values(self, name: str, ends: Collection[int]) -> Sequence[SlotValue]:
        """Give the values of a slot that end at some places, the longest of each."""
        values: dict[int, SlotValue] = {}
        for start in range(len(self.tokens)):
            for end, (_, said) in self._chart.match(self._grammar.heard_anywhere[name], start).items():
                if end in ends and end > start:
                    values.setdefault(end, dict(self.write(said))[name])
        return list(values.values())
