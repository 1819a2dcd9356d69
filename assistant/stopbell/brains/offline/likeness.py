"""Which wish a sentence is likest to, by the words and parts of words in sentences that riders have said.

A naive Bayes reading of `examples.toml`. Alone it is sure too easily; it counts only where the grammar's words agree.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

SMOOTHING = 0.05
PRIOR = 0.3
"""How much it counts that one wish is said more often than another."""
KNOWN = 0.5
"""Share of a sentence's parts that the examples must have; what is talked of elsewhere has few."""
PART_LENGTHS = (3, 4, 5)
SIGN_LENGTHS = (1, 2, 3)
_DIGITS = re.compile(r"\d+")


class Likeness:
    """The examples of one language, counted."""

    def __init__(self, examples: Mapping[str, Iterable[Sequence[str]]], *, is_unspaced: bool = False) -> None:
        """Take folded words of sentences by wish; in a language without blanks a word is a sign."""
        self._is_unspaced = is_unspaced
        self._counts: dict[str, Counter[str]] = {}
        sizes: Counter[str] = Counter()
        for wish, sentences in examples.items():
            counted = self._counts.setdefault(wish, Counter())
            for words in sentences:
                sizes[wish] += 1
                counted.update(self._take_apart(words))
        self._parts = frozenset[str]().union(*self._counts.values())
        total = sum(sizes.values())
        self._priors = {wish: PRIOR * math.log(size / total) for wish, size in sizes.items()}
        self._sizes = {
            wish: math.log(counted.total() + SMOOTHING * len(self._parts)) for wish, counted in self._counts.items()
        }

    def find(self, words: Sequence[str]) -> str | None:
        """Give the likest wish; None where the examples know too little of the sentence."""
        said = self._take_apart(words)
        known = said & self._parts
        if not said or len(known) < KNOWN * len(said):
            return None
        return max(self._counts, key=lambda wish: self._rate(wish, known))

    def _rate(self, wish: str, parts: frozenset[str]) -> float:
        counted = self._counts[wish]
        heard = sum(math.log(counted[part] + SMOOTHING) for part in parts)
        return self._priors[wish] + heard - len(parts) * self._sizes[wish]

    def _take_apart(self, words: Sequence[str]) -> frozenset[str]:
        """Give words, pairs of words, and parts of words; numbers are all alike."""
        plain = [_DIGITS.sub("0", word) for word in words if word]
        if self._is_unspaced:
            return _list_parts("".join(plain), SIGN_LENGTHS)
        pairs = {f"{first} {second}" for first, second in pairwise(plain)}
        parts = (_list_parts(f"^{word}$", PART_LENGTHS) for word in plain)
        return frozenset({f"={word}" for word in plain} | pairs).union(*parts)


def _list_parts(text: str, lengths: Sequence[int]) -> frozenset[str]:
    return frozenset(text[start : start + length] for length in lengths for start in range(len(text) - length + 1))
