"""What no pattern clearly fits is heard by what was learned from riders' sentences, and the grammar's opinion."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from stopbell.brains.brain import Scene
from stopbell.brains.offline.errors import GrammarError
from stopbell.brains.offline.grammar import load_grammar
from stopbell.brains.offline.guessing import Guesser
from stopbell.brains.offline.learned.listener import FACETS, INTENTS, WORDS, Listener
from stopbell.brains.offline.learned.marking import Piece, parse_saying
from stopbell.brains.offline.learned.training import (
    Lesson,
    is_current,
    learn,
    learn_language,
    list_names,
    read_sayings,
)
from stopbell.brains.offline.learned.weights import read_weights, to_weights, write_weights
from stopbell.brains.offline.loading import load_offline_brain
from stopbell_server.phrases.catalog import find_locales
from tests.assistant.offline.scoring import fold_value, load_rows, load_table
from tests.assistant.talking import load_brain

LANGUAGES = sorted(path.parent.name for path in find_locales().glob("*/sayings.toml"))
LEAST_SAYINGS = 4000
MOST_BYTES = 2_000_000


def hear(text: str, language: str = "en") -> tuple[str, dict[str, object]]:
    (intent,) = load_brain().understand(text, Scene(language))
    return intent.name, dict(intent.slots)


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("is it standing room only on the 38", "en", "occupancy"),
        ("I'd sooner have it read to me letter for letter", "en", "spell"),
        ("ist das Ding rappelvoll oder krieg ich noch nen Platz", "de", "occupancy"),
        ("red doch nicht so schnell", "de", "speech_rate"),
        ("j'entends rien avec ce bruit", "fr", "volume"),
        ("vas muy rápido, no me da tiempo", "es", "speech_rate"),
        ("czy w tym tramwaju da się usiąść", "pl", "occupancy"),
        ("трохи повільніше бо не встигаю", "uk", "speech_rate"),
        ("车上挤不挤还有座吗", "zh", "occupancy"),
    ],
)
def test_what_riders_say_in_their_own_way_is_understood(text: str, language: str, name: str) -> None:
    assert hear(text, language)[0] == name


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
def test_talk_of_other_things_is_not_understood(language: str, text: str) -> None:
    assert hear(text, language)[0] in ("unknown", "out_of_scope")


def test_values_are_found_where_no_pattern_has_them() -> None:
    name, slots = hear("give us a nudge a stop before Haymarket would you pal")
    assert (name, slots["stop"]) == ("set_alight_alert", "Haymarket")


def test_who_names_a_line_means_no_answer_before() -> None:
    assert hear("is it standing room only on the 38")[1] == {"route": "38"}


def test_what_the_grammar_knows_clearly_and_nobody_taught_stays() -> None:
    assert hear("how many tokens did we use")[0] == "usage"


@pytest.mark.parametrize("language", LANGUAGES)
def test_sayings_can_be_read_and_are_of_intents_that_the_grammar_has(language: str) -> None:
    folder = find_locales() / language
    grammar = load_grammar(folder / "grammar.toml")
    known = {rule.intent for rule in (*grammar.controls, *grammar.intents)} | {"multi"}
    sayings = read_sayings(folder / "sayings.toml")
    assert {saying.intent for saying in sayings} <= known
    assert len(sayings) >= LEAST_SAYINGS


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_that_are_marked_are_those_that_intents_have(language: str) -> None:
    table = load_table()
    faults = [
        f"{saying.intent} {slot}={value}: {saying.text}"
        for saying in read_sayings(find_locales() / language / "sayings.toml")
        if saying.intent in table and saying.intent != "multi"
        for slot, value in [
            *((piece.slot, piece.value or piece.said) for piece in saying.pieces if piece.slot),
            *saying.whole.items(),
        ]
        if slot != "on_board" and not fits(table[saying.intent].get(slot), value)
    ]
    assert faults == []


def fits(kind: object, value: str) -> bool:
    if isinstance(kind, list):
        return value in kind
    return kind is not None and (kind != "number" or value.isdecimal())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_learned_was_learned_from_the_sentences_as_they_are(language: str) -> None:
    folder = find_locales() / language
    assert is_current(folder)
    assert (folder / "learned.bin").stat().st_size < MOST_BYTES


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_that_are_held_out_are_not_learned(language: str) -> None:
    """Short common ones ("louder") come to everybody's mind; they are few, and the exam's figures name them."""
    said = {fold_value(saying.text) for saying in read_sayings(find_locales() / language / "sayings.toml")}
    held = [row.text for row in load_rows("held-out") if row.language == language]
    assert len([text for text in held if fold_value(text) in said]) <= 0.2 * len(held)


def test_a_mark_gives_a_slot_its_words_or_its_value() -> None:
    saying = parse_saying("next_arrivals", "next [ten|route=10] to [Leith|destination] please ## count=1")
    assert saying.text == "next ten to Leith please"
    assert saying.pieces[1] == Piece("ten", "route", "10")
    assert saying.pieces[3] == Piece("Leith", "destination")
    assert saying.whole == {"count": "1"}


@pytest.mark.parametrize("line", ["next [ten to Leith", "next ten] to", "next 10 ## count", "a [b|c] d | e"])
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(GrammarError, match="next_arrivals: cannot be read"):
        parse_saying("next_arrivals", line)


def test_names_are_learned_as_meaning_nothing_by_themselves() -> None:
    sayings = [parse_saying("set_stop", f"I'm at [Elm {n}|stop]") for n in range(8)]
    named = list_names(sayings)
    assert {saying.intent for saying in named} == {"unknown"}
    assert {saying.text for saying in named} <= {f"Elm {n}" for n in range(8)}


def test_numbers_are_written_and_read_as_they_were_learned(tmp_path: Path) -> None:
    numbers = np.array([[1.0, -2.0], [0.5, 0.25], [0.01, 0.0]], np.float32)
    weights = to_weights(("a", "b"), ("x", "y", "faint"), numbers, np.array([0.1, 0.0], np.float32))
    path = tmp_path / "learned.bin"
    write_weights(path, {"only": weights}, "mark")
    read = read_weights(path)["only"]
    assert read.labels == ("a", "b")
    assert read.rate({"x": 1.0, "y": 2.0, "strange": 5.0}) == pytest.approx([2.1, -1.5], abs=0.2)
    assert not read.knows("faint")


@pytest.mark.parametrize("content", [b"", b"{}\n", b"not json\nabc", b'{"parts": {"a": {"labels": []}}}\nabc'])
def test_a_file_that_is_not_whole_is_named_with_the_remedy(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "learned.bin"
    path.write_bytes(content)
    with pytest.raises(GrammarError, match=r"learned\.bin.*make learn"):
        read_weights(path)


def test_a_half_file_is_refused_whole(tmp_path: Path) -> None:
    whole = (find_locales() / "en" / "learned.bin").read_bytes()
    path = tmp_path / "learned.bin"
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(GrammarError, match="make learn"):
        read_weights(path)


def small_language(folder: Path) -> Path:
    """Give a language's folder with few sentences."""
    folder.mkdir()
    (folder / "grammar.toml").write_bytes((find_locales() / "en" / "grammar.toml").read_bytes())
    sayings = tomllib.loads((find_locales() / "en" / "sayings.toml").read_text("utf-8"))
    few = {intent: lines[:20] for intent, lines in sayings.items() if intent in ("volume", "spell", "occupancy")}
    text = "".join(
        f"{intent} = [\n{''.join(f'  {line!r},{chr(10)}' for line in lines)}]\n" for intent, lines in few.items()
    )
    (folder / "sayings.toml").write_text(text.replace("\\'", "'"), encoding="utf-8")
    return folder


