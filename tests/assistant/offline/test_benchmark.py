"""The shared half of the utterance benchmark: a floor for each language, and control words without a miss."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stopbell.brains.brain import Scene
from stopbell_server.phrases.catalog import find_locales
from tests.assistant.talking import load_brain

pytestmark = pytest.mark.corpus
CONTROLS = {"stop_speaking", "cancel", "repeat", "back", "more", "affirm", "deny", "help", "pause_resume"}
FLOOR = 0.95
LANGUAGES = {path.parent.name for path in find_locales().glob("*/grammar.toml")}


@pytest.fixture(scope="module")
def rows(corpus: Path) -> list[dict[str, Any]]:
    """Give the rows in the languages that have a grammar; they lie beside the corpus."""
    path = corpus.parent / "utterances-dev.jsonl"
    every = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [row for row in every if row["lang"] in LANGUAGES]


def name_of(row: dict[str, Any]) -> str:
    intents = load_brain().understand(row["text"], Scene(language=row["lang"]))
    return "multi" if len(intents) > 1 else intents[0].name


def test_each_language_is_above_the_floor(rows: list[dict[str, Any]]) -> None:
    right, all_rows = Counter[str](), Counter[str]()
    for row in rows:
        all_rows[row["lang"]] += 1
        right[row["lang"]] += name_of(row) == row["intent"]
    assert all_rows.keys() <= LANGUAGES
    assert {
        language: right[language] / count for language, count in all_rows.items() if right[language] < FLOOR * count
    } == {}


def test_control_words_are_neither_missed_nor_heard_where_there_are_none(rows: list[dict[str, Any]]) -> None:
    heard = [(row["text"], row["intent"], name_of(row)) for row in rows]
    assert [one for one in heard if (one[1] in CONTROLS or one[2] in CONTROLS) and one[1] != one[2]] == []


def test_lines_places_and_counts_are_heard_as_they_were_meant(rows: list[dict[str, Any]]) -> None:
    slots = ("route", "stop", "station", "count", "which", "change", "level", "language", "state", "feature")
    missed: list[str] = []
    for row in rows:
        intent = load_brain().understand(row["text"], Scene(language=row["lang"]))[0]
        wanted = {name: str(value) for name, value in row["slots"].items() if name in slots}
        if any(intent.text(name) != value for name, value in wanted.items()):
            missed.append(row["text"])
    assert missed == []
