"""A helper process that can be killed: whatever may hang, exit or write to the terminal runs in one."""

import asyncio
import contextlib
import logging
import subprocess
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from stopbell.speech.frames import LONGEST_LINE, BrokenFrameError, Header, parse_header, to_frame
from stopbell.speech.own_group import NEW_GROUP

logger = logging.getLogger(__name__)

_LAST_WORDS = 5
"""How many lines of its standard error are kept, to say why it ended."""


class HelperGoneError(Exception):
    """The helper process has ended, or talks nonsense."""


class HelperProcess:
    """One running helper and the frames it sends. When it is killed or ends, make another."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Take a process just started by `start_helper`, with three pipes."""
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise ValueError("a helper needs three pipes")
        self._process = process
        self._stdin, self._stdout, self._stderr = process.stdin, process.stdout, process.stderr
        self._frames: asyncio.Queue[tuple[Header, bytes] | None] = asyncio.Queue()
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self._tasks = (asyncio.create_task(self._read_frames()), asyncio.create_task(self._read_errors()))
        self._ending: asyncio.Task[None] | None = None
        self._is_gone = False

    @property
    def is_alive(self) -> bool:
        """Whether it can be talked to, as far as is known."""
        return not self._is_gone and self._process.returncode is None

    @property
    def last_words(self) -> str:
        """The end of what it wrote to standard error."""
        return " / ".join(self._last_words)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def send(self, header: Mapping[str, Any], body: bytes = b"") -> None:
        """Send one frame without waiting.

        Raises:
            HelperGoneError: it has ended.
        """
        if self._stdin.is_closing() or not self.is_alive:
            raise HelperGoneError(self.last_words or "it has ended")
        self._stdin.write(to_frame(header, body))

    async def receive(self, timeout_s: float | None = None) -> tuple[Header, bytes]:
        """Wait for the next frame; without a limit until it ends.

        Raises:
            HelperGoneError: it has ended.
            TimeoutError: nothing came in time.
        """
        async with asyncio.timeout(timeout_s):
            frame = await self._frames.get()
        if frame is None:
            self._frames.put_nowait(None)
            raise HelperGoneError(self.last_words or f"it has ended with {self._process.returncode}")
        return frame

    def kill(self) -> None:
        """End it now; what it plays stops with it. Harmless when it has ended."""
        self._is_gone = True
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def close(self) -> None:
        """End it and wait until the system has forgotten it; where that is cancelled, another call waits on."""
        self.kill()
        self._stdin.close()
        if self._ending is None:
            self._ending = asyncio.create_task(self._wait_for_end())
        await asyncio.shield(self._ending)

    async def _wait_for_end(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._process.wait()

    async def _read_frames(self) -> None:
        stdout = self._stdout
        try:
            while line := await stdout.readline():
                header, size = parse_header(line)
                self._frames.put_nowait((header, await stdout.readexactly(size)))
        except (BrokenFrameError, asyncio.IncompleteReadError, ValueError) as error:
            self._last_words.append(str(error))
            self.kill()
        self._is_gone = True
        self._frames.put_nowait(None)
        while await stdout.read(LONGEST_LINE):
            pass

    async def _read_errors(self) -> None:
        with contextlib.suppress(ValueError):
            while line := await self._stderr.readline():
                text = line.decode(errors="replace").strip()
                logger.debug("helper %s: %s", self._process.pid, text)
                self._last_words.append(text)


async def start_helper(command: Sequence[str]) -> HelperProcess:
    """Start a helper in a session of its own, so that the terminal's keys and signals do not reach it.

    Raises:
        HelperGoneError: it cannot be started at all.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,
            creationflags=NEW_GROUP,
        )
    except OSError as error:
        raise HelperGoneError(f"cannot start {command[0]}: {error}") from error
    return HelperProcess(process)


def to_command(module: str, *arguments: str) -> tuple[str, ...]:
    """Give the command that runs one of our modules in this Python, whatever the folder it is started in."""
    return (sys.executable, "-P", "-m", module, *arguments)
