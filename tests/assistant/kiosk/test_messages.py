"""The operator's messages: which hold, in which order, in whose words."""

from datetime import UTC, datetime, timedelta

from stopbell.kiosk.messages import list_messages, pick_text, tell_message
from stopbell.kiosk.provisioning import Message
from tests.assistant.faketools import BOOKS

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_the_urgent_come_first_and_the_others_keep_their_order() -> None:
    all_of_them = [
        Message(text="a"),
        Message(text="b", priority="tip"),
        Message(text="c", priority="urgent"),
        Message(text="d"),
    ]
    assert [one.text for one in list_messages(all_of_them, NOON, None)] == ["c", "a", "d", "b"]


def test_a_message_holds_from_its_beginning_until_its_end_and_not_at_it() -> None:
    message = Message(text="a", begins=NOON, ends=NOON + HOUR)
    held = [bool(list_messages([message], NOON + shift, None)) for shift in (-HOUR, 0 * HOUR, HOUR / 2, HOUR)]
    assert held == [False, True, True, False]


def test_with_a_wrong_clock_only_what_always_holds_is_told() -> None:
    kept = list_messages([Message(text="a", ends=NOON), Message(text="b")], None, None)
    assert [one.text for one in kept] == ["b"]


def test_a_message_about_one_stop_is_told_there_only() -> None:
    message = Message(text="a", stops=("town:1",))
    assert list_messages([message], NOON, "town:1")
    assert not list_messages([message], NOON, "town:2")


def test_the_rider_s_language_comes_first_then_the_kiosk_s_then_the_operator_s() -> None:
    words = {"uk": "Увага", "de": "Achtung"}
    assert pick_text(words, ("de", "uk")) == ("Achtung", "de")
    assert pick_text(words, ("fr", "uk")) == ("Увага", "uk")
    assert pick_text(words, ("fr",)) == ("Увага", "uk")
    assert pick_text("Hello", ("fr",)) == ("Hello", None)


def test_a_message_says_whose_word_it_is_and_numbers_in_it_are_spoken() -> None:
    line = tell_message(BOOKS.pick("en"), Message(text="Line 2 stops at the bridge.", priority="urgent"), ("en",))
    assert (line.written, line.spoken) == (
        "Important: Line 2 stops at the bridge.",
        "Important: Line two stops at the bridge.",
    )
