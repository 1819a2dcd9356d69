"""What riders say is understood: in other words than the grammar's, with errors, across languages."""

import re
from pathlib import Path

import pytest

from stopbell.brains.brain import Intent, Scene
from tests.assistant.talking import load_brain

FOLDER = Path(__file__).parent
LANGUAGES = sorted(path.stem.removeprefix("riders-") for path in FOLDER.glob("riders-*.tsv"))
HELD_OUT = sorted(path.stem.removeprefix("held-out-") for path in FOLDER.glob("held-out-*.tsv"))
ENOUGH = 0.95
"""Share of sentences that must be understood of those that were never looked at while a grammar was written."""


def read_riders(language: str, kind: str = "riders") -> list[tuple[str, str, dict[str, str]]]:
    rows = (FOLDER / f"{kind}-{language}.tsv").read_text(encoding="utf-8").splitlines()
    parts = [row.split("\t") for row in rows if not row.startswith("#")]
    return [(text, intent, dict(re.findall(r"(\w+)=(.*?)(?= \w+=|$)", slots))) for text, intent, slots in parts]


def understand(text: str, language: str = "en", **scene: object) -> Intent:
    return load_brain().understand(text, Scene(language=language, **scene))[0]  # type: ignore[arg-type]  # plain values


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_riders_are_understood(language: str) -> None:
    wrong: list[str] = []
    for text, wanted, slots in read_riders(language):
        intents = load_brain().understand(text, Scene(language=language))
        name = "multi" if len(intents) > 1 else intents[0].name
        heard = {slot: intents[0].text(slot) for slot in slots}
        if (name, heard) != (wanted, slots):
            wrong.append(f"{text}: {name} {heard}")
    assert wrong == []


@pytest.mark.parametrize("language", HELD_OUT)
def test_sentences_kept_from_the_grammar_are_understood_too(language: str) -> None:
    rows = read_riders(language, "held-out")
    right = [text for text, wanted, _ in rows if understand(text, language).name == wanted]
    assert len(right) >= ENOUGH * len(rows)


@pytest.mark.parametrize(
    "said",
    [
        "stop",
        "Stop!",
        "stop please",
        "please stop",
        "STOP",
        "halt",
        "quiet",
        "be quiet",
        "стоп",
        "тихо",
        "Ruhe",
        "sei still",
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
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


@pytest.mark.parametrize(
    ("said", "language", "intent", "slots"),
    [
        ("departures from Repeat Road", "en", "next_arrivals", {"stop": "Repeat Road"}),
        ("next bus to Cancel Street", "en", "next_arrivals", {"destination": "Cancel Street"}),
        ("next bus from Quiet Lane", "en", "next_arrivals", {"stop": "Quiet Lane"}),
        ("set stop to Stop Street", "en", "set_stop", {"stop": "Stop Street"}),
        ("I am on Halt Street", "en", "set_stop", {"stop": "Halt Street"}),
        ("Main Road", "en", "unknown", {"said": "Main Road"}),
        ("зупинка Стоп", "uk", "set_stop", {"stop": "Стоп"}),
        ("стою на зупинці Стоп", "uk", "set_stop", {"stop": "Стоп"}),
        ("автобус з зупинки Стоп", "uk", "next_arrivals", {"stop": "Стоп"}),
        ("відправлення з зупинки Повтор", "uk", "next_arrivals", {"stop": "Повтор"}),
        ("автобус до зупинки Назад", "uk", "next_arrivals", {"mode": "bus"}),
        ("вулиця Тиха", "uk", "unknown", {"said": "вулиця Тиха"}),
    ],
)
def test_a_control_word_within_a_name_is_part_of_the_name(
    said: str, language: str, intent: str, slots: dict[str, str]
) -> None:
    intents = load_brain().understand(said, Scene(language=language))
    assert [(one.name, slots.items() <= one.slots.items()) for one in intents] == [(intent, True)]


@pytest.mark.parametrize(
    ("said", "language", "intent", "slots"),
    [
        ("three more", "en", "more", {"count": 3}),
        ("ще три", "uk", "more", {"count": 3}),
        ("give me five departures", "en", "next_arrivals", {"count": 5}),
        ("дай п'ять відправлень", "uk", "next_arrivals", {"count": 5}),
        ("the 9B instead", "en", "deny", {"route": "9B"}),
        ("давай краще 9Б", "uk", "deny", {"route": "9Б"}),
        ("can I get a wheelchair on the next bus", "en", "vehicle_features", {"feature": "wheelchair"}),
        ("скіки ще до дев'ятки", "uk", "next_arrivals", {"route": "9"}),
        ("всі автобуси", "uk", "next_arrivals", {"mode": "bus"}),
        ("I'm at the corner of Main and Oak", "en", "set_stop", {"stop": "Main and Oak"}),
        ("я на розі Головної і Дубової", "uk", "set_stop", {"stop": "Головної і Дубової"}),
        ("nearest stop to 44.65, -63.57", "en", "nearest_stop", {"coordinates": ("44.65", "-63.57")}),
        ("зупинки біля 44.65, -63.57", "uk", "nearest_stop", {"coordinates": ("44.65", "-63.57")}),
        ("what is this stop like", "en", "stop_info", {}),
        ("tell me about the stop", "en", "stop_info", {}),
        ("яка ця зупинка", "uk", "stop_info", {}),
        ("яка це зупинка", "uk", "where_am_i", {}),
    ],
)
def test_riders_say_it_in_their_own_way(said: str, language: str, intent: str, slots: dict[str, object]) -> None:
    heard = understand(said, language)
    assert (heard.name, {slot: heard.slots.get(slot) for slot in slots}) == (intent, slots)
