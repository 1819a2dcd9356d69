"""A PulseAudio of our own without a sound card, and an ear at its only output: for tests and benchmarks.

Needs `pulseaudio` and `parec` (Debian: pulseaudio, pulseaudio-utils); `find_missing` names what is not here.
"""

import os
import shutil
import subprocess
import threading
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

RATE_HZ = 22050
CHUNK_S = 0.005
AUDIBLE = 200
"""Samples above this are heard: -44 dB of full scale."""
_START_LIMIT_S = 20.0


def find_missing(*commands: str) -> list[str]:
    """Name the commands that are not here."""
    return [command for command in commands if shutil.which(command) is None]


class SoundServer:
    """Runs while its block is entered; `environment` leads programs to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment: Mapping[str, str] = {
            **os.environ,
            "PULSE_SERVER": f"unix:{folder}/native",
            "XDG_RUNTIME_DIR": str(folder),
            "HOME": str(folder),
        }
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        modules = ("module-null-sink sink_name=out", f"module-native-protocol-unix socket={self.folder}/native")
        command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
        command += [part for module in modules for part in ("-L", f"{module}")]
        self._process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self.wait_for(["pactl", "info"])
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)

    def wait_for(self, command: Sequence[str]) -> None:
        """Run a command until it succeeds."""
        give_up = time.monotonic() + _START_LIMIT_S
        while subprocess.run(command, env=self.environment, capture_output=True, check=False).returncode != 0:
            if time.monotonic() > give_up:
                raise TimeoutError(f"{command} does not succeed")

    def run(self, *command: str) -> str:
        """Run a command against the server and give what it prints."""
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout


class Ear:
    """Hears the output from entering to leaving, and remembers when it was audible."""

    def __init__(self, server: SoundServer) -> None:
        self._server = server
        self._heard: list[tuple[float, int]] = []
        self._arrived = threading.Condition()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        command = ["parec", "--raw", "--format=s16le", f"--rate={RATE_HZ}", "--channels=1", "--latency-msec=5"]
        self._process = subprocess.Popen(
            [*command, "-d", "out.monitor"],
            env=self._server.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()
        self.wait_until(lambda: bool(self._heard))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._listening.join(10)
            assert self._process.stdout is not None
            self._process.stdout.close()

    def _listen(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        size = int(CHUNK_S * RATE_HZ) * 2
        while chunk := self._process.stdout.read(size):
            at, samples = time.perf_counter(), array("h", chunk[: len(chunk) // 2 * 2])
            with self._arrived:
                self._heard.append((at, max(max(samples), -min(samples))))
                self._arrived.notify_all()

    def wait_until(self, is_so: Callable[[], bool], limit_s: float = 20.0) -> None:
        """Wait until something is so of what was heard."""
        with self._arrived:
            if not self._arrived.wait_for(is_so, limit_s):
                raise TimeoutError("it was not heard in time")

    def find_first(self, since: float) -> float | None:
        """Give the moment of the first audible sound after a moment of `time.perf_counter`."""
        return next((at for at, peak in self._heard if at >= since and peak > AUDIBLE), None)

    def wait_for_sound(self, since: float, limit_s: float = 20.0) -> float:
        """Wait for the first audible sound after a moment; give when it came."""
        self.wait_until(lambda: self.find_first(since) is not None, limit_s)
        found = self.find_first(since)
        assert found is not None
        return found

    def wait_for_silence(self, since: float, quiet_s: float = 0.3, limit_s: float = 30.0) -> float:
        """Wait until nothing was audible for a while; give the last audible moment, or `since`."""
        self.wait_until(lambda: self._heard[-1][0] - max(self._find_last(), since) >= quiet_s, limit_s)
        return max(self._find_last(), since)

    def find_peak(self, since: float, until: float) -> int:
        """Give the loudest sample between two moments."""
        return max((peak for at, peak in self._heard if since <= at <= until), default=0)

    def _find_last(self) -> float:
        return next((at for at, peak in reversed(self._heard) if peak > AUDIBLE), 0.0)
