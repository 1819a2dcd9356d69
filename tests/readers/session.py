"""A program under the real screen reader yasr on a pseudo terminal, with keys typed as a rider types them."""

import fcntl
import os
import pty
import re
import select
import shlex
import signal
import struct
import termios
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.readers.speech_server import SpeechServer

YASR = Path("/usr/bin/yasr")
DRAWING = re.compile(
    "[\u2190-\u21ff\u2500-\u25ff\u2600-\u27bf\u2800-\u28ff\u2b00-\u2bff\ue000-\uf8ff\ufffd\U0001f000-\U0001ffff]"
)
"""Arrows, boxes, blocks, shapes, dingbats, braille, private use, emoji: what readers spell out as noise."""


class ReaderSession:
    """Starts yasr around a command; everything said is in `speech.heard`, everything written in `written`."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        """Remember what to run; entering the context starts it."""
        self.speech = SpeechServer()
        self.written = b""
        self._command = command
        self._folder = folder
        self._environment = environment
        self._pid = 0
        self._fd = -1

    def __enter__(self) -> Self:
        """Start yasr and, in it, the command."""
        run = self._folder / "child.sh"
        run.write_text(f"#!/bin/sh\nexec {shlex.join(self._command)}\n")
        run.chmod(0o755)
        settings = self._folder / "yasr.conf"
        text = Path("/etc/yasr/yasr.conf").read_text(encoding="latin1")
        text = re.sub(r"(?m)^synthesizer port=.*$", f"synthesizer port=127.0.0.1:{self.speech.port}", text)
        settings.write_text(re.sub(r"(?m)^shell=.*$", "shell=/bin/sh", text), encoding="latin1")
        arguments = [str(YASR), "-C", str(settings), "-s", "speech dispatcher", "-p", f"127.0.0.1:{self.speech.port}"]
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.execve(YASR, [*arguments, str(run)], self._environment)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        threading.Thread(target=self._read, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the reader with the program it holds."""
        os.kill(self._pid, signal.SIGHUP)
        os.close(self._fd)
        os.waitpid(self._pid, 0)
        self.speech.close()

    def _read(self) -> None:
        """Keep what the terminal would show, so that the program never blocks on a full pipe."""
        while True:
            try:
                if select.select([self._fd], [], [], 1.0)[0]:
                    self.written += os.read(self._fd, 65536)
            except OSError:
                return

    def type_line(self, text: str) -> None:
        """Type a line and Enter."""
        os.write(self._fd, f"{text}\r".encode())

    def list_sentences(self) -> list[str]:
        """List what was said as text, whole utterances, blanks collapsed; echoes of single keys are left out."""
        return [" ".join(u.text.split()) for u in self.speech.heard if u.kind == "speak" and len(u.text.strip()) > 1]
