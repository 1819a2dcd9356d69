"""Which words of a grammar a word as written may be: itself, a beginning, or a near miss."""

from collections.abc import Iterable, Mapping

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from stopbell.brains.offline.compiling import ANY_END

EXACT = 1.0
TYPO = 0.75
"""What a word with a typing error counts of a right one."""
SHORTEST_TYPED = 3
"""Shorter words are taken as they are; one of the two words must be longer than this."""
SHORTEST_BEGINNING = 5
LONG_WORD = 8
"""From this length two errors are mended instead of one."""


class Vocabulary:
    """The words and beginnings of words of one grammar, laid out so that near misses are found among few."""

    def __init__(self, words: Iterable[str]) -> None:
        """Take all words of a grammar's patterns, folded; beginnings end in `*`."""
        every = frozenset(words)
        self.words = frozenset(word for word in every if not word.endswith(ANY_END))
        self.beginnings = frozenset(word.removesuffix(ANY_END) for word in every if word.endswith(ANY_END))
        self._by_letter: dict[str, list[str]] = {}
        for word in self.words:
            self._by_letter.setdefault(word[:1], []).append(word)
        self._long_beginnings = [
            (beginning, _to_letters(beginning), _count_errors(beginning))
            for beginning in self.beginnings
            if len(beginning) >= SHORTEST_BEGINNING
        ]

    def find(self, folded: str, *, mend: bool = True) -> Mapping[str, float]:
        """Give the words of the grammar that a folded word may be, each with how surely.

        Typing errors are looked for only where nothing fits as written.
        """
        hits: dict[str, float] = {}
        if folded in self.words:
            hits[folded] = EXACT
        for length in range(1, len(folded) + 1):
            if folded[:length] in self.beginnings:
                hits[folded[:length] + ANY_END] = EXACT
        is_sure = any(not word.endswith(ANY_END) or len(word) > SHORTEST_BEGINNING for word in hits)
        if is_sure or not mend or len(folded) < SHORTEST_TYPED or not folded.isalpha():
            return hits
        for word in self._find_near_words(folded):
            hits[word] = TYPO
        for beginning in self._find_near_beginnings(folded):
            hits[beginning + ANY_END] = TYPO
        return hits

    def _find_near_words(self, folded: str) -> Iterable[str]:
        """Give the words within the errors that may be mended; the first letter must be right."""
        words, errors = self._by_letter.get(folded[0], ()), _count_errors(folded)
        near = process.extract(
            folded, words, scorer=DamerauLevenshtein.distance, score_cutoff=errors, limit=None, processor=None
        )
        return [word for word, _, _ in near if len(word) + len(folded) > 2 * SHORTEST_TYPED]

    def _find_near_beginnings(self, folded: str) -> Iterable[str]:
        """Give the beginnings that the word nearly begins with.

        A letter that the word has nowhere is an error: most beginnings have too many of them to be measured.
        """
        missing = ~_to_letters(folded)
        return [
            beginning
            for beginning, letters, errors in self._long_beginnings
            if (letters & missing).bit_count() <= errors and _begins_nearly(folded, beginning, errors)
        ]


def _begins_nearly(folded: str, beginning: str, errors: int) -> bool:
    lengths = range(len(beginning) - errors, min(len(beginning) + errors, len(folded)) + 1)
    return any(
        DamerauLevenshtein.distance(folded[:length], beginning, score_cutoff=errors) <= errors for length in lengths
    )


def _count_errors(word: str) -> int:
    return 2 if len(word) >= LONG_WORD else 1


def _to_letters(word: str) -> int:
    """Give which letters are in a word, as bits; letters that share a bit only let more words through."""
    letters = 0
    for character in word:
        letters |= 1 << (ord(character) & 63)
    return letters
