"""What riders say is understood: in other words than the grammar's, with errors, across languages."""

import re
from pathlib import Path

import pytest

from stopbell.brains.brain import Intent, Scene
from tests.assistant.talking import load_brain

FOLDER = Path(__file__).parent


def read_riders(language: str) -> list[tuple[str, str, dict[str, str]]]:
    rows = (FOLDER / f"riders-{language}.tsv").read_text(encoding="utf-8").splitlines()
    parts = [row.split("\t") for row in rows]
    return [(text, intent, dict(re.findall(r"(\w+)=(.*?)(?= \w+=|$)", slots))) for text, intent, slots in parts]


def understand(text: str, language: str = "en", **scene: object) -> Intent:
    return load_brain().understand(text, Scene(language=language, **scene))[0]  # type: ignore[arg-type]  # plain values


@pytest.mark.parametrize("language", ["en", "uk"])
def test_our_own_riders_are_understood(language: str) -> None:
    wrong: list[str] = []
    for text, wanted, slots in read_riders(language):
        intents = load_brain().understand(text, Scene(language=language))
        name = "multi" if len(intents) > 1 else intents[0].name
        heard = {slot: intents[0].text(slot) for slot in slots}
        if (name, heard) != (wanted, slots):
            wrong.append(f"{text}: {name} {heard}")
    assert wrong == []


@pytest.mark.parametrize(
    "said",
    ["stop", "Stop!", "stop please", "please stop", "STOP", "halt", "quiet", "be quiet", "стоп", "замовкни", "тихо"],
)
@pytest.mark.parametrize("language", ["en", "uk"])
def test_silence_is_understood_in_every_language_at_all_times(said: str, language: str) -> None:
    assert understand(said, language).name == "stop_speaking"


@pytest.mark.parametrize(
    "said",
    [
        "stop 6497",
        "my stop is Quiet Lane",
        "next bus from Halt Street",
        "I am at Bus Stop Four",
        "when does the 5 stop here",
        "does the 5 stop at Oak Street",
        "stop announcing every bus",
        "which stop is this",
        "nearest stop",
        "step",
        "shop",
        "зупинка Стопова",
        "стоп 12",
        "я на Тихій вулиці",
    ],
)
def test_silence_is_never_heard_inside_something_else(said: str) -> None:
    assert understand(said).name != "stop_speaking"


@pytest.mark.parametrize("said", ["cancel", "Cancel.", "please cancel", "скасуй"])
def test_cancel_is_never_a_name(said: str) -> None:
    assert understand(said).name == "cancel"


def test_a_number_alone_is_a_choice_only_where_there_is_one() -> None:
    assert understand("2", choices=("a", "b")).name == "select_option"
    assert understand("2").name == "next_arrivals"


def test_next_stop_means_another_thing_on_board() -> None:
    assert understand("next stop", is_on_board=True).name == "journey_status"
    assert understand("next stop").name == "nearest_stop"


@pytest.mark.parametrize(
    ("said", "language", "intent", "heard_in"),
    [
        ("коли наступний трамвай", "en", "next_arrivals", "uk"),
        ("nearest stop", "uk", "nearest_stop", "en"),
        ("next bus to вокзал", "en", "next_arrivals", "en"),
        ("speak english", "uk", "set_language", "en"),
    ],
)
def test_other_languages_are_understood_too(said: str, language: str, intent: str, heard_in: str) -> None:
    heard = understand(said, language)
    assert (heard.name, heard.language) == (intent, heard_in)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("nxet tram to the harbour", "en"),
        ("wehn is the next buss", "en"),
        ("neerest stopp", "en"),
        ("колии наступий трамвай", "uk"),
        ("найблища зупинка", "uk"),
        ("наступнй автобс", "uk"),
    ],
)
def test_typing_errors_are_forgiven(said: str, language: str) -> None:
    assert understand(said, language).name in ("next_arrivals", "nearest_stop")


@pytest.mark.parametrize("said", ["", "?", "...", "xyzzy plugh", "и", "🚋", "\x00"])
def test_what_means_nothing_is_unknown(said: str) -> None:
    assert understand(said).name == "unknown"
