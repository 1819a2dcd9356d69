"""Numbers that fit sentences: how much each trait speaks for each label, found by many small steps.

The same rows give the same numbers: nothing is drawn by chance but from a fixed seed.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stopbell.brains.offline.learned.traits import Traits
from stopbell.brains.offline.learned.weights import Numbers, Weights, to_weights

SEED = 1
STEP = 0.25
BATCH = 32


@dataclass(frozen=True, slots=True)
class Manner:
    """How numbers are found."""

    rounds: int
    """How often all rows are gone through."""
    shrink: float
    """How strongly numbers are drawn to 0."""
    left_out: float
    """Share of a row's traits that is left out, others each time, so that none is relied on alone."""


OF_SENTENCES = Manner(rounds=20, shrink=0.02, left_out=0.5)
"""What is best where a sentence has many traits that tell the same."""
OF_WORDS = Manner(rounds=12, shrink=0.05, left_out=0.0)
"""What is best for words, of whose few traits each may be the one that tells."""
LEAST_TRAITS = 3
"""How often a trait must be met to be learned."""


def fit(
    rows: Sequence[Traits],
    labels: Sequence[str],
    meant: Numbers,
    manner: Manner,
    *,
    asked: Numbers | None = None,
) -> Weights:
    """Find the numbers by which the traits tell what is meant: one label of all, or, where asked, each by itself."""
    counts = Counter(trait for traits in rows for trait in traits)
    traits = sorted(trait for trait, count in counts.items() if count >= LEAST_TRAITS)
    places = {trait: place for place, trait in enumerate(traits)}
    data = [
        (
            np.array([places[trait] for trait in row if trait in places], np.int64),
            np.array([weight for trait, weight in row.items() if trait in places], np.float32),
        )
        for row in rows
    ]
    numbers = np.zeros((len(traits), len(labels)), np.float32)
    bias = np.zeros(len(labels), np.float32)
    moved, bias_moved = np.full_like(numbers, 1e-8), np.full_like(bias, 1e-8)
    order = list(range(len(rows)))
    chance = random.Random(SEED)  # noqa: S311  # an order, no secret
    left = np.random.default_rng(SEED)
    for _ in range(manner.rounds):
        chance.shuffle(order)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            used, where = np.unique(np.concatenate([data[row][0] for row in batch]), return_inverse=True)
            said = np.zeros((len(batch), len(used)), np.float32)
            taken = 0
            for line, row in enumerate(batch):
                size = len(data[row][0])
                kept = left.random(size) >= manner.left_out
                said[line, where[taken : taken + size]] = data[row][1] * kept / (1 - manner.left_out)
                taken += size
            rated = said @ numbers[used] + bias
            wrong = _to_likely(rated, is_each=asked is not None) - meant[batch]
            if asked is not None:
                wrong *= asked[batch]
            wrong /= len(batch)
            slope = said.T @ wrong + manner.shrink * numbers[used] / len(rows)
            moved[used] += slope * slope
            numbers[used] -= STEP * slope / np.sqrt(moved[used])
            bias_slope = wrong.sum(0)
            bias_moved += bias_slope * bias_slope
            bias -= STEP * bias_slope / np.sqrt(bias_moved)
    return to_weights(labels, traits, numbers, bias)


def _to_likely(rated: Numbers, *, is_each: bool) -> Numbers:
    if is_each:
        return (1 / (1 + np.exp(-rated))).astype(np.float32)
    likely = np.exp(rated - rated.max(1, keepdims=True))
    return likely / likely.sum(1, keepdims=True)
