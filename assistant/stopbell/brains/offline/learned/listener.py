"""What a sentence means by what was learned, the grammar's opinion being one voice among others."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from stopbell.brains.brain import Scene, SlotValue
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.learned.labelling import NEVER, find_labels, rate_followers
from stopbell.brains.offline.learned.traits import WORD, Words, list_words, take_opinion, take_sentence, take_words
from stopbell.brains.offline.learned.values import ValueWriter
from stopbell.brains.offline.learned.weights import Numbers, Weights, read_weights
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.results import Result
from stopbell.brains.offline.spans import DEADLINE
from stopbell.brains.offline.tokens import Token

INTENTS, FACETS, WORDS = "intents", "facets", "words"
"""The three parts of a file: what is wanted, values of the whole sentence, values of words."""
KNOWN = 0.25
"""Share of a sentence's words that must have been met; of a language that nobody learned there are few."""
TOLD = 0.5
"""How sure a value of the whole sentence must be."""


class Listener:
    """What was learned in one language."""

    def __init__(self, weights: Mapping[str, Weights], grammar: Grammar) -> None:
        """Take it, with the language's grammar."""
        self._intents = weights[INTENTS]
        self._facets = weights[FACETS]
        self._words = weights[WORDS]
        self._grammar = grammar
        self._follow = rate_followers(self._words)
        self._never: dict[str, Numbers] = {}
        self._columns: dict[str, list[int]] = {}
        for column, label in enumerate(self._facets.labels):
            self._columns.setdefault(label.partition(" ")[0], []).append(column)

    @classmethod
    def load(cls, path: Path, grammar: Grammar) -> "Listener":
        """Read a file.

        Raises:
            GrammarError: it is not whole; names it and the remedy.
        """
        return cls(read_weights(path), grammar)

    def was_taught(self, intent: str) -> bool:
        """Say whether there were sentences of an intent."""
        return intent in self._intents.labels

    def share_met(self, tokens: Sequence[Token]) -> float:
        """Give the share (0 to 1) of a sentence's words that were met when learning."""
        words = list_words(tokens)
        met = sum(self._intents.knows(f"{WORD}{word}") or self._intents.knows(word) for word in words)
        return met / len(words) if words else 0.0

    def listen(self, said: Words, heard: Result | None, scene: Scene) -> Sequence[tuple[str, float]]:
        """Give the likeliest intents with how likely each is (together 1), the likeliest first; none where unknown."""
        if self.share_met(said.tokens) < KNOWN:
            return ()
        traits = self._take(said, heard, scene)
        shares = _to_shares(self._intents.rate(traits))
        order = np.argsort(-shares)
        return [(self._intents.labels[int(place)], float(shares[int(place)])) for place in order.tolist()]

    def tell_slots(
        self, said: Words, reading: Reading, intent: str, heard: Result | None, scene: Scene
    ) -> Mapping[str, SlotValue]:
        """Give the values that a sentence which means an intent tells."""
        told = self._tell_words(said, reading, intent, heard)
        if columns := self._columns.get(intent):
            rated = self._facets.rate(self._take(said, heard, scene))
            for column in columns:
                if 1 / (1 + np.exp(-rated[column])) >= TOLD:
                    slot, _, value = self._facets.labels[column].partition(" ")[2].partition("=")
                    told.setdefault(slot, int(value) if value.isdecimal() else value)
        return told

    def _tell_words(self, said: Words, reading: Reading, intent: str, heard: Result | None) -> dict[str, SlotValue]:
        taken = take_words(said, intent, heard, is_unspaced=self._grammar.is_unspaced)
        never = self._find_never(intent)
        labels = find_labels([self._words.rate(traits) + never for traits in taken], self._follow, self._words.labels)
        return dict(ValueWriter(said.tokens, reading, self._grammar).write(labels))

    def _find_never(self, intent: str) -> Numbers:
        """Give what keeps labels away whose slots no pattern of the intent has."""
        if intent not in self._never:
            rules = [rule for rule in self._grammar.intents if rule.intent == intent]
            slots = {slot.name for rule in rules for slot in rule.pattern.slots} | {
                slot for rule in rules for slot in rule.set
            }
            may = slots | {"time"} if DEADLINE in slots else slots
            named = [label.partition(" ")[2].partition("=")[0] for label in self._words.labels]
            never = [0.0 if not slot or slot in may or not rules else NEVER for slot in named]
            self._never[intent] = np.array(never, np.float32)
        return self._never[intent]

    def _take(self, said: Words, heard: Result | None, scene: Scene) -> Mapping[str, float]:
        is_unspaced = self._grammar.is_unspaced
        own = take_sentence(
            said, is_unspaced=is_unspaced, is_on_board=scene.is_on_board, is_choosing=bool(scene.choices)
        )
        return {**own, **take_opinion(heard)}


def _to_shares(rated: Numbers) -> Numbers:
    shares = np.exp(rated - rated.max())
    return shares / shares.sum()
