"""What no pattern fits is taken for what riders have said in like words, and only where the grammar's words agree."""

from pathlib import Path

import pytest

from stopbell.brains.brain import Scene
from stopbell.brains.offline.errors import GrammarError
from stopbell.brains.offline.grammar import load_grammar
from stopbell.brains.offline.likeness import Likeness
from stopbell.brains.offline.loading import load_offline_brain, read_examples
from stopbell_server.phrases.catalog import find_locales
from tests.assistant.offline.scoring import load_rows
from tests.assistant.talking import load_brain

LANGUAGES = sorted(path.parent.name for path in find_locales().glob("*/examples.toml"))
SAID = {
    "plan_trip": [["get", "me", "to", "town"], ["how", "do", "i", "get", "to", "town"]],
    "next_arrivals": [["when", "is", "the", "next", "bus"], ["next", "bus", "in", "0", "minutes"]],
}


def test_a_sentence_is_likest_to_what_was_said_in_its_words() -> None:
    likeness = Likeness(SAID)
    assert likeness.find(["when", "does", "the", "next", "bus", "come"]) == "next_arrivals"
    assert likeness.find(["getting", "to", "town"]) == "plan_trip"


def test_what_the_examples_know_too_little_of_is_like_nothing() -> None:
    assert Likeness(SAID).find(["quantum", "mechanics", "puzzles", "everybody"]) is None
    assert Likeness(SAID).find([]) is None


def test_all_numbers_are_alike() -> None:
    assert Likeness(SAID).find(["next", "bus", "in", "17", "minutes"]) == "next_arrivals"


def test_where_there_are_no_blanks_signs_are_compared() -> None:
    likeness = Likeness({"repeat": [list("再说一遍")], "help": [list("怎么用")]}, is_unspaced=True)
    assert likeness.find(list("请再说一下")) == "repeat"


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_are_of_intents_that_the_grammar_has(language: str) -> None:
    folder = find_locales() / language
    grammar = load_grammar(folder / "grammar.toml")
    known = {rule.intent for rule in (*grammar.controls, *grammar.intents)}
    assert set(read_examples(folder / "examples.toml")) <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_is_held_out_is_an_example(language: str) -> None:
    said = {
        text.casefold()
        for texts in read_examples(find_locales() / language / "examples.toml").values()
        for text in texts
    }
    assert [
        row.family for row in load_rows("held-out") if row.language == language and row.text.casefold() in said
    ] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the cat sat on the mat"),
        ("en", "quantum mechanics is difficult"),
        ("en", "she sells sea shells"),
        ("de", "die Katze schläft auf dem Sofa"),
        ("de", "mein Bruder mag Pizza"),
        ("fr", "le chat dort sur le canapé"),
        ("es", "el gato duerme en el sofá"),
        ("pl", "kot śpi na kanapie"),
        ("uk", "кіт спить на дивані"),
        ("zh", "猫睡在沙发上"),
    ],
)
def test_talk_of_other_things_is_still_not_understood(language: str, text: str) -> None:
    (intent,) = load_brain().understand(text, Scene(language))
    assert intent.name in ("unknown", "out_of_scope")


def test_a_brain_without_examples_gives_up_as_before(tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "grammar.toml").write_bytes((find_locales() / "en" / "grammar.toml").read_bytes())
    (intent,) = load_offline_brain(tmp_path).understand("the cat sat on the mat", Scene("en"))
    assert intent.name == "unknown"


def test_a_file_of_examples_that_cannot_be_meant_is_named(tmp_path: Path) -> None:
    path = tmp_path / "examples.toml"
    path.write_text('help = "one"\n', encoding="utf-8")
    with pytest.raises(GrammarError, match=r"examples\.toml"):
        read_examples(path)
