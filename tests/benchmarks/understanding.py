"""What it costs to understand a rider offline: reading each grammar, and each sentence that riders say in its language.

CPU time, beside the least that any reader of words must do with the same sentences: split them into folded words and
look each up in a set. The sentences of the shared benchmark are added where they lie beside the corpus.
"""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from stopbell.brains.brain import Scene
from stopbell.brains.offline.agent import OfflineBrain
from stopbell.brains.offline.grammar import Grammar, load_grammar
from stopbell.brains.offline.understanding import tokenize
from stopbell_server.phrases.catalog import find_locales

ROWS = Path(__file__).parents[1] / "assistant" / "offline"
LOADS = 5
Row = dict[str, str | float]
Made = TypeVar("Made")


def run() -> list[Row]:
    """Measure and give one row per figure: what, value, unit, what it is compared with, ratio, target."""
    paths = {path.parent.name: path for path in sorted(find_locales().glob("*/grammar.toml"))}
    first = next(iter(paths.values()))
    # What a process imports on its way to the first grammar is not the grammar's cost.
    load_grammar(first)
    loads = {
        tag: [_measure(lambda path=path: load_grammar(path))[0] for _ in range(LOADS)] for tag, path in paths.items()
    }
    grammars = {tag: load_grammar(path) for tag, path in paths.items()}
    brain = OfflineBrain({tag: lambda grammar=grammar: grammar for tag, grammar in grammars.items()})
    rows: list[Row] = []
    for language, grammar in grammars.items():
        rows.append(
            _to_row(f"{language}: read the grammar, median", statistics.median(loads[language]), None, "<= 80 ms")
        )
        if sentences := _list_sentences(language):
            rows += _measure_sentences(brain, language, grammar, sentences)
    return rows


def _measure_sentences(brain: OfflineBrain, language: str, grammar: Grammar, sentences: Sequence[str]) -> list[Row]:
    scene = Scene(language=language)
    least = statistics.median([_measure(lambda text=text: _look_up(text, grammar))[0] for text in sentences])
    spent = sorted(_measure(lambda text=text: brain.understand(text, scene))[0] for text in sentences)
    half, most = statistics.median(spent), spent[int(len(spent) * 0.95)]
    return [
        _to_row(f"{language}: understand, p50 of {len(spent)}", half, least, "<= 5 ms"),
        _to_row(f"{language}: understand, p95 of {len(spent)}", most, least, "<= 15 ms"),
    ]


def _look_up(text: str, grammar: Grammar) -> int:
    return sum(token.folded in grammar.words for token in tokenize(text, grammar))


def _list_sentences(language: str) -> list[str]:
    sentences: list[str] = []
    path = ROWS / f"riders-{language}.tsv"
    if path.exists():
        lines = path.read_text(encoding="utf-8").splitlines()
        sentences += [line.split("\t")[0] for line in lines if line.strip() and not line.startswith("#")]
    corpus = os.environ.get("STOPBELL_CORPUS")
    shared = Path(corpus).parent / "utterances-dev.jsonl" if corpus else None
    if shared and shared.exists():
        every = [json.loads(line) for line in shared.read_text(encoding="utf-8").splitlines() if line.strip()]
        sentences += [row["text"] for row in every if row["lang"] == language]
    return sentences


def _measure(do: Callable[[], Made]) -> tuple[float, Made]:
    begin = time.process_time_ns()
    made = do()
    return (time.process_time_ns() - begin) / 1e6, made


def _to_row(what: str, milliseconds: float, least: float | None, target: str) -> Row:
    return {
        "what": what,
        "value": round(milliseconds, 2),
        "unit": "ms CPU",
        "reference": f"split and look up {least:.3f} ms" if least else "",
        "ratio": round(milliseconds / least, 1) if least else "",
        "target": target,
    }


if __name__ == "__main__":
    for row in run():
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
