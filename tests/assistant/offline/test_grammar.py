"""Grammars are data: each is whole, and a slip of a translator's pen is named."""

import json
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from stopbell.brains.offline.errors import GrammarError
from stopbell.brains.offline.grammar import Grammar, load_grammar
from stopbell.brains.offline.grammar_file import read_grammar_file
from stopbell.brains.offline.kinds import KINDS
from stopbell.conversation.answers.asking_board import WIRE_MODES
from stopbell.conversation.answers.every_answer import SIMPLE
from stopbell.folding import fold_word
from stopbell_server.phrases.catalog import find_locales
from stopbell_server.tools.inputs import ModeChoice
from tests.assistant.faketools import BOOKS
from tests.assistant.talking import load_brain

LANGUAGES = tuple(sorted(path.parent.name for path in find_locales().glob("*/grammar.toml")))
SMALLEST = """
language = "xx"
[spelling]
light = []
polite = []
joining = []
[numbers]
[lines]
never_letters = []
[lists]
greeting = ["hello", "good day"]
[slots.mode]
tram = ["tram"]
[[controls]]
intent = "help"
say = ["help"]
[[intents]]
intent = "greet"
say = ["<greeting> [my] {mode}"]
"""


def load(language: str) -> Grammar:
    return load_grammar(find_locales() / language / "grammar.toml")


def write(tmp_path: Path, old: str = "", new: str = "") -> Path:
    assert old in SMALLEST
    path = tmp_path / "grammar.toml"
    path.write_text(SMALLEST.replace(old, new, 1) if old else SMALLEST, encoding="utf-8")
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_intent_of_a_grammar_has_an_answer(language: str) -> None:
    grammar = load(language)
    intents = {rule.intent for rule in (*grammar.controls, *grammar.intents)}
    assert intents - SIMPLE.keys() == {"prompts"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_grammars_have_the_same_intents(language: str) -> None:
    english, other = load("en"), load(language)
    assert {rule.intent for rule in english.intents} == {rule.intent for rule in other.intents}
    # A control of one language may be a request in another: it only has to win over a like word of a third one.
    controls = {rule.intent for rule in other.controls}
    assert {rule.intent for rule in english.controls} <= controls
    assert controls - {rule.intent for rule in english.controls} <= {rule.intent for rule in english.intents}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_pattern_waits_for_a_word_that_spelling_replaces(language: str) -> None:
    grammar = load(language)
    assert grammar.words & grammar.spellings.keys() == frozenset()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slot_is_either_heard_by_kind_or_has_its_values(language: str) -> None:
    grammar = load(language)
    kinds = set(KINDS.values()) | {"code", "ordinal", "moment"} | grammar.slots.keys()
    used = {slot for rule in (*grammar.controls, *grammar.intents) for slot in rule.slots}
    assert [slot for slot in used if slot.kind is None and slot.name not in KINDS.keys() | grammar.slots.keys()] == []
    assert [slot for slot in used if slot.kind is not None and slot.kind not in kinds] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mode_and_feature_has_a_name_and_every_mode_is_one_of_the_contract(language: str) -> None:
    slots, book = load(language).slots, BOOKS.pick(language)
    modes = {str(value) for name in ("mode", "modes") for value in slots[name]}
    features = {str(value) for value in slots["feature"]}
    assert [mode for mode in modes if not book.has(f"mode.{mode}")] == []
    assert [feature for feature in features if not book.has(f"feature.{feature}")] == []
    assert {WIRE_MODES.get(mode, mode) for mode in modes} <= set(get_args(ModeChoice))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_list_is_used(language: str) -> None:
    text = (find_locales() / language / "grammar.toml").read_text(encoding="utf-8")
    lists = tomllib.loads(text)["lists"]
    assert [name for name in lists if f"<{name}>" not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_light_words_are_words_of_the_language_and_none_stands_twice(language: str) -> None:
    file = read_grammar_file(find_locales() / language / "grammar.toml")
    folded = [fold_word(word) for word in file.spelling.light]
    assert len(folded) == len(set(folded))


def test_the_smallest_grammar_is_read(tmp_path: Path) -> None:
    assert load_grammar(write(tmp_path)).language == "xx"


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("<greeting>", "<greting>", "<greting> is no list"),
        ("[my]", "[my", r"not closed|no partner"),
        ("[my]", "my]", "no partner"),
        ("[my]", "[]", "empty"),
        ("[my]", "my >", "means nothing"),
        ("[my]", "my { mode}", "means nothing"),
        ("[my]", "my <greeting", "means nothing"),
        ('"good day"', '"good <greeting>"', "<greeting> names itself"),
        ('tram = ["tram"]', 'tram = ["tram", "my {mode}"]', "{mode} names itself"),
        ("light = []", "lihgt = []", "lihgt"),
        ('intent = "help"', 'intent = "help"\nonly = "midnight"', "only"),
        ("[[controls]]", "[controls]", "controls"),
        ('language = "xx"', "language = ", "Invalid"),
    ],
)
def test_a_slip_is_refused_with_the_file_and_the_place(tmp_path: Path, old: str, new: str, named: str) -> None:
    with pytest.raises(GrammarError, match=named) as error:
        load_grammar(write(tmp_path, old, new))
    assert "grammar.toml" in str(error.value)


def test_the_same_words_always_mean_the_same() -> None:
    from stopbell.brains.brain import Scene

    once, again = (load_brain().understand("next 10A to the harbour please", Scene()) for _ in range(2))
    assert json.dumps([dict(intent.slots) for intent in once]) == json.dumps([dict(intent.slots) for intent in again])
