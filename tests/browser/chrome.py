"""A headless Chromium, steered over its own pipe (Chrome DevTools Protocol): no port is opened, no driver is needed."""

import json
import os
import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE_S = 60.0
_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    # The page stays in the process of its host, as one session sees only one process.
    "--disable-features=IsolateSandboxedIframes,Translate,OptimizationHints,MediaRouter",
    "--remote-debugging-pipe",
)


def find_chrome() -> str | None:
    """Find a Chromium: the variable STOPBELL_CHROMIUM, else one on the path; None without."""
    asked = os.environ.get("STOPBELL_CHROMIUM")
    return asked or next((found for name in PROGRAMS if (found := shutil.which(name))), None)


class ChromeFailed(AssertionError):  # noqa: N818
    """The browser refused a command or did not answer in time."""


class Chrome:
    """Starts the browser; commands are answered one after the other, events come in between."""

    def __init__(self, program: str, folder: Path) -> None:
        """Remember what to run; entering the context starts it. `folder` takes its profile."""
        self._program = program
        self._folder = folder
        self._last = 0
        self._news: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.listeners: list[Callable[[Mapping[str, Any]], None]] = []

    def __enter__(self) -> Self:
        """Start the browser with its pipe on the descriptors 3 and 4."""
        read_commands, self._commands = os.pipe()
        self._answers, write_answers = os.pipe()
        line = f'exec "$0" "$@" 3<&{read_commands} 4>&{write_answers}'
        profile = self._folder / "profile"
        self._process = subprocess.Popen(
            ["bash", "-c", line, self._program, *_FLAGS, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(read_commands, write_answers),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(self._folder)},
        )
        os.close(read_commands)
        os.close(write_answers)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the browser and wait until it and all its children are gone."""
        # A browser that has gone by itself hears no more; what is left of it is still waited for.
        with suppress(BrokenPipeError):
            self._send({"id": 0, "method": "Browser.close"})
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(PATIENCE_S)
        os.close(self._commands)

    def call(self, method: str, session: str | None = None, /, **params: Any) -> dict[str, Any]:
        """Give the answer to one command; events that come before it go to the listeners.

        Raises:
            ChromeFailed: it was refused, or no answer came.
        """
        self._last += 1
        number = self._last
        self._send({"id": number, "method": method, "params": params, **({"sessionId": session} if session else {})})
        while True:
            message = self.receive(f"no answer to {method}")
            if message.get("id") != number:
                continue
            if "error" in message:
                raise ChromeFailed(f"{method}: {message['error']}")
            return message["result"]

    def receive(self, otherwise: str) -> dict[str, Any]:
        """Take the next message; events are given to the listeners.

        Raises:
            ChromeFailed: none came in time, or the browser has ended.
        """
        try:
            message = self._news.get(timeout=PATIENCE_S)
        except queue.Empty:
            raise ChromeFailed(f"{otherwise} within {PATIENCE_S} s") from None
        if message is None:
            raise ChromeFailed(f"{otherwise}: the browser has ended")
        if "method" in message:
            for listener in self.listeners:
                listener(message)
        return message

    def _send(self, message: Mapping[str, Any]) -> None:
        rest = json.dumps(message).encode() + b"\0"
        while rest:
            rest = rest[os.write(self._commands, rest) :]

    def _read(self) -> None:
        """Take messages apart at their zero bytes until the browser closes its end."""
        rest = b""
        while block := os.read(self._answers, 1 << 16):
            *whole, rest = (rest + block).split(b"\0")
            for message in whole:
                self._news.put(json.loads(message))
        os.close(self._answers)
        self._news.put(None)
