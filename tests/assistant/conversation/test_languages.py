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
        # Words without blanks are words too.
        ("en", "公交车什么时候来", "zh"),
        ("zh", "下一班什么时候", "zh"),
        ("zh", "when is the next bus at Oak Street", "en"),
        ("en", "帮助", "en"),
        ("zh", "10A", "zh"),
    ],
)
def test_the_answer_has_the_language_of_a_clear_question(own: str, said: str, answered: str) -> None:
    assert say(said, profile=Profile(is_set_up=True, language=own)).language == answered


def test_the_next_question_is_in_the_riders_own_language_again() -> None:
    assert say("when is the next bus at Oak Street", "ще", profile=UKRAINIAN).language == "uk"


def test_a_language_that_was_asked_for_beats_the_questions() -> None:
    assert say("when is the next bus at Oak Street", profile=UKRAINIAN, language="uk").language == "uk"


def test_chinese_sentences_follow_each_other_without_blanks() -> None:
    reply = say("站点6497", profile=Profile(is_set_up=True, language="zh"))
    assert len(reply.lines) > 1
    assert "。" in reply.written
    assert "。 " not in reply.written
    assert "。 " not in reply.spoken


def test_a_chinese_question_for_a_stop_takes_the_name_and_hears_another_question() -> None:
    chinese = Profile(is_set_up=True, language="zh")
    assert say("我的站点", "橡树街", profile=chinese).language == "zh"
    assert say("下一班什么时候", "现在几点", profile=chinese).kind != "unknown"
