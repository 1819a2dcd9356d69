"""The program at a terminal of its own, and what stands on it."""

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from stopbell_server.phrases.phrasebooks import Phrasebooks
from tests.readers.readers import Reader
from tests.readers.session import ReaderSession

AT = "2026-11-30T08:00:00+02:00"
"""A Monday morning in the demonstration city, where time stands still."""
LIMIT_S = 60.0
_NOBODY = Reader("nobody", lambda command, _folder, _port: command, (), "")


def open_program(
    arguments: Sequence[str], folder: Path, size: tuple[int, int]
) -> AbstractContextManager[ReaderSession]:
    """Start the program in columns and rows; nobody reads the terminal but the test."""
    environment = {
        "PATH": os.environ["PATH"],
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "STOPBELL_HOME": str(folder),
        "STOPBELL_BRAIN": "offline",
    }
    command = [sys.executable, "-m", "stopbell", *arguments]
    return ReaderSession(command, folder, environment, reader=_NOBODY, size=size)


def hold_conversation(questions: Sequence[str], folder: Path, size: tuple[int, int]) -> list[str]:
    """Ask the demonstration in lines, and give all rows, from the first line to the farewell."""
    working = Phrasebooks.load().pick("en").say("face.working").written
    with open_program(["--at", AT, "--screen-reader", "demo"], folder, size) as session:
        for number, question in enumerate(questions, 1):
            session.wait_for_rows(lambda rows, due=number: _count_prompts(rows) == due, LIMIT_S)
            session.type_line(question)
        session.wait_for_end(LIMIT_S)
        rows = session.list_rows()
    # How slow this machine is belongs in no picture.
    return [row for row in rows if row and row != working]


def _count_prompts(rows: Sequence[str]) -> int:
    return sum(row == "You:" or row.startswith("You: ") for row in rows)
