"""The labels of all words of a sentence: the likeliest row of them, each told by its word and the label before."""

from collections.abc import Sequence

import numpy as np

from stopbell.brains.offline.learned.values import BEGINS, GOES_ON, OUTSIDE
from stopbell.brains.offline.learned.weights import Numbers, Weights

BEFORE = "p "
"""With what the trait of a word begins that tells the label of the word before."""
NEVER = np.float32(-1e9)
"""What speaks against a label that cannot be."""


def rate_followers(weights: Weights) -> Numbers:
    """Give how much each label (row) before a word speaks for each label (column) of the word; none goes on alone."""
    labels = weights.labels
    rated = np.stack([weights.rate({f"{BEFORE}{label}": 1.0}) - weights.bias for label in labels])
    for column, label in enumerate(labels):
        step, _, slot = label.partition(" ")
        if step == GOES_ON:
            may = [before in (f"{BEGINS} {slot}", label) for before in labels]
            rated[[not one for one in may], column] = NEVER
    return rated.astype(np.float32)


def find_labels(rated: Sequence[Numbers], follow: Numbers, labels: Sequence[str]) -> list[str]:
    """Give the likeliest labels of words.

    Args:
        rated: for each word, how much its own traits speak for each label.
        follow: how much each label before speaks for each label.
        labels: their names.
    """
    if not rated:
        return []
    before = follow[labels.index(OUTSIDE)][None, :]
    likely = np.zeros(1, np.float32)
    came: list[list[int]] = []
    for own in rated:
        each = likely[:, None] + _to_log_shares(before + own)
        came.append(each.argmax(0).tolist())
        likely, before = each.max(0), follow
    place = int(likely.argmax())
    found = [place]
    for back in reversed(came[1:]):
        place = back[place]
        found.append(place)
    return [labels[one] for one in reversed(found)]


def _to_log_shares(rated: Numbers) -> Numbers:
    """Give the logarithms of how likely each label is, row by row."""
    least = rated - rated.max(1, keepdims=True)
    shares: Numbers = least - np.log(np.exp(least).sum(1, keepdims=True))
    return shares
