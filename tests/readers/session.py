"""A program under a real screen reader on a pseudo terminal, with keys typed as a rider types them."""

import codecs
import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

from tests.readers.readers import READERS, Reader
from tests.readers.speech_server import SpeechServer, Utterance
from textual_aloud.manner import DRAWN

DRAWING = DRAWN
"""Arrows, boxes, blocks, shapes, dingbats, braille, private use, emoji: what readers spell out as noise."""
KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "enter": "\r",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "backspace": "\x7f",
    "ctrl+q": "\x11",
    "ctrl+r": "\x12",
    "ctrl+u": "\x15",
}
_UNKNOWN_TO_PYTE = re.compile(r"\x1b\[[<=>?][0-9;]*\$?[pqut]")
_KEY_GAP_S = 0.06
_ENDED_S = 3.0


class ReaderSession:
    """Starts a reader around a command; everything said is in `speech.heard`, everything written in `written`."""

    def __init__(
        self,
        command: list[str],
        folder: Path,
        environment: dict[str, str],
        *,
        reader: Reader = READERS["yasr"],
        size: tuple[int, int] = (80, 24),
    ) -> None:
        """Remember what to run; entering the context starts it."""
        self.speech = SpeechServer()
        self.written = b""
        self._command = command
        self._folder = folder
        self._reader = reader
        self._environment = environment | {"SPEECHD_ADDRESS": f"inet_socket:127.0.0.1:{self.speech.port}"}
        self._size = size
        self._pid = 0
        self._fd = -1
        self._screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self._screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._turn = threading.Lock()
        self._is_ended = threading.Event()
        self._news = threading.Event()

    def __enter__(self) -> Self:
        """Start the reader and, in it, the command."""
        self._start()
        threading.Thread(target=self._read, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the reader with the program it holds, each by its own number."""
        self._stop()
        self.speech.close()

    def _start(self) -> None:
        assert self._reader.start is not None, f"{self._reader.name} reads windows"
        arguments = self._reader.start(self._command, self._folder, self.speech.port)
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.execve(arguments[0], arguments, self._environment)
        width, height = self._size
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def _stop(self) -> None:
        kill_family(self._pid)
        os.waitpid(self._pid, 0)
        os.close(self._fd)

    def _read_some(self) -> bytes:
        """Give what was written; empty when the program has ended."""
        try:
            while not select.select([self._fd], [], [], 1.0)[0]:
                continue
            return os.read(self._fd, 65536)
        except (OSError, ValueError):
            return b""

    def _read(self) -> None:
        """Keep what the terminal would show, so that the program never blocks on a full pipe."""
        while data := self._read_some():
            self.written += data
            with self._turn:
                self._stream.feed(_UNKNOWN_TO_PYTE.sub("", self._decoder.decode(data)))
            self._news.set()
        self._is_ended.set()

    def _send_text(self, text: str) -> None:
        for letter in text:
            os.write(self._fd, letter.encode())
            time.sleep(_KEY_GAP_S)

    def _send_key(self, name: str) -> None:
        os.write(self._fd, KEYS[name].encode())
        time.sleep(_KEY_GAP_S)

    def type_line(self, text: str) -> None:
        """Type a line and Enter."""
        self._send_text(text)
        self._send_key("enter")

    def type_text(self, text: str) -> None:
        """Type letters at the pace of a fast typist."""
        self._send_text(text)

    def press(self, *names: str) -> None:
        """Press keys by name."""
        for name in names:
            self._send_key(name)

    def resize(self, width: int, height: int) -> None:
        """Give the terminal another size."""
        with self._turn:
            self._screen.resize(height, width)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def wait_for_end(self, limit_s: float) -> None:
        """Wait until the program, and the reader with it, has ended."""
        if not self._is_ended.wait(limit_s):
            raise TimeoutError(f"the program still runs after {limit_s} s")

    def list_rows(self) -> list[str]:
        """List the rows of the screen as text, without blanks at their ends."""
        with self._turn:
            return [row.rstrip() for row in self._screen.display]

    @property
    def cursor_row(self) -> str:
        """The row that the cursor is on: what a braille display that follows it shows."""
        with self._turn:
            return self._screen.display[min(self._screen.cursor.y, self._screen.lines - 1)].rstrip()

    @property
    def is_cursor_visible(self) -> bool:
        """Whether the terminal shows its cursor."""
        with self._turn:
            return not self._screen.cursor.hidden

    def wait_for_rows(self, are_there: Callable[[list[str]], bool], limit_s: float) -> None:
        """Wait until the screen is so."""
        end = time.monotonic() + limit_s
        while not are_there(self.list_rows()):
            if time.monotonic() > end or self._is_ended.is_set():
                raise TimeoutError(f"not on the screen within {limit_s} s: {self.list_rows()}")
            self._news.wait(0.5)
            self._news.clear()

    def list_sentences(self, since: int = 0) -> list[str]:
        """List what was said as text, whole utterances, blanks collapsed; echoes of single keys are left out."""
        return [to_sentence(u) for u in self.speech.heard[since:] if u.kind == "speak" and len(u.text.strip()) > 1]


def to_sentence(utterance: Utterance) -> str:
    """Give an utterance with its blanks collapsed."""
    return " ".join(utterance.text.split())


def kill_family(pid: int) -> None:
    """End a process and all that came of it, by their numbers: kindly first, so that a reader can end its own."""
    family = [pid, *_list_children(pid)]
    for member in family:
        _kill(member, signal.SIGHUP)
    end = time.monotonic() + _ENDED_S
    while time.monotonic() < end and any(_is_running(member) for member in family):
        time.sleep(0.02)
    for member in family:
        _kill(member, signal.SIGKILL)


def _list_children(pid: int) -> list[int]:
    """List a process's descendants."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [found for child in children for found in (int(child), *_list_children(int(child)))]


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def _kill(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
