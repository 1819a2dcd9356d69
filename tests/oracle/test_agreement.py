"""Product and oracle agree, row by row, on real feeds."""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.oracle.comparison import Verdict, compare_pair
from tests.oracle.pairs import MORE_TIMETABLES, PAIRS, TIMETABLES, lengthen

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(1200)]

IS_LONG = bool(os.environ.get("STOPBELL_LONG_FUZZ"))
COMPARED = tuple(map(lengthen, (*PAIRS, *TIMETABLES, *MORE_TIMETABLES))) if IS_LONG else (*PAIRS, *TIMETABLES)
FOLDERS = [pair.folder for pair in COMPARED]
Verdicts = Callable[[str], tuple[Verdict, ...]]


@pytest.fixture(scope="module")
def verdicts(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Verdicts:
    """Give a comparison that is made once for each pair."""
    pairs = {pair.folder: pair for pair in COMPARED}

    @cache
    def compare(folder: str) -> tuple[Verdict, ...]:
        return tuple(compare_pair(pairs[folder], corpus / folder, tmp_path_factory.mktemp(folder)))

    return compare


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_boards_of_a_real_feed_agree(verdicts: Verdicts, folder: str) -> None:
    assert [line for verdict in verdicts(folder) for line in verdict.differences] == []


def test_enough_boards_are_compared(verdicts: Verdicts) -> None:
    compared = {folder: verdicts(folder) for folder in FOLDERS}
    for folder, found in compared.items():
        live = [verdict for verdict in found if verdict.live_rows]
        print(f"{folder}: {len(found)} stop-instants, {len(live)} with live data")
    everything = [verdict for found in compared.values() for verdict in found]
    live = [verdict for verdict in everything if verdict.live_rows]
    pairs = [folder for folder, found in compared.items() if any(verdict.live_rows for verdict in found)]
    rows = sum(verdict.rows for verdict in everything)
    print(f"{len(everything)} stop-instants, {len(live)} with live data over {len(pairs)} pairs, {rows} rows")
    assert len(everything) >= 450
    assert len(live) >= 100
    assert len(pairs) >= 4
