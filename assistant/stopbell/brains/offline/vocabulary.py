"""Which words of a grammar a word as written may be: itself, a beginning, or a near miss."""

from collections.abc import Mapping

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from stopbell.brains.offline.grammar import ANY_END, Grammar

EXACT = 1.0
TYPO = 0.75
"""What a word with a typing error counts of a right one."""
SHORTEST_TYPED = 3
"""Shorter words are taken as they are; one of the two words must be longer than this."""
SHORTEST_BEGINNING = 5
LONG_WORD = 8
"""From this length two errors are mended instead of one."""


def find_words(folded: str, grammar: Grammar, *, mend: bool = True) -> Mapping[str, float]:
    """Give the words of the grammar that a folded word may be, each with how surely.

    Typing errors are looked for only where nothing fits as written.
    """
    hits: dict[str, float] = {}
    if folded in grammar.words:
        hits[folded] = EXACT
    for length in range(1, len(folded) + 1):
        if folded[:length] in grammar.beginnings:
            hits[folded[:length] + ANY_END] = EXACT
    is_sure = any(not word.endswith(ANY_END) or len(word) > SHORTEST_BEGINNING for word in hits)
    if is_sure or not mend or len(folded) < SHORTEST_TYPED or not folded.isalpha():
        return hits
    errors = 2 if len(folded) >= LONG_WORD else 1
    for word, _, _ in process.extract(
        folded, grammar.words, scorer=DamerauLevenshtein.distance, score_cutoff=errors, limit=None
    ):
        if len(word) + len(folded) > 2 * SHORTEST_TYPED and word[0] == folded[0]:
            hits[word] = TYPO
    for beginning in grammar.beginnings:
        if len(beginning) >= SHORTEST_BEGINNING and _begins_nearly(folded, beginning):
            hits[beginning + ANY_END] = TYPO
    return hits


def _begins_nearly(folded: str, beginning: str) -> bool:
    errors = 2 if len(beginning) >= LONG_WORD else 1
    lengths = range(len(beginning) - errors, len(beginning) + errors + 1)
    return any(
        DamerauLevenshtein.distance(folded[:length], beginning, score_cutoff=errors) <= errors
        for length in lengths
        if length <= len(folded)
    )
