"""Times of day in riders' words: what is heard, where it is none, and that no name swallows one."""

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.brains.brain import Scene
from stopbell.brains.offline.grammar import Grammar, load_grammar
from stopbell.brains.offline.times import find_times
from stopbell.brains.offline.understanding import tokenize
from stopbell_server.phrases.catalog import find_locales
from tests.assistant.talking import load_brain

FOLDER = Path(__file__).parent
LANGUAGES = sorted(path.stem.removeprefix("times-") for path in FOLDER.glob("times-*.tsv"))
LEAST_ROWS = 25
NAMES = ("destination", "origin", "stop")


@cache
def load(language: str) -> Grammar:
    return load_grammar(find_locales() / language / "grammar.toml")


def read_rows(language: str) -> list[list[str]]:
    rows = (FOLDER / f"times-{language}.tsv").read_text(encoding="utf-8").splitlines()
    return [[*row.split("\t"), "", ""][:4] for row in rows if not row.startswith("#")]


def hear(text: str, language: str) -> str:
    grammar = load(language)
    found = find_times(tokenize(text, grammar), grammar)
    return " ".join(f"{time.text}{'?' * time.is_either}" for time in found) or "-"


@pytest.mark.parametrize("language", LANGUAGES)
def test_times_are_heard_where_they_are_said_and_nowhere_else(language: str) -> None:
    rows = read_rows(language)
    assert {text: heard for text, wanted, *_ in rows if (heard := hear(text, language)) != wanted} == {}
    assert len(rows) >= LEAST_ROWS


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_sentences_have_their_time_and_their_names(language: str) -> None:
    wrong: dict[str, object] = {}
    for text, _, intent, told in read_rows(language):
        if not intent:
            continue
        heard = load_brain().understand(text, Scene(language=language))[0]
        slots = dict(re.findall(r"(\w+)=(.*?)(?= \w+=|$)", told))
        kept = {name: heard.text(name) for name in {*slots, "half"} if heard.text(name)}
        if (heard.name, kept) != (intent, slots):
            wrong[text] = (heard.name, dict(heard.slots))
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.data())
def test_any_row_of_words_of_time_is_read_without_failing(language: str, data: st.DataObject) -> None:
    words = sorted(
        {word for text, *_ in read_rows(language) for word in text.split()} | {"7", "7:", "8h", "8m", "99:99", "24"}
    )
    text = " ".join(data.draw(st.lists(st.sampled_from(words), max_size=9)))
    tokens = tokenize(text, load(language))
    end = 0
    for time in find_times(tokens, load(language)):
        assert end <= time.start < time.end <= len(tokens)
        assert 0 <= time.before <= time.start
        assert re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", time.text)
        end = time.end


@pytest.mark.parametrize(
    ("said", "language", "slots"),
    [
        ("bus to Leith at half 7", "en", {"mode", "destination", "time", "half"}),
        ("22 to Leith at 7", "en", {"route", "destination", "time", "half"}),
        ("7 to Leith at 7", "en", {"route", "destination", "time", "half"}),
        ("bus pour la gare à 8 heures", "fr", {"mode", "destination", "time"}),
        ("трамвай до вокзалу о 7", "uk", {"mode", "destination", "time", "half"}),
    ],
)
def test_the_hour_is_neither_a_line_nor_a_stop(said: str, language: str, slots: set[str]) -> None:
    heard = load_brain().understand(said, Scene(language=language))[0]
    assert heard.slots.keys() == slots
    assert heard.text("stop") is None


def test_of_two_requests_only_the_one_that_has_it_is_of_a_time() -> None:
    first, second = load_brain().understand("next 22 and how do I get to Leith by half past five", Scene(language="en"))
    assert (first.text("time"), second.text("time"), second.text("half")) == (None, "05:30", "either")


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("next buses from 9 to 11", "en"),
        ("how do I get from 8 to 12", "en"),
        ("wie komme ich von 8 nach 12", "de"),
        ("Bus von 5 nach 7", "de"),
        ("як пересісти з 7 на 9", "uk"),
        ("tramwaj na północ", "pl"),
        ("автобус з півночі", "uk"),
    ],
)
def test_two_numbers_or_a_point_of_the_compass_are_no_time(said: str, language: str) -> None:
    (heard,) = load_brain().understand(said, Scene(language=language))
    assert heard.text("time") is None


@pytest.mark.parametrize("said", ["next bus at half past 8h please", "next bus at 8m please"])
def test_a_number_with_a_letter_is_no_hour_where_the_idiom_has_no_word_for_it(said: str) -> None:
    assert load_brain().understand(said, Scene(language="en"))[0].text("time") != "08:00"


def test_a_quarter_to_noon_is_in_the_morning() -> None:
    (heard,) = load_brain().understand("next bus tomorrow morning at quarter to twelve", Scene(language="en"))
    assert heard.text("time") == "11:45"


@pytest.mark.parametrize("said", ["half past six", "at half past six", "quarter to nine"])
def test_a_time_alone_asks_for_another_time(said: str) -> None:
    (heard,) = load_brain().understand(said, Scene(language="en"))
    assert (heard.name, heard.text("ref"), heard.text("half")) == ("next_arrivals", "previous", "either")


@pytest.mark.parametrize(
    ("said", "language"), [("is there a bus before 7", "en"), ("tramwaj przed ósmą", "pl"), ("bus avant 18h", "fr")]
)
def test_a_board_until_a_time_is_no_board_from_then_on(said: str, language: str) -> None:
    (heard,) = load_brain().understand(said, Scene(language=language))
    assert (heard.name, heard.text("time")) == ("next_arrivals", None)


def test_a_deadline_of_a_trip_stays() -> None:
    (heard,) = load_brain().understand("I need to be at the Zoo before half past five", Scene(language="en"))
    assert (heard.name, heard.text("time"), heard.text("arrive")) == ("plan_trip", "05:30", "yes")


@pytest.mark.parametrize(
    ("said", "time", "half"),
    [
        ("凌晨十二点半的公交车", "00:30", None),
        ("上午十二点的车", "12:00", None),
        ("早上八点的车", "08:00", None),
        ("今晚去机场的公交车，八点", "08:00", "either"),
    ],
)
def test_a_chinese_hour_is_in_the_part_of_the_day_that_stands_before_it(said: str, time: str, half: str | None) -> None:
    (heard,) = load_brain().understand(said, Scene(language="zh"))
    assert (heard.text("time"), heard.text("half")) == (time, half)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_time_of_any_day_is_none(language: str) -> None:
    assert all(one.text("time") != "25:99" for one in load_brain().understand("bus 25:99", Scene(language=language)))
