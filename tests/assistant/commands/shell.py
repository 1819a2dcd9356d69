"""Running commands as a shell does, in this process where that shows the same."""

import os
import pty
import select
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from stopbell.cli import main

_LONGEST_SILENCE_S = 30


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str


class Shell:
    """Runs `stopbell` in a home of its own, at a fixed instant."""

    def __init__(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.home = home
        self.capsys = capsys

    def run(self, *arguments: str, at: str = "2026-09-05T08:55:00Z") -> Ended:
        """Run one command to its end."""
        try:
            status = main(["--home", str(self.home), "--at", at, *arguments])
        except SystemExit as ended:  # argparse leaves this way
            status = ended.code if isinstance(ended.code, int) else 1
        printed = self.capsys.readouterr()
        return Ended(status, printed.out, printed.err)

    def type_in(self, *arguments: str, answers: Sequence[str], prompt: str = ": ") -> Ended:
        """Run one command at a terminal of its own, and type the next answer whenever it ends in the prompt.

        All that the terminal shows is in `out`.
        """
        command = [sys.executable, "-m", "stopbell.cli", "--home", str(self.home), *arguments]
        ours, theirs = pty.openpty()
        with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as process:
            os.close(theirs)
            left, shown = list(answers), b""
            while piece := _read(ours):
                shown += piece
                if left and shown.decode("utf-8", "replace").endswith(prompt):
                    os.write(ours, f"{left.pop(0)}\n".encode())
            os.close(ours)
            try:
                status = process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                raise AssertionError(f"it did not end; it showed {shown.decode('utf-8', 'replace')!r}") from None
        return Ended(status, shown.decode().replace("\r\n", "\n"), "")


def _read(terminal: int) -> bytes:
    """Read what is there; empty once the other side is closed, which Linux tells as an error, or stays silent."""
    if not select.select([terminal], [], [], _LONGEST_SILENCE_S)[0]:
        return b""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
