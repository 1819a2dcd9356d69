"""Line mode as a program: at a pseudo terminal, on a pipe, and when it is interrupted."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "tests.assistant.line.program"]
STARTED_S = 30.0


class Typist:
    """A program at a pseudo terminal, with somebody who types."""

    def __init__(self, pid: int, fd: int) -> None:
        self.pid = pid
        self.fd = fd
        self.seen = b""

    def wait_for(self, text: str, times: int = 1, within_s: float = STARTED_S) -> None:
        """Read until a text was written so often."""
        deadline = time.monotonic() + within_s
        while self.seen.decode("utf-8", "replace").count(text) < times:
            left = deadline - time.monotonic()
            assert left > 0, f"no {text!r} within {within_s} s in {self.seen!r}"
            if select.select([self.fd], [], [], left)[0]:
                self.seen += self._read()

    def read_to_the_end(self) -> int:
        """Read until the program ends; give its exit status."""
        while block := self._read():
            self.seen += block
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def idle(self, for_s: float) -> bytes:
        """Give what is written while nobody does anything."""
        return self._read() if select.select([self.fd], [], [], for_s)[0] else b""

    def echoes(self) -> bool:
        """Tell whether the terminal shows what is typed, as a shell needs it."""
        return bool(termios.tcgetattr(self.fd)[3] & termios.ECHO)

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def _read(self) -> bytes:
        try:
            return os.read(self.fd, 65536)
        except OSError:
            return b""


@pytest.fixture
def typist() -> Iterator[Typist]:
    """Start line mode at a pseudo terminal."""
    environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.execve(COMMAND[0], COMMAND, environment)
    running = Typist(pid, fd)
    yield running
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        pass
    os.close(fd)


def test_what_is_typed_at_a_terminal_is_answered_and_the_transcript_only_grows(typist: Typist) -> None:
    typist.wait_for("You: ")
    typist.type("departures from Oak Street\r")
    typist.wait_for("You: ", times=2)
    typist.type("quit\r")
    assert typist.read_to_the_end() == 0
    text = typist.seen.decode()
    assert "\x1b" not in text
    lines = [line.strip() for line in text.replace("\r\n", "\n").splitlines()]
    assert lines[:2] == [
        "Screen reader mode on, from the command line. Type help.",
        "Question: Stopbell. Ask about a stop or a line, or type help.",
    ]
    assert lines[3:5] == ["Answer: Oak Street, all live.", "10A to Harbour, 3 and 14 minutes."]
    assert lines[-1] == "Note: Goodbye."


def test_a_line_can_be_edited(typist: Typist) -> None:
    typist.wait_for("You: ")
    typist.type("departures from Oak Lane\x7f\x7f\x7f\x7fStreet\r")
    typist.wait_for("Answer: Oak Street, all live.")


def test_an_earlier_line_comes_back_with_the_arrow_key(typist: Typist) -> None:
    typist.wait_for("You: ")
    typist.type("departures from Oak Street\r")
    typist.wait_for("You: ", times=2)
    typist.type("\x1b[A\r")
    typist.wait_for("10A to Harbour, 3 and 14 minutes.", times=2)


def test_nothing_is_written_while_nobody_types(typist: Typist) -> None:
    typist.wait_for("You: ")
    assert typist.idle(1.0) == b""


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_ctrl_c_and_ctrl_d_end_politely_and_give_the_terminal_back(typist: Typist, key: str) -> None:
    typist.wait_for("You: ")
    typist.type(key)
    typist.wait_for("Goodbye.")
    assert typist.read_to_the_end() == 0
    assert typist.echoes()


def test_a_pipe_gets_answers_only(tmp_path: Path) -> None:
    done = subprocess.run(
        COMMAND,
        input="departures from Oak Street\nquit\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[1:3] == [
        "Question: Stopbell. Ask about a stop or a line, or type help.",
        "Answer: Oak Street, all live.",
    ]
    assert "You:" not in done.stdout
    assert done.stderr == ""


def test_input_that_is_no_text_ends_nothing() -> None:
    done = subprocess.run(
        COMMAND, input=b"\xff\xfe\x00what\nquit\n", capture_output=True, cwd=ROOT, timeout=60, check=False
    )
    assert (done.returncode, done.stdout.decode().splitlines()[-1]) == (0, "Note: Goodbye.")
