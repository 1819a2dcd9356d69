"""How names are inflected, learned from sayings with their base forms beside them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.learned.fitting import OF_WORDS, fit
from stopbell.brains.offline.learned.forms import take_forms, to_change
from stopbell.brains.offline.learned.marking import Saying
from stopbell.brains.offline.learned.traits import Traits
from stopbell.brains.offline.learned.values import NAMES, OWN
from stopbell.brains.offline.learned.weights import Weights
from stopbell.brains.offline.tokens import Token
from stopbell.brains.offline.understanding import tokenize

LEAST_CHANGES = 3
"""How often a change must be met."""
LEAST_INFLECTED = 0.1
"""Share of a language's names that must be said otherwise than they are called, for it to inflect them."""
LONGEST_CHANGE = 8
"""Letters of both endings; more is another name."""


def learn_forms(sayings: Iterable[Saying], grammar: Grammar) -> Weights | None:
    """Learn the base forms of names; None for a language that hardly inflects them."""
    rows: list[Traits] = []
    changes: list[str] = []
    for before, name, base in _list_names(sayings, grammar):
        ruled = grammar.names.to_base(before, name)
        if len(ruled) != len(name) or len(base) != len(name):
            continue
        for traits, token, word in zip(take_forms(before, name, ruled), name, base, strict=True):
            change = to_change(token.surface, word)
            if len(change) <= LONGEST_CHANGE + 1:
                rows.append(traits)
                changes.append(change)
    counts = Counter(changes)
    known = sorted(change for change, count in counts.items() if count >= LEAST_CHANGES)
    kept = [place for place, change in enumerate(changes) if counts[change] >= LEAST_CHANGES]
    if not kept or counts[">"] > (1 - LEAST_INFLECTED) * len(kept):
        return None
    meant = np.zeros((len(kept), len(known)), np.float32)
    for row, place in enumerate(kept):
        meant[row, known.index(changes[place])] = 1
    return fit([rows[place] for place in kept], known, meant, OF_WORDS)


def _list_names(sayings: Iterable[Saying], grammar: Grammar) -> Iterator[tuple[Token, Sequence[Token], Sequence[str]]]:
    """Give each name that stands behind a word: that word, the name as it was said, and the words it is called by."""
    for saying in sayings:
        before: Token | None = None
        for piece in saying.pieces:
            said = tokenize(piece.said, grammar)
            base = (piece.value or piece.said).strip()
            if piece.slot in NAMES and before is not None and said and base not in OWN:
                yield before, said, base.split()
            before = said[-1] if said else before