def test_the_same_sentences_teach_the_same(tmp_path: Path) -> None:
    grammar = load_grammar(find_locales() / "en" / "grammar.toml")
    guesser = Guesser(grammar)
    said = [
        ("volume", "louder [please|change=up]"),
        ("spell", "spell [Holborn|stop]"),
        ("volume", "speak up ## change=up"),
    ]
    lessons = [Lesson(parse_saying(intent, line), grammar, guesser) for intent, line in said * 4]
    first, second = learn(lessons, ()), learn(lessons, ())
    assert first.keys() == {INTENTS, FACETS, WORDS}
    assert all(np.array_equal(first[part].rows, second[part].rows) for part in first)
    listener = Listener(first, grammar)
    assert listener.was_taught("volume")
    assert not listener.was_taught("occupancy")


def test_a_change_of_sentences_is_noticed(tmp_path: Path) -> None:
    folder = small_language(tmp_path / "en")
    assert not is_current(folder)
    assert learn_language(folder)
    assert is_current(folder)
    assert not learn_language(folder)
    with (folder / "sayings.toml").open("a", encoding="utf-8") as file:
        file.write('repeat = ["come again"]\n')
    assert not is_current(folder)


def test_a_brain_that_was_taught_nothing_has_its_grammar(tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "grammar.toml").write_bytes((find_locales() / "en" / "grammar.toml").read_bytes())
    brain = load_offline_brain(tmp_path)
    assert brain.understand("when is the next bus", Scene("en"))[0].name == "next_arrivals"
    assert brain.understand("is the thing on the corner still out of action", Scene("en"))[0].name == "unknown"
