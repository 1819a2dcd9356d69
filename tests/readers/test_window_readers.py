"""The acceptance statements under a desktop's readers: Orca by ear, BRLTTY on 40 cells. They belong to the full run."""

import os

import pytest

from tests.readers.cases import CASES
from tests.readers.readers import WINDOW_READERS, Reader
from tests.readers.recording import record, to_words
from tests.readers.statements import list_troubles

pytestmark = [
    pytest.mark.reader,
    pytest.mark.slow,
    pytest.mark.timeout(240),
    pytest.mark.skipif(
        not os.environ.get("STOPBELL_ALL_READERS"), reason="Orca and BRLTTY are NOT tested: .ci/run --full does it"
    ),
]
KNOWN = {("orca", "scripted"): {5}, ("orca", "screen"): {5}, ("brltty", "lines"): {11, 12}}
"""Orca says nothing when an arrow key scrolls: VTE does not tell it of text that a part of the screen moved.

In lines, a display that follows the cursor is on the next question, with the answer above it.
"""


@pytest.mark.parametrize("reader", WINDOW_READERS.values(), ids=lambda reader: reader.name)
@pytest.mark.parametrize("name", ["lines", "scripted", "screen"])
def test_what_a_rider_may_count_on_holds(name: str, reader: Reader) -> None:
    assert not reader.missing, f"{reader.name}: {reader.install}"
    case = CASES[name]
    recording = record(case.name, case.command, case.ride, reader, environment=case.environment)
    troubles = list_troubles(recording)
    known = KNOWN.get((reader.name, name), set())
    assert [trouble for trouble in troubles if trouble.statement not in known] == []
    if name != "lines" and reader.name == "orca":
        for part in (recording.parts["down"], recording.parts["up"]):
            assert part.heard == to_words(part.cursor_row)


def test_an_ordinary_app_fails_under_orca() -> None:
    case = CASES["default"]
    recording = record(case.name, case.command, case.ride, WINDOW_READERS["orca"])
    assert 2 in {trouble.statement for trouble in list_troubles(recording)}
