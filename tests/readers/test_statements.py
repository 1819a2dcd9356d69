"""The acceptance statements, under every reader that runs without a screen of its own; see docs/screen-readers.md."""

import os

import pytest

from tests.readers.cases import CASES
from tests.readers.programs.scripted_screen import ARRIVALS
from tests.readers.readers import READERS, Reader
from tests.readers.recording import Recording, record, to_words
from tests.readers.statements import list_troubles

pytestmark = [pytest.mark.reader, pytest.mark.timeout(240)]

OURS = ("lines", "screen", "scripted", "alarm")
OF_THE_MACHINE = {4, 5}
"""Statements in which other programs on the machine have a part: tdsr looks 20 ms after an arrow key."""
TRIES = 4
CUSTOM = ("default", "default, our driver")
"""An ordinary Textual app, as it is and with our driver."""


@pytest.fixture(params=list(READERS), scope="module")
def reader(request: pytest.FixtureRequest) -> Reader:
    """Give each reader; skip loudly where one is missing, unless the run must have it."""
    found = READERS[request.param]
    if found.missing:
        what = f"{found.name} is missing ({', '.join(map(str, found.missing))}): {found.install}"
        if os.environ.get("STOPBELL_NEED_READERS"):
            pytest.fail(f"this run must test with {what}")
        pytest.skip(f"NOT tested with a screen reader: {what}")
    return found


def ride(name: str, reader: Reader) -> Recording:
    """Record a case; again if the machine may only have been slow."""
    case = CASES[name]
    for _ in range(TRIES):
        recording = record(case.name, case.command, case.ride, reader, environment=case.environment)
        troubles = {trouble.statement for trouble in list_troubles(recording)}
        if not troubles or not troubles <= OF_THE_MACHINE:
            break
    return recording


@pytest.mark.parametrize(
    "name",
    [
        *OURS,
        pytest.param(
            "minute",
            marks=pytest.mark.skipif(
                not os.environ.get("STOPBELL_ALL_READERS"), reason="a minute each is NOT waited: .ci/run --full does it"
            ),
        ),
    ],
)
def test_what_a_rider_may_count_on_holds(name: str, reader: Reader) -> None:
    recording = ride(name, reader)
    assert list_troubles(recording) == []
    if name == "scripted":
        # The heading, then the first arrival, whole: within the first utterances, and short.
        said = [to_words(utterance.text) for utterance in recording.parts["answer"].utterances]
        first = next(index for index, words in enumerate(said) if to_words(ARRIVALS[1]) in words)
        heading = next(index for index, words in enumerate(said) if to_words(ARRIVALS[0]) in words)
        assert first - heading <= 2
        assert len(said) <= 6


def test_an_ordinary_app_fails_and_our_driver_mends_what_a_driver_can(reader: Reader) -> None:
    default, ours = (ride(name, reader) for name in CUSTOM)
    failed = {trouble.statement for trouble in list_troubles(default)}
    # Its clock goes on being spoken; of what it draws, nothing is.
    assert {2, 3} <= failed, failed
    assert 2 not in {trouble.statement for trouble in list_troubles(ours)}
    assert ours.written_bytes * 10 < default.written_bytes
    assert ours.speech_s * 5 < default.speech_s
    for name in ("down", "up"):
        part = ours.parts[name]
        assert part.is_cursor_visible
        # A table is repainted after the 20 ms for which tdsr waits.
        assert to_words(part.cursor_row) in part.heard or reader.name == "tdsr"
