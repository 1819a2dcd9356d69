"""An app on a pseudo terminal, whose screen is judged by pyte."""

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.textual_aloud.terminal import Terminal

ROOT = Path(__file__).parents[2]
LIMIT_S = 30.0
QUIET_S = 0.35
"""Output that pauses for so long is whole."""


class Pseudo:
    """Runs a module as a program; what it writes is shown by `terminal` and kept in `written`."""

    def __init__(self, module: str, driver: str | None, size: tuple[int, int] = (80, 24)) -> None:
        """Remember what to run; `driver` is for TEXTUAL_DRIVER, None is Textual's own."""
        self.terminal = Terminal(*size)
        self.written = ""
        self._module = module
        self._driver = driver
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._size = size
        self._pid = 0
        self._fd = -1

    def __enter__(self) -> Self:
        """Start."""
        environment = {
            "PATH": os.environ["PATH"],
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "PYTHONPATH": f"{ROOT}:{ROOT / 'assistant'}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "TEXTUAL_ANIMATIONS": "none",
        } | ({"TEXTUAL_DRIVER": self._driver} if self._driver else {})
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.execve(sys.executable, [sys.executable, "-m", self._module], environment)
        self._set_size(*self._size)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._fd)

    def send(self, keys: str) -> None:
        """Type, and take in what comes of it."""
        os.write(self._fd, keys.encode())
        self.settle()

    def wake(self) -> None:
        """Let a program go on that has put itself to sleep, and take in what comes of it."""
        self.settle(self._is_asleep)
        os.kill(self._pid, signal.SIGCONT)
        self.settle()

    def _is_asleep(self) -> bool:
        return Path(f"/proc/{self._pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T"

    def resize(self, width: int, height: int) -> None:
        """Give the terminal another size; what stood on it is gone, as nobody knows what a terminal keeps."""
        self.terminal = Terminal(width, height)
        self._set_size(width, height)
        self.settle(lambda: any(f"size {width}x{height}" in row for row in self.terminal.texts))

    def settle(self, is_there: Callable[[], bool] = lambda: True) -> None:
        """Take in output until it pauses, and something is there."""
        end = time.monotonic() + LIMIT_S
        while True:
            if select.select([self._fd], [], [], QUIET_S)[0]:
                try:
                    data = self._decoder.decode(os.read(self._fd, 65536))
                except OSError:
                    return
                self.written += data
                self.terminal.feed(data)
            elif is_there():
                return
            if time.monotonic() > end:
                raise TimeoutError(f"not on the screen: {self.terminal.texts}")

    def wait_for_end(self) -> None:
        """Take in output until the program has ended."""
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end:
            try:
                if select.select([self._fd], [], [], QUIET_S)[0] and not self._take():
                    return
            except OSError:
                return
        raise TimeoutError("the program still runs")

    def _take(self) -> bool:
        data = os.read(self._fd, 65536)
        self.written += self._decoder.decode(data)
        return bool(data)

    def _set_size(self, width: int, height: int) -> None:
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
