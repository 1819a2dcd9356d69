"""The labels of a sentence's words are found together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.brains.offline.learned.labelling import find_labels, rate_followers
from stopbell.brains.offline.learned.weights import Numbers, to_weights

LABELS = ("B stop", "I stop", "O")
FREE = np.zeros((3, 3), np.float32)


def numbers(*rows: tuple[float, float, float]) -> list[Numbers]:
    return [np.array(row, np.float32) for row in rows]


def test_each_word_by_itself_where_the_one_before_tells_nothing() -> None:
    assert find_labels(numbers((0, 0, 3), (3, 0, 0), (0, 3, 0)), FREE, LABELS) == ["O", "B stop", "I stop"]


def test_what_follows_may_change_what_came_before() -> None:
    follow = FREE.copy()
    # After a beginning a second word of the name is sure; after no name there is never one.
    follow[0, 1], follow[2, 1] = 4, -9
    told = numbers((1.0, 0, 1.2), (1.9, 2.0, 1.9))
    assert find_labels(told[:1], follow, LABELS) == ["O"]
    assert find_labels(told, follow, LABELS) == ["B stop", "I stop"]


def test_no_word_is_no_label() -> None:
    assert find_labels([], FREE, LABELS) == []


@given(st.lists(st.tuples(*[st.floats(-20, 20)] * 3), max_size=12))
def test_a_name_never_goes_on_that_has_not_begun(told: list[tuple[float, float, float]]) -> None:
    traits = np.zeros((1, 3), np.float32)
    traits[0, 0] = 1
    weights = to_weights(LABELS, ("p O",), traits, np.zeros(3, np.float32))
    found = find_labels(numbers(*told), rate_followers(weights), LABELS)
    assert len(found) == len(told)
    assert all(found[place - 1] != "O" for place, label in enumerate(found) if place and label == "I stop")
    assert found[:1] != ["I stop"]


@pytest.mark.parametrize("size", [1, 5, 60])
def test_large_numbers_are_no_trouble(size: int) -> None:
    assert find_labels(numbers(*[(0, 0, 3e4)] * size), FREE, LABELS) == ["O"] * size
