"""A question is answered in the language in which it was asked, where that is clear."""

import pytest

from stopbell.conversation.profile import Profile
from tests.assistant.talking import say

UKRAINIAN = Profile(is_set_up=True, language="uk")


@pytest.mark.parametrize(
    ("own", "said", "answered"),
    [
        ("uk", "when is the next bus at Oak Street", "en"),
        ("en", "коли наступний автобус на зупинці Дубова", "uk"),
        ("uk", "коли наступний автобус на зупинці Дубова", "uk"),
        ("en", "when is the next bus at Oak Street", "en"),
        # One word, a number, or what nobody understands is no question in another language.
        ("uk", "help", "uk"),
        ("uk", "alerts", "uk"),
        ("en", "довідка", "en"),
        ("uk", "10A", "uk"),
        ("uk", "Oak Street", "uk"),
        ("uk", "qwerty asdf zxcv", "uk"),
    ],
)
def test_the_answer_has_the_language_of_a_clear_question(own: str, said: str, answered: str) -> None:
    assert say(said, profile=Profile(is_set_up=True, language=own)).language == answered


def test_the_next_question_is_in_the_riders_own_language_again() -> None:
    assert say("when is the next bus at Oak Street", "ще", profile=UKRAINIAN).language == "uk"


def test_a_language_that_was_asked_for_beats_the_questions() -> None:
    assert say("when is the next bus at Oak Street", profile=UKRAINIAN, language="uk").language == "uk"
