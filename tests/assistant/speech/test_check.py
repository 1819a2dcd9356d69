"""The check that speech works: it passes for the real engine with nothing from the system, and fails for silence."""

import asyncio
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from stopbell.speech.audio import Audio
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.voice_check import Sample, check_speech
from stopbell.speech.voices import InstalledVoice, Intelligibility, VoiceFact
from stopbell_server.phrases.phrasebooks import Phrasebooks


def run_check(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "stopbell.speech.check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=90, check=False, env=environment)


TEXT_ONLY = {"ar", "zh"}
"""Languages that the carried voice does not speak so that anybody understands it."""


def hide_the_system(folder: Path) -> dict[str, str]:
    """An environment in which whoever looks for the system's espeak finds a decoy that cannot be loaded."""
    decoys = folder / "decoys"
    decoys.mkdir()
    for name in ("libespeak-ng.so.1", "libespeak.so.1", "libespeak-ng.so", "espeak-ng", "espeak"):
        (decoys / name).write_text("this is no library\n")
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PYTHONPATH") if name in os.environ}
    return {**kept, "PATH": str(decoys), "LD_LIBRARY_PATH": str(decoys), "ESPEAK_DATA_PATH": str(decoys)}


def test_every_language_of_the_catalogs_is_spoken_with_nothing_from_the_system(tmp_path: Path) -> None:
    done = run_check("--wav", str(tmp_path / "wav"), environment=hide_the_system(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    spoken = [language for language in Phrasebooks.load().languages for _ in range(2) if language not in TEXT_ONLY]
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [*spoken, "Speech works."]
    assert len(list((tmp_path / "wav").glob("*.wav"))) == len(spoken)


def test_the_silent_engine_fails_the_check() -> None:
    done = run_check("--engine", "silent")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "Speech does not work."


@pytest.mark.skipif(platform.system() != "Linux", reason="the decoy is a Linux library name")
def test_without_the_wheels_library_the_decoy_would_have_been_found(tmp_path: Path) -> None:
    environment = hide_the_system(tmp_path)
    code = "import ctypes; ctypes.CDLL('libespeak-ng.so.1')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode != 0
    assert str(tmp_path) in done.stderr


class SameToAll:
    """An engine that says the same, whatever it is given."""

    name = "same"

    def __init__(self, samples: bytes) -> None:
        self._samples = samples

    async def prepare(self) -> None:
        pass

    async def list_voices(self) -> tuple[InstalledVoice, ...]:
        return ()

    async def find_voice(self, language: str) -> VoiceFact:
        return VoiceFact(language, "voice", Intelligibility.GOOD)

    async def render(self, text: str, voice: str, settings: VoiceSettings) -> Audio:
        return Audio(self._samples, 8000)

    async def close(self) -> None:
        pass


TWO = (Sample("en", "one two three four five six"), Sample("uk", "один два три чотири п'ять"))
LOUD = b"\x00\x20\x00\xe0" * 8000


@pytest.mark.parametrize(
    ("samples", "fault"),
    [
        (LOUD, "two sentences gave the same audio"),
        (LOUD[:800], "is no time for"),
        (b"\xff\x7f\x00\x80" * 8000, "clipped"),
        (LOUD[:8000] + bytes(16000) + LOUD[:8000], "a gap of"),
        (bytes(32000), "-inf dB"),
    ],
)
def test_what_is_not_speech_is_named(samples: bytes, fault: str) -> None:
    report = asyncio.run(check_speech(SameToAll(samples), TWO))
    told = "\n".join((*(result.line for result in report.results), *report.faults))
    assert fault in told
    assert not report.passed


def test_nothing_to_check_is_no_pass() -> None:
    assert not asyncio.run(check_speech(SameToAll(LOUD), ())).passed


def test_one_sentence_in_another_language_is_no_twin_of_itself() -> None:
    report = asyncio.run(check_speech(SameToAll(LOUD), (Sample("en", "one two three"), Sample("en", "one two three"))))
    assert report.faults == ()
