"""Reader mode as yasr speaks it: every message once, nothing drawn, silent when idle."""

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.readers.readers import YASR
from tests.readers.session import DRAWING, ReaderSession

pytestmark = [pytest.mark.reader, pytest.mark.timeout(180)]
STARTED_S = 60


@pytest.fixture
def session(tmp_path: Path) -> Iterator[ReaderSession]:
    """Start the demonstration in reader mode under yasr; skip loudly without yasr, unless the run must have it."""
    if not YASR.exists():
        if os.environ.get("STOPBELL_NEED_READERS"):
            pytest.fail("yasr is missing and this run must test with it: apt-get install yasr")
        pytest.skip("yasr is not installed: reader mode is NOT tested with a screen reader in this run")
    command = [sys.executable, "-m", "stopbell", "--face", "line", "--voice", "reader", "--language", "en", "demo"]
    environment = {
        "HOME": str(tmp_path),
        "STOPBELL_HOME": str(tmp_path / "state"),
        "PATH": os.environ["PATH"],
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    with ReaderSession(command, tmp_path, environment) as running:
        yield running


def test_every_message_is_spoken_exactly_once_and_nothing_is_drawn(session: ReaderSession) -> None:
    session.speech.wait_for("help", STARTED_S)
    session.speech.wait_for_quiet(2.0, 30)
    session.type_line("when is the next low-floor tram")
    session.speech.wait_for_quiet(2.5, 30)
    session.type_line("help")
    session.speech.wait_for_quiet(2.5, 30)
    sentences = session.list_sentences()
    answers = [sentence for sentence in sentences if sentence.startswith("Answer:")]
    assert answers, sentences
    repeated = {text: times for text, times in Counter(sentences).items() if times > 1 and len(text) > 20}
    assert not repeated
    assert not [sentence for sentence in sentences if DRAWING.search(sentence)]


def test_the_reader_hears_nothing_while_the_program_is_idle(session: ReaderSession) -> None:
    session.speech.wait_for("help", STARTED_S)
    session.speech.wait_for_quiet(2.0, 30)
    before = len(session.speech.heard)
    session.speech.wait_for_quiet(10.0, 12)
    assert session.speech.heard[before:] == []


def test_no_cursor_is_addressed_and_no_screen_is_cleared(session: ReaderSession) -> None:
    session.speech.wait_for("help", STARTED_S)
    session.speech.wait_for_quiet(2.0, 30)
    session.type_line("next departures")
    session.speech.wait_for_quiet(2.5, 30)
    for sequence in (b"\x1b[?1049", b"\x1b[2J", b"\x1b[H", b"\x1b[?25l"):
        assert sequence not in session.written


@pytest.mark.skipif(not YASR.exists(), reason="yasr is not installed")
def test_the_harness_itself_notices_repetition_and_drawing(tmp_path: Path) -> None:
    program = tmp_path / "noisy.py"
    program.write_text(
        "print('\u2500' * 5 + ' The same sentence.')\nprint('\u2500' * 5 + ' The same sentence.')\ninput()\n"
    )
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    assert shutil.which(sys.executable)
    with ReaderSession([sys.executable, str(program)], tmp_path, environment) as running:
        running.speech.wait_for("The same sentence.", 20)
        running.speech.wait_for_quiet(1.5, 20)
        sentences = running.list_sentences()
    assert sum("The same sentence." in sentence for sentence in sentences) == 2
    assert any(DRAWING.search(sentence) for sentence in sentences)
