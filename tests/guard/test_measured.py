"""The guard's figures on a sample that is quick to measure; `python -m tests.guard` measures all of it."""

from functools import cache

import pytest

from tests.guard.measuring import Score, measure
from tests.guard.transcripts import TEMPLATES
from tests.guard.worlds import DEMONSTRATION, Source, hold_all

LANGUAGES = sorted(path.stem for path in TEMPLATES.glob("*.toml"))
CAUGHT, ALTERED = 0.99, 0.01


@cache
def measure_sample(language: str, split: str) -> Score:
    score = Score()
    for held in hold_all((Source(DEMONSTRATION),), None, language):
        score.add(measure(held[:3], language, split))
    return score


@pytest.mark.parametrize("language", LANGUAGES)
def test_changed_facts_are_caught(language: str) -> None:
    score = measure_sample(language, "build")
    assert score.lies.total() > 200
    assert score.caught >= CAUGHT, score.missed[:5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_true_sentences_are_left_as_they_are(language: str) -> None:
    score = measure_sample(language, "build")
    assert score.truths > 100
    assert score.altered_share <= ALTERED, score.altered[:5]
