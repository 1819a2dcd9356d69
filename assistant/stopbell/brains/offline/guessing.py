"""When no pattern fits: which intent's words these are, in whatever order they were said.

A word counts by how few intents use it. A guess is made only where one intent stands clearly ahead.
"""

import math

from stopbell.brains.brain import Intent, Scene
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.tally import Tally, list_members

LIKELY = 0.57
"""Share of the sentence's words, by weight, that must belong to the intent."""
AHEAD = 0.15
"""How far ahead of the next intent it must be."""
CONFIDENCE = 0.5
LOOSELY = 0.25
"""The share that is enough where sentences that riders have said point to the same intent."""
STRANGE = 2.5
"""What a word weighs that no pattern has."""
LINE = 2.0
PLAINNESS = 0.0006
"""Between rules of one intent the one with fewer words is the likelier: it says less that was not said."""
GRAIN = 1000
"""Weights are summed in such parts of one to see what is likely at all."""
ROUNDING = 0.01


class Guesser:
    """Guesses by one grammar; what its words weigh is worked out when they are first said."""

    def __init__(self, grammar: Grammar) -> None:
        """Take the grammar; control words are not guessed, but what they share with requests tells less."""
        self._grammar = grammar
        self._index = grammar.intent_index
        self._weights: dict[str, float] = {}
        self._word_counts: dict[int, int] = {}
        indexes = (grammar.control_index, grammar.intent_index)
        self._takes_line = self._index.naming_lines
        self._intents = [
            [index.by_intent.get(intent, 0) for index in indexes]
            for intent in {intent for index in indexes for intent in index.by_intent}
        ]

    def guess(self, reading: Reading, scene: Scene, *, likely: float = LIKELY, ahead: float = AHEAD) -> Intent | None:
        """Give the intent whose words these clearly are, or None; how clearly, may be said otherwise."""
        total = sum(max(map(self._weigh, word.exact), default=STRANGE) for word in reading.words)
        if not total:
            return None
        scores: dict[str, float] = {}
        best: dict[str, int] = {}
        for place in self._find_likely(reading, scene, total, likely - ahead):
            score = self._rate(reading, place) / total - PLAINNESS * self._count_words(place)
            intent = self._index.rules[place].intent
            if score > scores.get(intent, 0.0):
                scores[intent], best[intent] = score, place
        ranked = sorted(scores, key=lambda intent: -scores[intent])
        if not ranked or scores[ranked[0]] < likely:
            return None
        if len(ranked) > 1 and scores[ranked[0]] - scores[ranked[1]] < ahead:
            return None
        rule = self._index.rules[best[ranked[0]]]
        return Intent(rule.intent, {**reading.gather(), **rule.set}, self._grammar.language, CONFIDENCE)

    def _find_likely(self, reading: Reading, scene: Scene, total: float, at_least: float) -> list[int]:
        """Give the rules that can be the likeliest, or come so near it that there is none."""
        rules = self._index.guessable & self._index.find_holding(scene)
        missed, largest = Tally(), 0.0
        for word in reading.words:
            weights = sorted(((self._weigh(one), one) for one in word.exact), reverse=True)
            if not word.exact and word.has_digit:
                weights = [(LINE, "")]
            if not weights:
                continue
            most = weights[0][0]
            largest += most
            others = rules
            for weight, one in weights:
                users = self._index.by_word.get(one, 0) if one else self._takes_line
                missed.add(users & others, int((most - weight) * GRAIN))
                others &= ~users
            missed.add(others, int(most * GRAIN))
        most_missed = (largest - (at_least - ROUNDING) * total) * GRAIN
        if most_missed < 0:
            return []
        likely = 0
        for loss, members in missed.rank(rules):
            if loss > most_missed:
                break
            likely |= members
        return list(list_members(likely))

    def _rate(self, reading: Reading, place: int) -> float:
        """Give the weight of the words that a rule has."""
        score = 0.0
        for word in reading.words:
            weights = [self._weigh(one) for one in word.exact if self._index.by_word.get(one, 0) >> place & 1]
            score += max(weights, default=0.0)
            if not word.exact and word.has_digit and self._takes_line >> place & 1:
                score += LINE
        return score

    def _weigh(self, word: str) -> float:
        """Give a word's weight: the fewer intents use it, the more it tells."""
        if word not in self._weights:
            indexes = (self._grammar.control_index, self._grammar.intent_index)
            users = [index.by_word.get(word, 0) for index in indexes]
            used = sum(any(a & b for a, b in zip(users, rules, strict=True)) for rules in self._intents)
            self._weights[word] = math.log(len(self._intents) / used) if used else 0.0
        return self._weights[word]

    def _count_words(self, place: int) -> int:
        """Give how many words can occur in a rule."""
        if place not in self._word_counts:
            self._word_counts[place] = sum(users >> place & 1 for users in self._index.by_word.values())
        return self._word_counts[place]
