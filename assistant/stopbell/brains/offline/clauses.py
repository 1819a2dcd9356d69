"""Where the clauses of a sentence may begin and end: at pauses, joining words, and words that open a request."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.reading import Reading

LONGEST_POLITE = 5
MOST_STARTS = 12
"""More clauses than this nobody says in one breath; the last ones count, for there the request is."""
NEGATION_REACHES = 5
"""Words before a clause of which none may unsay it."""


@dataclass(frozen=True)
class Clauses:
    """The places of one sentence, as numbers of words."""

    reading: Reading
    grammar: Grammar

    @cached_property
    def pauses(self) -> frozenset[int]:
        """Where a rider pauses, both ends of the sentence included."""
        tokens = self.reading.tokens
        return frozenset({0, len(tokens)} | {place for place, token in enumerate(tokens) if token.starts_pause})

    @cached_property
    def openings(self) -> frozenset[int]:
        """Where the words with which a request begins stand."""
        return self.reading.openings

    @cached_property
    def _joints(self) -> frozenset[int]:
        return frozenset(
            place for place, token in enumerate(self.reading.tokens) if token.folded in self.grammar.joining
        )

    @cached_property
    def starts(self) -> Sequence[int]:
        """Where a clause may begin, politeness left out or not, in their order."""
        starts = (self.pauses | self.openings | {place + 1 for place in self._joints}) - {len(self.reading.tokens)}
        polite = self.grammar.polite
        after = {end for start in starts for end in self.reading.find_ends(polite, start)} if polite else set[int]()
        return sorted((starts | after) - {len(self.reading.tokens)})[-MOST_STARTS:]

    @cached_property
    def ends(self) -> Sequence[int]:
        """Where a clause may end, politeness left out or not, in their order."""
        ends = (self.pauses | self.openings | self._joints) - {0}
        polite = self.grammar.polite
        before = {
            start
            for end in ends
            for start in range(max(1, end - LONGEST_POLITE), end)
            if polite and end in self.reading.find_ends(polite, start)
        }
        return sorted(ends | before)

    def is_unsaid(self, start: int) -> bool:
        """Say whether a word right before a clause unsays it, without a pause between."""
        for place in range(start - 1, max(-1, start - 1 - NEGATION_REACHES), -1):
            if place + 1 in self.pauses or place + 1 in self._polite_ends:
                return False
            if self.reading.tokens[place].folded in self.grammar.negating:
                return True
        return False

    @cached_property
    def _polite_ends(self) -> frozenset[int]:
        """Where politeness ends: "I do not know when" unsays nothing."""
        polite = self.grammar.polite
        if not polite:
            return frozenset()
        places = range(len(self.reading.tokens))
        return frozenset(end for place in places for end in self.reading.find_ends(polite, place) if end > place)
