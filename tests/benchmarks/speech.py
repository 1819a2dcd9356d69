"""From giving a sentence to its first audible sample, and from stop to silence, beside each bare engine.

What is heard is what comes out of a sound server of our own (PulseAudio without a card), measured at its only output in
steps of 5 ms. Both take turns, one sentence each, so that what else the machine does meets them alike:

- ours: from `say` on the queue, with voices, splitting, limits, engine and player behind it; `stop` on the queue;
- bare: the engine without queue, watch or spare: pyttsx3 with a new engine for each text (a used one loses texts) in a
  process that is warm, its file given to `paplay`; `espeak-ng --stdout | paplay`; one socket to speech-dispatcher. Stop
  is the kill of `paplay`, and `CANCEL SELF`.

Needs pulseaudio, parec, paplay, espeak-ng and speech-dispatcher; what is not here is told and not measured.
"""

import asyncio
import math
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from stopbell.speech.delivery import Delivery
from stopbell.speech.device_sink import DeviceSink
from stopbell.speech.engine import Engine, Synthesiser
from stopbell.speech.espeak_engine import EspeakSynthesiser
from stopbell.speech.played_engine import PlayedEngine
from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.speech_dispatcher import SpeechDispatcher
from tests.dispatcherserver import DispatcherServer
from tests.soundserver import Ear, SoundServer, find_missing

ROUNDS = 20
SENTENCE = "Line ten A to Central Station, in three minutes, live, low floor. Line seven to the Zoo, in nine minutes."
TARGET_STOP_MS = 100
_WARM = 2
_HEARD_S = 0.3
_STEP_S = 0.031
"""How long a sentence is heard before it is stopped; a step more in each round, for speech has silences of its own."""

Row = dict[str, str | float]
NEEDED = ("pulseaudio", "parec", "paplay", "pactl", "espeak-ng", "speech-dispatcher")


class Bare(ABC):
    """An engine without us."""

    @abstractmethod
    def say(self) -> None:
        """Speak the sentence; return at once or when it plays."""

    @abstractmethod
    def stop(self) -> None:
        """Silence it."""

    def close(self) -> None:  # noqa: B027  most leave nothing behind
        """Leave nothing behind."""


