"""A sound server of our own with an ear at it, and a real speech-dispatcher on it, where Debian's packages are."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from stopbell.speech.audio import Audio, to_wav
from tests.assistant.speech.streams import wait_for
from tests.dispatcherserver import COMMANDS, DispatcherServer
from tests.soundserver import Ear, SoundServer, find_missing


def need(*commands: str) -> None:
    """Skip loudly where a command is missing; a machine that promised to have them fails."""
    missing = find_missing(*commands)
    if missing:
        message = f"NOT TESTED: {', '.join(missing)} not here"
        if os.environ.get("STOPBELL_NEED_ENGINES"):
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture(scope="session")
def sound() -> Iterator[SoundServer]:
    """Give a sound server without a sound card."""
    need("pulseaudio", "parec", "pactl")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o700)
        with SoundServer(Path(folder)) as server:
            yield server


@pytest.fixture
def ear(sound: SoundServer) -> Iterator[Ear]:
    """Give what hears the sound server's output."""
    with Ear(sound) as listening:
        yield listening


@pytest.fixture(scope="session")
def dispatcher(sound: SoundServer) -> Iterator[DispatcherServer]:
    """Give a speech-dispatcher that plays on the sound server."""
    need(*COMMANDS)
    with tempfile.TemporaryDirectory() as folder, DispatcherServer(Path(folder), sound) as server:
        yield server


@pytest.fixture
def doomed_dispatcher(sound: SoundServer) -> Iterator[DispatcherServer]:
    """Give one that a test may kill."""
    need(*COMMANDS)
    with tempfile.TemporaryDirectory() as folder, DispatcherServer(Path(folder), sound) as server:
        yield server


@pytest.fixture
def playing_here(sound: SoundServer, monkeypatch: pytest.MonkeyPatch) -> SoundServer:
    """Lead what this process starts to the sound server."""
    for name in ("PULSE_SERVER", "XDG_RUNTIME_DIR", "HOME"):
        monkeypatch.setenv(name, sound.environment[name])
    return sound


@pytest.fixture
def music(sound: SoundServer, tmp_path: Path) -> Iterator[SoundServer]:
    """Give a sound server on which another program plays."""
    tune = tmp_path / "tune.wav"
    tune.write_bytes(to_wav(Audio(b"\x00\x10\x00\xf0" * 22050 * 30, 22050)))
    command = ["paplay", "--client-name=Radio", str(tune)]
    with subprocess.Popen(command, env=sound.environment, stderr=subprocess.DEVNULL) as playing:
        wait_for(sound, lambda volumes: len(volumes) == 1)
        yield sound
        playing.kill()
    wait_for(sound, lambda volumes: volumes == [])
