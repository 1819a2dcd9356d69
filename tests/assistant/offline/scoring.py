"""How well a brain understands the exam's rows: intents, slots and control words, for each language.

`python -m tests.assistant.offline.scoring` prints the figures of each half, and the misses of the one that may be seen.
"""

import json
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, cast

from stopbell.brains.brain import Brain, Intent, Scene

EXAM = Path(__file__).parent / "exam"
MAY_BE_SEEN = "build"
HALVES = (MAY_BE_SEEN, "held-out")
CONTROLS = frozenset({"stop_speaking", "cancel", "repeat", "back", "more", "affirm", "deny", "help", "pause_resume"})
_LOOK_ALIKE = str.maketrans("авеікмнорстху", "abeikmhopctxy")
_NOT_DECOMPOSED = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe"})

Slots = Mapping[str, Any]
Facts = frozenset[tuple[str, Any]]


@dataclass(frozen=True)
class Row:
    """One thing a rider says, and what it means."""

    language: str
    text: str
    intent: str
    slots: Slots
    family: str
    context: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def scene(self) -> Scene:
        choices, lines = (tuple(self.context.get(name, ())) for name in ("choices", "lines"))
        return Scene(self.language, choices, lines, bool(self.context.get("on_board")))


def load_rows(half: str) -> list[Row]:
    """Read a half of the exam, every language; a half that is not written yet has no rows."""
    lines = [line for path in sorted((EXAM / half).glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    return [_to_row(json.loads(line)) for line in lines]


def _to_row(written: Mapping[str, Any]) -> Row:
    language, text, intent, slots, family = (written[name] for name in ("lang", "text", "intent", "slots", "family"))
    return Row(language, text, intent, slots, family, written.get("context", {}))


@cache
def load_table() -> Mapping[str, Mapping[str, Any]]:
    """Read which slots each intent may have, and which values."""
    return tomllib.loads((EXAM / "intents.toml").read_text("utf-8"))


def load_thresholds() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """Read the least that is to be reached, by half, language and figure."""
    return tomllib.loads((EXAM / "thresholds.toml").read_text("utf-8"))


@dataclass
class Score:
    """What was counted in some rows; the figures are shares from 0 to 1."""

    rows: int = 0
    right: int = 0
    slots_right: int = 0
    slots_heard: int = 0
    slots_meant: int = 0
    controls_right: int = 0
    controls_heard: int = 0
    controls_meant: int = 0

    @property
    def figures(self) -> Mapping[str, float]:
        """Give the figures by their names in thresholds.toml."""
        return {
            "intent": _share(self.right, self.rows),
            "slots": _share(2 * self.slots_right, self.slots_heard + self.slots_meant),
            "control_recall": _share(self.controls_right, self.controls_meant),
            "control_precision": _share(self.controls_right, self.controls_heard),
        }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


@dataclass(frozen=True)
class Miss:
    """A row that was not understood as it was meant."""

    row: Row
    intent: str
    slots: Slots


def score(brain: Brain, rows: Iterable[Row]) -> tuple[dict[str, Score], list[Miss]]:
    """Give the score of each language, and what was missed."""
    scores: dict[str, Score] = {}
    misses: list[Miss] = []
    table = load_table()
    for row in rows:
        intent, slots = _to_written(brain.understand(row.text, row.scene))
        meant, heard = _list_facts(row.intent, row.slots, table), _list_facts(intent, slots, table)
        heard = _without_what_goes_without_saying(heard, meant)
        if not _count(scores.setdefault(row.language, Score()), row.intent, intent, meant, heard):
            misses.append(Miss(row, intent, slots))
    return scores, misses


def _to_written(intents: tuple[Intent, ...]) -> tuple[str, Slots]:
    if len(intents) == 1:
        return intents[0].name, intents[0].slots
    return "multi", {"parts": [{"intent": intent.name, "slots": intent.slots} for intent in intents]}


def _list_facts(intent: str, slots: Slots, table: Mapping[str, Mapping[str, Any]]) -> Facts:
    """Give what is said by slots; those which the table does not have serve answers only, and are not judged."""
    if "parts" in slots:
        parts = [(part["intent"], _list_facts(part["intent"], part["slots"], table)) for part in slots["parts"]]
        return frozenset({("intent", name) for name, _ in parts}).union(*(facts for _, facts in parts))
    return frozenset((name, fold_value(value)) for name, value in slots.items() if name in table.get(intent, {}))


def _without_what_goes_without_saying(heard: Facts, meant: Facts) -> Facts:
    """Drop a count of one where none is meant: who names a line without "next" may be told one time or several."""
    return heard if any(name == "count" for name, _ in meant) else heard - {("count", "1")}


def _count(score: Score, meant: str, heard: str, meant_slots: Facts, heard_slots: Facts) -> bool:
    score.rows += 1
    score.right += meant == heard
    score.slots_right += len(meant_slots & heard_slots)
    score.slots_heard += len(heard_slots)
    score.slots_meant += len(meant_slots)
    score.controls_meant += meant in CONTROLS
    score.controls_heard += heard in CONTROLS
    score.controls_right += meant == heard and meant in CONTROLS
    return meant == heard and meant_slots == heard_slots


def fold_value(value: Any) -> Any:
    """Give a value as it is compared: case, diacritics, punctuation and letters that look alike do not matter."""
    if isinstance(value, list | tuple):
        return tuple(sorted(fold_value(part) for part in cast("Sequence[Any]", value)))
    decomposed = unicodedata.normalize("NFKD", str(value).casefold())
    bare = "".join(letter for letter in decomposed if letter.isalnum() or letter.isspace())
    return " ".join(bare.translate(_NOT_DECOMPOSED).translate(_LOOK_ALIKE).split())


def _print_figures() -> None:
    from stopbell.brains.offline.loading import load_offline_brain

    brain = load_offline_brain()
    for half in HALVES:
        scores, misses = score(brain, load_rows(half))
        for language, counted in sorted(scores.items()):
            told = " ".join(f"{name} {figure:.3f}" for name, figure in counted.figures.items())
            print(f"{half} {language}: {counted.rows} rows, {told}")
        for miss in misses if half == MAY_BE_SEEN else ():
            row = miss.row
            print(f"  {row.language} {row.text!r}: {row.intent} {row.slots} -> {miss.intent} {dict(miss.slots)}")


if __name__ == "__main__":
    _print_figures()
