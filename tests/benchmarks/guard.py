"""How long the fact guard looks at a sentence, against what it costs to put one sentence together."""

import time
from statistics import median, quantiles

from tests.asking import load_phrasebooks
from tests.guard.measuring import make_guard
from tests.guard.transcripts import tell_truths
from tests.guard.worlds import DEMONSTRATION, Conversation, Source, hold_all

LEARNED = 10
"""Results in the conversation."""
ROUNDS = 5


def run() -> list[dict[str, str | float]]:
    """Measure learning and checking, in milliseconds."""
    rows: list[dict[str, str | float]] = []
    for language in ("en", "de", "uk", "zh"):
        held = next(iter(hold_all((Source(DEMONSTRATION),), None, language)))
        rows += _measure(held, language)
    return rows


def _measure(held: list[Conversation], language: str) -> list[dict[str, str | float]]:
    from random import Random

    book = load_phrasebooks().pick(language)
    first = held[0]
    answers = [answer for one in held for answer in one.answers][:LEARNED]
    guard = make_guard(first)
    learning: list[float] = []
    for answer in answers[len(first.answers) :]:
        begin = time.perf_counter()
        guard.learn("tool", {}, answer)
        learning.append((time.perf_counter() - begin) * 1000)
    texts = [told.text for told, *_ in tell_truths(first, language, "build", book, Random(1))]
    checking = [_time(lambda text=text: guard.check(text, language)) for _ in range(ROUNDS) for text in texts]
    board = first.board.data
    telling = [_time(lambda: book.board(board)) for _ in range(ROUNDS * 10)]  # type: ignore[arg-type]
    unit = median(telling)
    return [
        _row(f"check a sentence, {language}, p50", median(checking), unit, "2 ms"),
        _row(f"check a sentence, {language}, p95", quantiles(checking, n=20)[-1], unit, ""),
        _row(f"learn a result, {language}, p50", median(learning), unit, ""),
    ]


def _time(act: object) -> float:
    assert callable(act)
    begin = time.perf_counter()
    act()
    return (time.perf_counter() - begin) * 1000


def _row(what: str, value: float, reference: float, target: str) -> dict[str, str | float]:
    return {
        "what": what,
        "value": round(value, 3),
        "unit": "ms",
        "reference": f"telling a board {reference:.3f} ms",
        "ratio": round(value / reference, 2),
        "target": target,
    }
