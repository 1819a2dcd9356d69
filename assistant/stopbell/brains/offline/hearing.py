"""What one word can be to a grammar; worked out once, because riders say the same words again and again."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from stopbell.brains.offline.compiling import Compiler
from stopbell.brains.offline.numbers import NumberWords, find_numbers
from stopbell.brains.offline.rules import RuleIndex
from stopbell.brains.offline.tokens import Token
from stopbell.brains.offline.vocabulary import EXACT, Vocabulary
from stopbell.folding import has_digit

LIGHT_WEIGHT = 0.2
LIGHT_SKIP = 0.02
HEAVY_SKIP = 0.5
REMEMBERED = 1024
"""Words that a grammar keeps in mind; strange ones must not fill the memory."""


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word as a grammar hears it."""

    scores: Mapping[str, float]
    """For each word of the patterns that it may be, what it counts then."""
    bits: int
    """The same words as bits of parts."""
    exact: tuple[str, ...]
    """Those that it is without a typing error."""
    exact_rules: int
    """Requests that have one of these."""
    rules: int
    """Requests that have any of the words."""
    controls: int
    """Control words that have any of the words."""
    is_light: bool
    begins_number: bool
    begins_line: bool
    """Whether a line's label may begin so, beside those that serve the stop in use."""
    has_digit: bool

    @property
    def weight(self) -> float:
        """Give what the word counts in its sentence."""
        return LIGHT_WEIGHT if self.is_light else 1.0

    @property
    def skip(self) -> float:
        """Give what it costs to pass over the word."""
        return LIGHT_SKIP if self.is_light else HEAVY_SKIP


Hear = Callable[[str, bool], HeardWord]
"""Takes a folded word and whether typing errors are mended."""


def make_ear(
    vocabulary: Vocabulary,
    compiler: Compiler,
    controls: RuleIndex,
    intents: RuleIndex,
    light: frozenset[str],
    numbers: NumberWords,
    letters: Container[str],
) -> Hear:
    """Give what hears words as a grammar does, and remembers them."""
    phrases = (*numbers.cardinals, *numbers.ordinals)
    first_words = frozenset(phrase.split()[0] for phrase in phrases if " " in phrase)

    @lru_cache(maxsize=REMEMBERED)
    def hear(folded: str, mend: bool) -> HeardWord:
        hits = vocabulary.find(folded, mend=mend)
        weight = LIGHT_WEIGHT if folded in light else 1.0
        exact = tuple(word for word, quality in hits.items() if quality == EXACT)
        is_number = folded in first_words or any(find_numbers((Token(folded, folded),), 0, numbers))
        is_letter = len(folded) == 1 or folded in letters
        return HeardWord(
            scores={word: weight * quality for word, quality in hits.items()},
            bits=_unite(hits, compiler.find_bit),
            exact=exact,
            exact_rules=_unite(exact, lambda word: intents.by_word.get(word, 0)),
            rules=_unite(hits, lambda word: intents.by_word.get(word, 0)),
            controls=_unite(hits, lambda word: controls.by_word.get(word, 0)),
            is_light=folded in light,
            begins_number=is_number,
            begins_line=is_number or is_letter or has_digit(folded),
            has_digit=has_digit(folded),
        )

    return hear


def _unite(words: Iterable[str], find: Callable[[str], int]) -> int:
    united = 0
    for word in words:
        united |= find(word)
    return united