class BareFiles(Bare):
    """A warm process that writes a file for each line of its input, and paplay."""

    def __init__(self, command: Sequence[str], server: SoundServer) -> None:
        self._environment = server.environment
        self._engine = subprocess.Popen(
            command, env=server.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._playing: subprocess.Popen[bytes] | None = None

    def say(self) -> None:
        assert self._engine.stdin is not None
        assert self._engine.stdout is not None
        self._engine.stdin.write(SENTENCE.encode() + b"\n")
        self._engine.stdin.flush()
        path = self._engine.stdout.readline().decode().strip()
        self._playing = subprocess.Popen(["paplay", path], env=self._environment, start_new_session=True)

    def stop(self) -> None:
        assert self._playing is not None
        self._playing.kill()
        self._playing.wait()

    def close(self) -> None:
        self._engine.kill()
        self._engine.communicate()


class BarePipe(Bare):
    """`espeak-ng --stdout | paplay`."""

    def __init__(self, server: SoundServer) -> None:
        self._environment = server.environment
        self._playing: subprocess.Popen[bytes] | None = None

    def say(self) -> None:
        making = subprocess.Popen(
            ["espeak-ng", "-v", "en", "-s", "160", "--stdout", SENTENCE], stdout=subprocess.PIPE, env=self._environment
        )
        self._playing = subprocess.Popen(["paplay"], stdin=making.stdout, env=self._environment)
        assert making.stdout is not None
        making.stdout.close()
        making.wait()

    def stop(self) -> None:
        assert self._playing is not None
        self._playing.kill()
        self._playing.wait()


class BareSocket(Bare):
    """One connection to speech-dispatcher, set up beforehand."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._answers = self._socket.makefile("rb")
        for line in ("CLIENT_NAME bare:bare:main", "PRIORITY message", "LANGUAGE en", "RATE -11"):
            self._ask(f"SET SELF {line}")

    def say(self) -> None:
        self._ask("SPEAK")
        self._ask(f"{SENTENCE}\r\n.")

    def stop(self) -> None:
        self._ask("CANCEL SELF")

    def close(self) -> None:
        self._answers.close()
        self._socket.close()

    def _ask(self, line: str) -> None:
        self._socket.sendall(f"{line}\r\n".encode())
        while self._answers.readline()[3:4] == b"-":
            pass


def run(rounds: int = ROUNDS) -> list[Row]:
    """Measure each engine: what, value, unit, what it is compared with, ratio, target."""
    if missing := find_missing(*NEEDED):
        return [{"what": f"NOT MEASURED: speech; {', '.join(missing)} not here"}]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o700)
        server = stack.enter_context(SoundServer(folder))
        (folder / "dispatcher").mkdir()
        dispatcher = stack.enter_context(DispatcherServer(folder / "dispatcher", server))
        ear = stack.enter_context(Ear(server))
        stack.enter_context(_playing_there(server))
        found: list[Row] = []
        for name, ours, bare in _list_engines(server, dispatcher, folder):
            try:
                found += _to_rows(name, asyncio.run(_measure(ours, bare, ear, rounds)))
            finally:
                bare.close()
        return found


def _list_engines(
    server: SoundServer, dispatcher: DispatcherServer, folder: Path
) -> Iterator[tuple[str, tuple[Engine, str], Bare]]:
    def play(synthesiser: Synthesiser) -> tuple[Engine, str]:
        return PlayedEngine(synthesiser, DeviceSink()), "device"

    bare_pyttsx3 = [sys.executable, "-m", "tests.benchmarks.speech_bare", str(folder)]
    yield "pyttsx3", play(Pyttsx3Synthesiser()), BareFiles(bare_pyttsx3, server)
    yield "espeak-ng", play(EspeakSynthesiser()), BarePipe(server)
    engine = SpeechDispatcher(dispatcher.address, spawn=())
    yield "speech-dispatcher", (engine, "server"), BareSocket(dispatcher.socket)


@contextmanager
def _playing_there(server: SoundServer) -> Iterator[None]:
    """Lead what this process starts to the sound server."""
    before = {name: os.environ.get(name) for name in ("PULSE_SERVER", "XDG_RUNTIME_DIR", "HOME")}
    os.environ.update({name: server.environment[name] for name in before})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


async def _measure(engine: tuple[Engine, str], bare: Bare, ear: Ear, rounds: int) -> list[tuple[float, ...]]:
    """Give seconds of each round: ours to the first sample and to silence, the bare engine's to both."""
    taken: list[tuple[float, ...]] = []
    queue = SpeechQueue(Delivery([engine], VoiceSettings(), time.monotonic), time.monotonic)
    async with queue:
        await queue.delivery.prepare()
        for number in range(rounds + _WARM):
            heard_s = _HEARD_S + _STEP_S * number
            ours = await _time(lambda: queue.say(SENTENCE, "en"), queue.stop, ear, heard_s)
            taken.append((*ours, *await _time(bare.say, bare.stop, ear, heard_s)))
    # The first rounds warm: the voice's dictionary, the sink that has slept.
    return taken[_WARM:]


async def _time(say: Callable[[], object], stop: Callable[[], None], ear: Ear, heard_s: float) -> tuple[float, float]:
    begin = time.perf_counter()
    say()
    first = await asyncio.to_thread(ear.wait_for_sound, begin)
    await asyncio.sleep(heard_s)
    stopping = time.perf_counter()
    stop()
    last = await asyncio.to_thread(ear.wait_for_silence, stopping)
    return first - begin, last - stopping


def _to_rows(name: str, taken: Sequence[tuple[float, ...]]) -> list[Row]:
    first, silent, bare_first, bare_silent = (
        sorted(1000 * value for value in column) for column in zip(*taken, strict=True)
    )
    return [
        _to_row(f"from a sentence to its first sample, {name}", first, bare_first),
        {**_to_row(f"from stop to silence, {name}", silent, bare_silent), "target": f"{TARGET_STOP_MS} ms"},
    ]


def _to_row(what: str, ours: Sequence[float], bare: Sequence[float]) -> Row:
    value, reference = statistics.median(ours), statistics.median(bare)
    return {
        "what": what,
        "value": round(value, 1),
        "unit": f"ms (95 %: {_take_95(ours):.0f})",
        "reference": f"bare {reference:.1f} ms (95 %: {_take_95(bare):.0f})",
        "ratio": round(value / reference, 2) if reference else math.inf,
    }


def _take_95(values: Sequence[float]) -> float:
    return values[min(len(values) - 1, math.ceil(0.95 * len(values)) - 1)]


if __name__ == "__main__":
    for row in run():
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
