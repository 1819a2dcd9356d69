"""When no pattern fits: which intent's words these are, in whatever order they were said.

A word counts by how few intents use it. A guess is made only where one intent stands clearly ahead.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

from stopbell.brains.brain import Intent
from stopbell.brains.offline.grammar import CompiledRule
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.vocabulary import EXACT
from stopbell.folding import has_digit

LIKELY = 0.57
"""Share of the sentence's words, by weight, that must belong to the intent."""
AHEAD = 0.15
"""How far ahead of the next intent it must be."""
CONFIDENCE = 0.5
STRANGE = 2.5
"""What a word weighs that no pattern has."""
LINE = 2.0
PLAINNESS = 0.0006
"""Between rules of one intent the one with fewer words is the likelier: it says less that was not said."""
HEARD_ANYWHERE = ("route", "mode", "feature")


def weigh_words(rules: Iterable[CompiledRule]) -> Mapping[str, float]:
    """Give each word's weight: the fewer intents use it, the more it tells."""
    users: dict[str, set[str]] = {}
    intents: set[str] = set()
    for rule in rules:
        intents.add(rule.intent)
        for word in rule.words:
            users.setdefault(word, set()).add(rule.intent)
    return {word: math.log(len(intents) / len(used)) for word, used in users.items()}


def guess(
    reading: Reading, rules: Sequence[CompiledRule], weights: Mapping[str, float], language: str
) -> Intent | None:
    """Give the intent whose words these clearly are, or None."""
    words = [[word for word, quality in hits.items() if quality == EXACT] for hits in reading.hits]
    total = sum(max((weights.get(word, 0.0) for word in found), default=STRANGE) for found in words)
    if not total:
        return None
    scores: dict[str, float] = {}
    best: dict[str, CompiledRule] = {}
    for rule in rules:
        if not rule.may_be_guessed:
            continue
        score = _rate(reading, words, rule, weights) / total - PLAINNESS * len(rule.words)
        if score > scores.get(rule.intent, 0.0):
            scores[rule.intent], best[rule.intent] = score, rule
    ranked = sorted(scores, key=lambda intent: -scores[intent])
    if not ranked or scores[ranked[0]] < LIKELY:
        return None
    if len(ranked) > 1 and scores[ranked[0]] - scores[ranked[1]] < AHEAD:
        return None
    rule = best[ranked[0]]
    return Intent(rule.intent, {**reading.gather(HEARD_ANYWHERE), **rule.set}, language, CONFIDENCE)


def _rate(reading: Reading, words: Sequence[Sequence[str]], rule: CompiledRule, weights: Mapping[str, float]) -> float:
    takes_line = any(slot.name == "route" for slot in rule.slots)
    score = 0.0
    for found, token in zip(words, reading.tokens, strict=True):
        score += max((weights[word] for word in found if word in rule.words), default=0.0)
        if not found and takes_line and has_digit(token.folded):
            score += LINE
    return score
