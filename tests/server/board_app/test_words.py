"""The page's words: from the catalogs, in every language, with the plural forms that a browser asks for."""

import json
import re
from importlib.resources import files

import pytest

from stopbell_server.board_app.words import MESSAGES, make_words
from tests.asking import load_phrasebooks

SCRIPTS = "".join(
    one.read_text(encoding="utf-8") for one in files("stopbell_server.board_app").iterdir() if one.name.endswith(".js")
)


def test_every_language_has_every_word_of_the_page() -> None:
    words = json.loads(make_words(load_phrasebooks()))
    assert set(words["languages"]) == set(load_phrasebooks().languages)
    assert tuple(words["ids"]) == MESSAGES
    for language in words["languages"].values():
        assert len(language["texts"]) == len(MESSAGES)
        assert all(text if isinstance(text, str) else text["other"] for text in language["texts"])
        assert language["dir"] in ("ltr", "rtl")


def test_the_page_asks_for_no_word_that_it_does_not_carry_and_carries_none_in_vain() -> None:
    asked = set(re.findall(r"'((?:page|time|call|access|certainty|unit|alert|alerts|board)\.[\w-]+)'", SCRIPTS))
    markup = (files("stopbell_server.board_app") / "board.html").read_text(encoding="utf-8")
    asked |= set(re.findall(r'data-say="([\w.-]+)"', markup))
    put_together = {one for one in MESSAGES if one.startswith(("boarding.", "occupancy."))}
    put_together |= {"call.cancelled", "call.skipped", "call.replaced"}
    assert asked | put_together == set(MESSAGES)


def test_the_page_has_no_words_of_its_own() -> None:
    """Text between quotation marks in the scripts is an id, a name of a field or a sign, never a sentence."""
    said = re.findall(r"'([^'\n]*)'", re.sub(r"//.*", "", SCRIPTS))
    assert [text for text in said if re.search(r"[A-Za-z]{3,} [a-z]{2,}", text)] == ["use strict", "Method not found"][
        1:
    ]


@pytest.mark.parametrize(
    ("language", "count", "form", "told"),
    [
        ("en", 1, "one", "minute"),
        ("en", 5, "other", "minutes"),
        ("uk", 21, "one", "хвилину"),
        ("uk", 12, "many", "хвилин"),
    ],
)
def test_plural_forms_have_the_names_that_browsers_give_them(language: str, count: int, form: str, told: str) -> None:
    book = load_phrasebooks().pick(language)
    assert book.template("unit.minutes")[form] == f"{{count}} {told}"
    assert book.say("unit.minutes", count=count).written == f"{count} {told}"


def test_words_cannot_end_the_element_that_they_stand_in() -> None:
    assert "<" not in make_words(load_phrasebooks())
