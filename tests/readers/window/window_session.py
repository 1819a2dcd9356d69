"""A program in a terminal window under Orca or BRLTTY; keys come through the X server, as from a keyboard."""

import contextlib
import os
import shlex
import socket
import subprocess
import threading
import time
from pathlib import Path

from tests.readers.session import ReaderSession, kill_family
from tests.readers.speech_server import Utterance

HERE = Path(__file__).parent
TITLE = "under test"
CELLS = 40
STARTED_S = 30.0
_FOCUSED_S = 1.5
"""Orca speaks what is written once it has noticed the window's focus, which it does not tell."""
_NAMES = {
    "enter": "Return",
    "tab": "Tab",
    "shift+tab": "shift+Tab",
    "backspace": "BackSpace",
    "up": "Up",
    "down": "Down",
}


class WindowSession(ReaderSession):
    """Like its parent, with a window around the program."""

    def _start(self) -> None:
        """Start an X server, a desktop, the reader, a window, and in it the command once the reader watches."""
        self._copy = self._folder / "written"
        self._copy.touch()
        go = self._folder / "go"
        program = self._folder / "child.sh"
        program.write_text(f"#!/bin/sh\nwhile [ ! -e {go} ]; do sleep 0.1; done\nexec {shlex.join(self._command)}\n")
        program.chmod(0o755)
        self._server, display = _start_x_server()
        self._environment |= {"DISPLAY": display, "SHELL": "/bin/sh"}
        is_braille = self._reader.name == "brltty"
        port = _find_port() if is_braille else None
        width, height = self._size
        self._desktop = subprocess.Popen(
            [
                *("dbus-run-session", "--", str(HERE / "session.sh"), str(port or "orca"), TITLE),
                *(str(width), str(height), str(self._copy), str(program)),
            ],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        if port is not None:
            self._watch_cells(port)
        else:
            self.speech.wait_for("Screen reader on", STARTED_S)
        self._use_x("search", "--sync", "--name", TITLE, "windowfocus")
        time.sleep(_FOCUSED_S)
        go.touch()

    def _stop(self) -> None:
        kill_family(self._desktop.pid)
        self._desktop.wait()
        kill_family(self._server.pid)
        self._server.wait()

    def _read_some(self) -> bytes:
        """Give what the copier has copied since; empty when the window is gone."""
        while True:
            with self._copy.open("rb") as file:
                file.seek(len(self.written))
                if data := file.read(65536):
                    return data
            if self._desktop.poll() is not None:
                return b""
            time.sleep(0.02)

    def _send_text(self, text: str) -> None:
        self._use_x("type", "--delay", "60", text)

    def _send_key(self, name: str) -> None:
        self._use_x("key", "--clearmodifiers", _NAMES.get(name, name))

    def _use_x(self, *arguments: str) -> None:
        subprocess.run(
            ["xdotool", *arguments], env=self._environment, timeout=STARTED_S, check=True, stdout=subprocess.DEVNULL
        )

    def _watch_cells(self, port: int) -> None:
        """Take each change of the braille display for something that was said."""
        connection = _connect(port)
        connection.sendall(f"cells {CELLS}\n".encode())

        def read() -> None:
            last = None
            with connection, contextlib.suppress(OSError), connection.makefile("rb") as lines:
                for raw in lines:
                    line = raw.decode("utf-8", "replace").strip()
                    if line.startswith("Visual ") and (cells := line[8:-1].rstrip()) != last:
                        last = cells
                        self.speech.hear(Utterance(cells, "braille", time.monotonic(), "brltty"))

        threading.Thread(target=read, daemon=True).start()


def _start_x_server() -> tuple[subprocess.Popen[bytes], str]:
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read, "rb") as numbers:
        return server, f":{numbers.readline().decode().strip()}"


def _find_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _connect(port: int) -> socket.socket:
    end = time.monotonic() + STARTED_S
    while True:
        try:
            connection = socket.create_connection(("127.0.0.1", port), 1)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            connection.settimeout(None)
            return connection
