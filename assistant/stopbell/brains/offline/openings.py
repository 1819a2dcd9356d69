"""Where a request begins within a sentence, by the words that a grammar has for it; also where a name must end."""

from collections.abc import Sequence

from stopbell.brains.offline.chart import Chart
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.hearing import HeardWord
from stopbell.brains.offline.tokens import Token


def find_openings(words: Sequence[HeardWord], grammar: Grammar) -> frozenset[int]:
    """Give the places of words that open a request; words with typing errors open none."""
    openings = grammar.openings
    if not openings or not any(openings.begins & word.bits for word in words):
        return frozenset()
    scores = [dict.fromkeys(word.exact, word.weight) for word in words]
    chart = Chart(scores, [word.bits for word in words], [word.skip for word in words], {})
    return frozenset(place for place in range(len(words)) if chart.match(openings, place))


def find_name_breaks(
    tokens: Sequence[Token], words: Sequence[HeardWord], openings: frozenset[int], grammar: Grammar
) -> frozenset[int]:
    """Give the places that no name goes beyond: a request begins, two are joined, or a pause and then a known word.

    A word of no weight may join the words of a name ("Main and Oak"), and a comma may stand in one.
    """
    return openings | {
        place
        for place, (token, word) in enumerate(zip(tokens, words, strict=True))
        if (token.folded in grammar.joining and not word.is_light) or (token.starts_pause and word.exact)
    }
