"""What a rider heard in each part of a ride, and what the terminal showed."""

import os
import re
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.readers.readers import Reader
from tests.readers.session import DRAWING, ReaderSession
from tests.readers.speech_server import Utterance
from tests.readers.window.window_session import WindowSession

ROOT = Path(__file__).parents[2]
CHARACTERS_A_SECOND = 25.0
"""A fast listener's synthesiser."""


@dataclass
class Part:
    """One part of a ride."""

    name: str
    began: float
    """On the monotonic clock, in seconds."""
    utterances: list[Utterance] = field(default_factory=list[Utterance])
    rows: list[str] = field(default_factory=list[str])
    """What the terminal showed at the end of it."""
    cursor_row: str = ""
    is_cursor_visible: bool = False

    @property
    def heard(self) -> str:
        """All that was said, as words without punctuation."""
        return to_words(" ".join(utterance.text for utterance in self.utterances))

    @property
    def first_after_s(self) -> float | None:
        """When the first thing was said; None if nothing was."""
        return self.utterances[0].at - self.began if self.utterances else None


@dataclass
class Recording:
    """A whole ride."""

    case: str
    reader: str
    parts: dict[str, Part] = field(default_factory=dict[str, Part])
    written_bytes: int = 0
    idle_bytes: int = 0
    size: tuple[int, int] = (80, 24)

    @property
    def utterances(self) -> list[Utterance]:
        """All that was said."""
        return [utterance for part in self.parts.values() for utterance in part.utterances]

    @property
    def drawings(self) -> int:
        """How many drawing characters were said."""
        return sum(len(DRAWING.findall(utterance.text)) for utterance in self.utterances)

    @property
    def repeats(self) -> dict[str, int]:
        """What was said more than once within one part of the ride, and how often."""
        counts: dict[str, int] = {}
        for part in self.parts.values():
            said = [words for utterance in part.utterances if len(words := to_words(utterance.text)) > 3]
            counts |= {words: said.count(words) for words in said if said.count(words) > 1}
        return counts

    @property
    def speech_s(self) -> float:
        """How long all of it takes to say."""
        return sum(len(" ".join(u.text.split())) for u in self.utterances) / CHARACTERS_A_SECOND


class Recorder:
    """Cuts what a session hears into parts."""

    def __init__(self, session: ReaderSession, reader: Reader) -> None:
        """Begin with no part."""
        self.session = session
        self.parts: dict[str, Part] = {}
        self.idle_bytes = 0
        """What was written while nothing was done."""
        self._reader = reader
        self._taken = 0
        self._part: Part | None = None

    def begin(self, name: str) -> None:
        """End the part before and begin another."""
        self.end()
        self._part = self.parts[name] = Part(name, time.monotonic())

    def settle(self, quiet_s: float, limit_s: float) -> None:
        """Wait until nothing was said for a while, or for the limit."""
        end = time.monotonic() + limit_s
        while (left := end - time.monotonic()) > 0:
            count = len(self.session.speech.heard)
            try:
                self.session.speech.wait_for_quiet(min(quiet_s, left), left + 1)
            except TimeoutError:
                return
            if len(self.session.speech.heard) == count:
                return

    def end(self) -> None:
        """End the part."""
        if self._part is None:
            return
        heard = self.session.speech.heard
        new, self._taken = heard[self._taken :], len(heard)
        self._part.utterances = [u for u in new if u.text.strip() and not self._reader.is_own(u.text)]
        self._part.rows = self.session.list_rows()
        self._part.cursor_row = self.session.cursor_row
        self._part.is_cursor_visible = self.session.is_cursor_visible


def record(
    name: str,
    command: Sequence[str],
    ride: Callable[[Recorder], None],
    reader: Reader,
    *,
    environment: Mapping[str, str] | None = None,
    size: tuple[int, int] = (80, 24),
) -> Recording:
    """Run a command under a reader, let a rider ride, and give what was heard."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        surroundings = make_environment(Path(folder)) | dict(environment or {})
        opened = ReaderSession if reader.start else WindowSession
        with opened([*command], Path(folder), surroundings, reader=reader, size=size) as session:
            recorder = Recorder(session, reader)
            ride(recorder)
            recorder.settle(0.5, 3.0)
            recorder.end()
            return Recording(name, reader.name, recorder.parts, len(session.written), recorder.idle_bytes, size)


def make_environment(folder: Path) -> dict[str, str]:
    """Give a rider's environment with a home of its own."""
    paths = [str(ROOT), str(ROOT / "assistant"), str(ROOT / "server"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {
        "HOME": str(folder),
        "XDG_RUNTIME_DIR": str(folder),
        "STOPBELL_HOME": str(folder / "state"),
        "PATH": os.environ["PATH"],
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "PYTHONPATH": ":".join(paths),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


_SPOKEN_SIGNS = re.compile(r" (?:dash|plus|slash|star|at|bar) ")


def to_words(text: str) -> str:
    """Give a text as words: readers name some signs and drop others."""
    return " ".join(re.sub(r"\W+", " ", _SPOKEN_SIGNS.sub(" ", text.lower())).split())
