"""A kiosk at a pseudo terminal under a small supervisor, which does with the watchdog what systemd does."""

import fcntl
import json
import os
import pty
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Self

from tests.together.kiosk.shown import Shown

ROWS, COLUMNS = 70, 110
START = datetime.fromisoformat("2027-03-03T12:00:00+02:00")
"""Later than the files that a test writes, so that nothing speaks against the clock."""
QUIET = """
[input]
debounce_s = 0.0
hold_s = 0.3
release_s = 0.15
[screen]
refresh_s = 5
"""


@dataclass
class City:
    """The demonstration city in a process of its own."""

    folder: Path
    at: datetime = START
    began: float = field(default_factory=time.monotonic)
    process: subprocess.Popen[str] | None = None
    home: Path = Path()

    def now(self) -> str:
        """The instant of the stage as `--at` takes it, running on."""
        return f"+{(self.at + timedelta(seconds=time.monotonic() - self.began)).isoformat()}"

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tests.together.kiosk.city", str(self.folder), self.now()]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.home = Path(self.process.stdout.readline().strip())
        assert self.home.is_dir()
        return self

    def freeze(self) -> None:
        """Let the live data hang, as behind a network that swallows everything."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it come again."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def __exit__(self, *_: object) -> None:
        assert self.process is not None
        self.thaw()
        self.process.communicate()


class Kiosk:
    """One kiosk; started again by the supervisor when it ends, or is silent for longer than the watchdog allows."""

    def __init__(
        self, home: Path, provisioning: str, *, at: Callable[[], str], folder: Path, watchdog_s: float | None = None
    ) -> None:
        self.home = home
        self.file = folder / "kiosk.toml"
        self.port = find_port()
        self.file.write_text(f'{provisioning}\n[health]\nlisten = "127.0.0.1:{self.port}"\n', encoding="utf-8")
        self.shown = Shown(ROWS)
        self.states: list[str] = []
        self.starts = 0
        self.statuses: list[int] = []
        self._at = at
        self._folder = folder
        self._watchdog_s = watchdog_s
        self._changed = threading.Condition()
        self._is_over = False
        self.is_closed = False
        self._ours, self._theirs = pty.openpty()
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.terminal_before = termios.tcgetattr(self._theirs)
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._listening.bind(str(folder / "notify"))
        self._listening.setblocking(False)
        self._heard_at = time.monotonic()
        self._is_ready = False
        self.log = folder / "log.txt"
        self.process = self._start()
        self._thread = threading.Thread(target=self._supervise, daemon=True)
        self._thread.start()

    def _start(self) -> "subprocess.Popen[bytes]":
        environment = {**os.environ, "NOTIFY_SOCKET": str(self._folder / "notify"), "STOPBELL_BRAIN": "offline"}
        if self._watchdog_s is not None:
            environment["WATCHDOG_USEC"] = str(round(self._watchdog_s * 1_000_000))
        command = [sys.executable, "-m", "stopbell", "--home", str(self.home), "--at", self._at(), "kiosk"]
        self.starts += 1
        self._is_ready = False
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*command, "--provisioning", str(self.file)],
                stdin=self._theirs,
                stdout=self._theirs,
                stderr=log,
                env=environment,
                start_new_session=True,
            )

    def _supervise(self) -> None:
        while not self._is_over:
            ready, _, _ = select.select([self._ours, self._listening], [], [], 0.1)
            with self._changed:
                if self._ours in ready:
                    self.shown.feed(os.read(self._ours, 65536).decode("utf-8", "replace"))
                if self._listening in ready:
                    self._take_states(self._listening.recv(4096).decode())
                if (status := self.process.poll()) is not None and not self._is_over:
                    self.statuses.append(status)
                    self.process = self._start()
                self._bite()
                self._changed.notify_all()

    def _take_states(self, text: str) -> None:
        self.states += text.splitlines()
        if "READY=1" in text:
            self._is_ready, self._heard_at = True, time.monotonic()
        if "WATCHDOG=1" in text:
            self._heard_at = time.monotonic()

    def _bite(self) -> None:
        """Kill what was ready and gave no sign of life in time, as WatchdogSignal=SIGKILL has it."""
        if self._watchdog_s and self._is_ready and time.monotonic() - self._heard_at > self._watchdog_s:
            self._is_ready = False
            self.process.kill()

    def happens(self, is_true: Callable[[], object], within_s: float) -> bool:
        """Tell whether something becomes true within so many seconds."""
        with self._changed:
            return bool(self._changed.wait_for(is_true, within_s))

    def wait_for(self, is_true: Callable[[], object], timeout_s: float = 30.0) -> float:
        """Wait until something is true of what is shown or heard; give how long it took."""
        began = time.monotonic()
        with self._changed:
            is_so = self._changed.wait_for(is_true, timeout_s)
        shown = "\n".join(self.shown.lines)
        assert is_so, f"not within {timeout_s} s; the kiosk shows:\n{shown}\nand logs:\n{self.log.read_text()[-3000:]}"
        return time.monotonic() - began

    def wait_for_text(self, text: str, timeout_s: float = 30.0) -> float:
        """Wait until a text is shown."""
        return self.wait_for(lambda: any(text in line for line in self.shown.lines), timeout_s)

    def wait_until_ready(self) -> None:
        """Wait until it has said so to the supervisor and shows its board."""
        self.wait_for(lambda: "READY=1" in self.states)
        self.wait_for_text("Press any key to listen.")

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._ours, text.encode())

    def hold(self, key: str, seconds: float) -> None:
        """Hold a key, which comes again and again as from a keyboard, and let go; the kiosk measures how long."""
        never = threading.Event()
        for _ in range(round(seconds / 0.03)):
            self.type(key)
            never.wait(0.03)
        never.wait(0.3)

    @property
    def body(self) -> list[str]:
        """What is shown between title and hint."""
        return self.shown.lines[1:-1]

    def ask(self, path: str) -> tuple[int, str]:
        """Ask how it is, over HTTP."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with closing(error):
                return error.code, error.read().decode()

    def find_in_status(self, *keys: str) -> Any:
        """Find a value in the report; None where it is not there, or nobody answers."""
        try:
            value: Any = self.read_status()
        except OSError:
            return None
        for key in keys:
            value = value[key]
        return value

    def read_status(self) -> dict[str, Any]:
        """Read the whole report."""
        status: dict[str, Any] = json.loads(self.ask("/status")[1])
        return status

    def list_children(self, name: str) -> list[int]:
        """List the kiosk's child processes whose command line has a name in it."""
        found: list[int] = []
        for entry in Path("/proc").iterdir():
            with suppress(OSError, ValueError):
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == self.process.pid and name in (entry / "cmdline").read_bytes().decode():
                    found.append(int(entry.name))
        return found

    def is_raw(self) -> bool:
        """Whether no key of the terminal makes a signal."""
        return not termios.tcgetattr(self._theirs)[3] & (termios.ISIG | termios.ICANON | termios.ECHO)

    def close(self) -> int:
        """End it as the operator does; give its exit status."""
        self.is_closed = True
        with self._changed:
            self._is_over = True
        self._thread.join()
        self.process.send_signal(signal.SIGTERM)
        ends_at = time.monotonic() + 15
        while self.process.poll() is None and time.monotonic() < ends_at:
            # It cannot end while nobody takes what it writes.
            if select.select([self._ours], [], [], 0.1)[0]:
                self.shown.feed(os.read(self._ours, 65536).decode("utf-8", "replace"))
        if self.process.poll() is None:
            self.process.kill()
        status = self.process.wait(10)
        while select.select([self._ours], [], [], 0)[0]:
            self.shown.feed(os.read(self._ours, 65536).decode("utf-8", "replace"))
        self.terminal_after = termios.tcgetattr(self._theirs)
        os.close(self._ours)
        os.close(self._theirs)
        self._listening.close()
        return status


@contextmanager
def running(
    home: Path, provisioning: str, folder: Path, *, at: Callable[[], str], watchdog_s: float | None = None
) -> Generator[Kiosk]:
    """Run a kiosk until the block is left."""
    kiosk = Kiosk(home, provisioning, at=at, folder=folder, watchdog_s=watchdog_s)
    try:
        yield kiosk
    finally:
        if not kiosk.is_closed:
            kiosk.close()


def find_port() -> int:
    """Find a port that is free."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def copy_home(city: City, folder: Path) -> Path:
    """Copy the city's home, for a test that takes parts of it away."""
    return Path(shutil.copytree(city.home, folder / "home"))
