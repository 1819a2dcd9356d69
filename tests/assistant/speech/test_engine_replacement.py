"""An engine that hangs or ends is replaced; one that never works is given up in bounded time."""

import asyncio
import sys
from pathlib import Path

import pytest

from stopbell.speech.audio import Audio
from stopbell.speech.engine_limits import EngineLimits
from stopbell.speech.errors import SynthesisError
from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser
from stopbell.speech.settings import VoiceSettings

LIMITS = EngineLimits(start_s=10, render_s=0.3, per_character_s=0)


def make(behaviour: str, folder: Path, limits: EngineLimits = LIMITS) -> Pyttsx3Synthesiser:
    """An engine whose child is our script."""
    command = (sys.executable, "-P", "-m", "tests.assistant.speech.scripted_engine", behaviour, str(folder / "starts"))
    return Pyttsx3Synthesiser(command, limits)


async def render(engine: Pyttsx3Synthesiser) -> Audio:
    """Render one text and leave nothing behind."""
    try:
        return await engine.render("Line ten to Central", "en", VoiceSettings())
    finally:
        await engine.close()


@pytest.mark.parametrize("behaviour", ["hangs-once", "ends-once", "chatters"])
def test_an_engine_that_fails_once_is_replaced_and_the_text_is_rendered(
    behaviour: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(pytestconfig.rootpath))
    assert asyncio.run(render(make(behaviour, tmp_path))).duration_s == 1
    assert (tmp_path / "starts").read_text() == "2"


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        ("hangs", "hangs"),
        ("ends", "assertion in the library"),
        ("ends-at-once", "no phontab here"),
        ("empty", "cannot be read"),
    ],
)
def test_an_engine_that_never_works_is_given_up_and_says_why(
    behaviour: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(pytestconfig.rootpath))
    with pytest.raises(SynthesisError, match=said):
        asyncio.run(render(make(behaviour, tmp_path)))
    assert (tmp_path / "starts").read_text() == "2"


def test_an_engine_that_never_gets_ready_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(pytestconfig.rootpath))
    with pytest.raises(SynthesisError, match="does not start"):
        asyncio.run(render(make("never-ready", tmp_path, EngineLimits(start_s=0.3))))


def test_start_text_and_second_try_together_have_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(pytestconfig.rootpath))
    with pytest.raises(SynthesisError, match="also after it was replaced"):
        asyncio.run(render(make("never-ready", tmp_path, EngineLimits(start_s=2, per_character_s=0, whole_s=0.5))))


def test_a_program_that_is_not_there_is_an_engine_that_does_not_run(tmp_path: Path) -> None:
    with pytest.raises(SynthesisError, match="cannot start"):
        asyncio.run(render(Pyttsx3Synthesiser((str(tmp_path / "missing"),), LIMITS)))
