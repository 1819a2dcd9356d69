"""9. Only one voice speaks: the reader where there is one, our own where there is none; see docs/screen-readers.md."""

import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.readers.cases import STARTED_S
from tests.readers.readers import READERS, Reader
from tests.readers.recording import make_environment, to_words
from tests.readers.session import ReaderSession
from tests.readers.speech_server import Utterance

pytestmark = [pytest.mark.reader, pytest.mark.timeout(240)]

NOBODY = Reader("no reader", lambda command, folder, port: command, (), "")
OURS = "stopbell"
QUESTION = "next tram"
LEAST_WORDS = 4
"""Of a sentence that two voices would be heard to say twice."""


def hear(voice: str, face: str, reader: Reader) -> Sequence[Utterance]:
    """Ask a question, with the speech server as the engine of our own voice too, and give all that was said."""
    own = ("--voice", voice, "--face", face, "--engine", "speech-dispatcher", "--language", "en", "demo")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        surroundings = make_environment(Path(folder))
        command = [sys.executable, "-m", "stopbell", *own]
        with ReaderSession(command, Path(folder), surroundings, reader=reader) as session:
            session.wait_for_rows(lambda rows: any("Question" in row for row in rows), STARTED_S)
            session.speech.wait_for_quiet(2.0, 20.0)
            session.type_line(QUESTION)
            session.speech.wait_for_quiet(3.0, 20.0)
            session.type_line("quit")
            session.wait_for_end(20.0)
            return tuple(session.speech.heard)


@pytest.mark.parametrize("face", ["line", "textual"])
def test_with_a_reader_our_own_voice_says_nothing(face: str) -> None:
    reader = READERS["yasr"]
    if reader.missing:
        end = pytest.fail if os.environ.get("STOPBELL_NEED_READERS") else pytest.skip
        end(f"NOT tested with a screen reader: {reader.install}")
    heard = hear("reader", face, reader)
    assert len(heard) > 5, "the reader speaks"
    assert [one for one in heard if OURS in one.client] == []


@pytest.mark.parametrize("face", ["line", "textual"])
def test_without_a_reader_our_own_voice_says_each_sentence_once(face: str) -> None:
    heard = hear("self", face, NOBODY)
    assert {one.client.partition(":")[0] for one in heard} == {OURS}
    said = [to_words(sentence) for one in heard for sentence in re.split(r"[.!?]", one.text)]
    assert any("market square" in words for words in said), said
    assert "goodbye" in said
    assert [words for words in said if said.count(words) > 1 and len(words.split()) >= LEAST_WORDS] == []
