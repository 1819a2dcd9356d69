"""Names in their base form by what was learned: riders say "на Коломию", the stop is called Коломия.

Learned from sayings in which translators marked a name as it was said and wrote its base form beside it. What the
grammar's tables make of a word is one voice among others.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from stopbell.brains.offline.errors import GrammarError
from stopbell.brains.offline.learned.traits import Traits
from stopbell.brains.offline.learned.weights import Weights, read_weights
from stopbell.brains.offline.tokens import Token

FORMS = "forms"
LONGEST_ENDING = 5
SURE = 0.92
"""How likely a change must be: a name that is spoilt may be another stop's."""
SHORTEST_STEM = 2
"""Letters that stay before an ending that is changed."""
_CHANGE = ">"


class Forms:
    """What was learned of one language's names."""

    def __init__(self, weights: Weights) -> None:
        """Take it: labels are an ending and what stands in its place."""
        self._weights = weights
        self._changes = [label.partition(_CHANGE) for label in weights.labels]

    @classmethod
    def load(cls, path: Path) -> "Forms":
        """Read a file.

        Raises:
            GrammarError: it is not whole; names it and the remedy.
        """
        parts = read_weights(path)
        if FORMS not in parts:
            raise GrammarError(f"{path} has no forms of names in it; learn it again with: make learn")
        return cls(parts[FORMS])

    def to_base(self, before: Token, name: Sequence[Token], ruled: Sequence[str]) -> list[str]:
        """Give the words of a name in their base form.

        Args:
            before: the word before the name.
            name: its words as they were said.
            ruled: its words as the grammar's tables give them.
        """
        if len(ruled) != len(name):
            return list(ruled)
        return [
            self._change(token.surface, rule, traits)
            for token, rule, traits in zip(name, ruled, take_forms(before, name, ruled), strict=True)
        ]

    def _change(self, word: str, ruled: str, traits: Traits) -> str:
        lower = word.lower()
        rated = self._weights.rate(traits)
        shares = np.exp(rated - rated.max())
        shares /= shares.sum()
        for place in np.argsort(-shares):
            if shares[place] < SURE:
                return ruled
            ending, _, other = self._changes[int(place)]
            if lower.endswith(ending) and (not ending + other or len(word) - len(ending) >= SHORTEST_STEM):
                return word[: len(word) - len(ending)] + other
        return ruled


def to_change(word: str, base: str) -> str:
    """Give by which change of its ending a word becomes its base form."""
    said, meant = word.lower(), base.lower()
    alike = (one == other for one, other in zip(said, meant, strict=False))
    kept = next((place for place, is_alike in enumerate(alike) if not is_alike), min(len(said), len(meant)))
    return f"{said[kept:]}{_CHANGE}{meant[kept:]}"


def take_forms(before: Token, name: Sequence[Token], ruled: Sequence[str]) -> list[Traits]:
    """Give the traits of each word of a name, by which its base form is found."""
    words = ["^", *(token.surface.lower() for token in name), "$"]
    taken: list[Traits] = []
    for place, rule in enumerate(ruled, 1):
        word, earlier, later = words[place], words[place - 1][-3:], words[place + 1][-3:]
        change, first = to_change(name[place - 1].surface, rule), before.folded
        endings = [word[-length:] for length in range(1, LONGEST_ENDING + 1) if length < len(word)]
        traits = [f"w {word}", f"p {first}", f"n {later}", f"v {earlier}", f"k {min(place, 3)} {place == len(name)}"]
        traits += [f"e {ending}" for ending in endings]
        traits += [f"pe {first} {ending}" for ending in endings]
        traits += [f"ne {later} {word[-2:]}", f"ve {earlier} {word[-2:]}", f"ve {earlier} {word[-3:]}"]
        traits += [f"pk {first} {place > 1} {word[-2:]}", f"pv {first} {earlier} {word[-2:]}"]
        traits += [f"g {change}", f"ge {change} {word[-2:]}", f"gp {change} {first}"]
        taken.append(dict.fromkeys(traits, 1.0))
    return taken
