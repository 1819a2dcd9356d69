"""Requests within longer sentences, and control words with words around them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell.brains.brain import Intent, Scene
from tests.assistant.talking import load_brain

WORDS = (
    "when",
    "the",
    "49",
    ",",
    "no",
    "stop",
    "yes",
    "tell me",
    "and",
    "to",
    "Angel",
    "rain",
    "is coming",
    ".",
    "again",
)


def understand(text: str, language: str = "en", **scene: object) -> list[Intent]:
    return list(load_brain().understand(text, Scene(language=language, **scene)))  # type: ignore[arg-type]  # plain values


def name_of(text: str, language: str = "en") -> str:
    return "+".join(intent.name for intent in understand(text, language))


@pytest.mark.parametrize(
    ("said", "language", "intent", "route"),
    [
        ("sorry to bother you but could you tell me when the 49 is coming", "en", "next_arrivals", "49"),
        (
            "ok so I'm stood in the rain with the dog and all I want to know is when the X26 comes",
            "en",
            "next_arrivals",
            "X26",
        ),
        ("my phone is nearly dead, where is the 7, I have been here ages", "en", "vehicle_location", "7"),
        ("I have my cane out and I can't see the board, when's the 27 due", "en", "next_arrivals", "27"),
        ("слухай, я тут стою вже давно, скажи мені нарешті, коли буде шістка", "uk", "next_arrivals", "6"),
        ("du ich habe es wirklich eilig, sag mir wann die 12 kommt", "de", "next_arrivals", "12"),
        ("j'ai froid et mon chien aussi, dis-moi quand passe le 14", "fr", "next_arrivals", "14"),
        ("llevo un rato largo aquí con mi perro, dime cuándo llega el 21", "es", "next_arrivals", "21"),
        ("stoję tu z psem i zimno mi, powiedz o której przyjedzie 15", "pl", "next_arrivals", "15"),
    ],
)
def test_a_request_is_found_however_it_is_framed(said: str, language: str, intent: str, route: str) -> None:
    heard = understand(said, language)
    assert [(one.name, one.text("route")) for one in heard] == [(intent, route)]


def test_of_two_requests_in_a_long_sentence_both_are_heard() -> None:
    said = "right my battery is going so where is the 7 and while I am grumbling tell me what time it is"
    assert name_of(said) == "vehicle_location+current_time"


def test_a_request_that_is_unsaid_is_not_done() -> None:
    assert name_of("nobody ever bothers telling me when the 49 is coming") != "set_alight_alert"
    assert name_of("you need never again bother to warn me when to get off") != "set_alight_alert"
    assert name_of("ти можеш не казати мені, коли виходити", "uk") != "set_alight_alert"


def test_a_line_named_before_it_is_pointed_at_is_the_one_that_is_meant() -> None:
    (heard,) = understand("je poireaute depuis une heure pour le 17 et il n'est pas venu", "fr")
    assert (heard.name, dict(heard.slots)) == ("missing_vehicle", {"route": "17"})


@pytest.mark.parametrize(
    ("said", "language", "intent"),
    [
        ("no no no", "en", "deny"),
        ("yeah, correct", "en", "affirm"),
        ("yes yes that's right", "en", "affirm"),
        ("stop it already", "en", "stop_speaking"),
        ("i missed that can you say it again", "en", "repeat"),
        ("quiet, quiet now", "en", "stop_speaking"),
        ("замовчи вже", "uk", "stop_speaking"),
        ("так, правильно", "uk", "affirm"),
        ("ні ні ні", "uk", "deny"),
        ("stop jetzt mal", "de", "stop_speaking"),
        ("oui oui c'est ça", "fr", "affirm"),
        ("nie, nie", "pl", "deny"),
        ("no, no, no", "es", "deny"),
    ],
)
def test_a_control_word_is_heard_with_words_that_only_lend_it_weight(said: str, language: str, intent: str) -> None:
    assert name_of(said, language) == intent


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("is that right", "en"),
        ("to the right", "en"),
        ("at the back", "en"),
        ("Halt Street and then Quiet Lane", "en"),
        ("the stop right there on Halt Road", "en"),
        ("стоп 12 вже", "uk"),
        ("stimmt das wirklich", "de"),
    ],
)
def test_a_control_word_beside_others_is_none(said: str, language: str) -> None:
    assert name_of(said, language) not in ("stop_speaking", "cancel", "affirm", "deny", "back", "repeat")


def test_yes_and_no_beside_a_request_leave_the_request() -> None:
    assert name_of("yes well my granddaughter is here too, tell me when the 49 is coming") == "next_arrivals"


@settings(deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_row_of_words_is_read_and_the_same_each_time(words: list[str]) -> None:
    said = " ".join(words)
    assert understand(said) == understand(said) != []


@pytest.mark.parametrize(
    ("said", "language", "slot", "value"),
    [
        ("i want to get off at South Street tell me in time", "en", "stop", "South Street"),
        ("next bus to the airport when", "en", "destination", "airport"),
        ("my stop is Main and Oak", "en", "stop", "Main and Oak"),
        ("наступний автобус до аеропорту коли", "uk", "destination", "аеропорт"),
        ("use stop 75 882", "en", "stop", "75882"),
        ("when is the next a hundred and forty", "en", "route", "140"),
        ("walk to the Corn Exchange stop", "en", "stop", "Corn Exchange"),
        ("set stop to Stop Street", "en", "stop", "Stop Street"),
    ],
)
def test_a_name_ends_where_a_request_begins(said: str, language: str, slot: str, value: str) -> None:
    assert understand(said, language)[-1].slots.get(slot) == value
