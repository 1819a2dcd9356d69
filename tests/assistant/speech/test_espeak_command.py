"""The espeak-ng command as an engine: real sound, its own measures, and processes that hang or die."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from stopbell.speech.audio import Audio
from stopbell.speech.engine_limits import EngineLimits
from stopbell.speech.errors import SynthesisError
from stopbell.speech.espeak_engine import EspeakSynthesiser
from stopbell.speech.measure import measure
from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser
from stopbell.speech.settings import VoiceSettings
from tests.assistant.speech.conftest import need

Result = TypeVar("Result")
SENTENCE = "The tram ten A to Central Station arrives in three minutes."
IMPATIENT = EngineLimits(render_s=0.5, per_character_s=0)
HANGS_ONCE = (
    "import os, pathlib, sys, time\n"
    "mark = pathlib.Path(sys.argv[1])\n"
    "if '--stdin' in sys.argv and not mark.exists():\n"
    "    mark.touch()\n"
    "    time.sleep(60)\n"
    "os.execvp('espeak-ng', ['espeak-ng', *sys.argv[2:]])\n"
)
"""Becomes the real command, but for the first text, at which it hangs."""


@pytest.fixture(autouse=True)
def _command() -> None:
    need("espeak-ng")


def use(act: Callable[[EspeakSynthesiser], Awaitable[Result]], engine: EspeakSynthesiser | None = None) -> Result:
    """Act with an engine and leave nothing behind."""

    async def scene() -> Result:
        used = engine or EspeakSynthesiser()
        try:
            return await act(used)
        finally:
            await used.close()

    return asyncio.run(scene())


async def say(engine: EspeakSynthesiser, text: str = SENTENCE, language: str = "en", **settings: float) -> Audio:
    voice = (await engine.find_voice(language)).voice
    assert voice
    return await engine.render(text, voice, VoiceSettings(**settings))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["en", "uk", "pl", "de", "fr", "es"])
def test_each_language_of_ours_that_is_usable_becomes_speech(language: str) -> None:
    figures = measure(use(lambda engine: say(engine, "Ні, о восьмій. No, 8.", language)))
    assert figures.duration_s > 0.8
    assert -30 < figures.rms_db < -12
    assert figures.clipped == 0


def test_speed_and_volume_are_measured_as_set() -> None:
    async def act(engine: EspeakSynthesiser) -> list[Audio]:
        rates = [await say(engine, SENTENCE * 3, rate_wpm=rate) for rate in (80, 160, 320, 450)]
        return [*rates, await say(engine, SENTENCE * 3, rate_wpm=160, volume=0.5)]

    slowest, usual, fast, fastest, softer = use(act)
    assert 1.7 < slowest.duration_s / usual.duration_s < 2.2
    assert 1.7 < usual.duration_s / fast.duration_s < 2.2
    assert 1.2 < fast.duration_s / fastest.duration_s < 1.7
    assert measure(softer).rms_db == pytest.approx(measure(usual).rms_db - 6, abs=0.5)


@pytest.mark.parametrize("rate_wpm", [80, 160, 300, 450])
def test_a_speed_means_the_same_as_with_the_engine_that_comes_along(rate_wpm: int) -> None:
    async def act(engine: EspeakSynthesiser) -> tuple[float, float]:
        other = Pyttsx3Synthesiser()
        try:
            voice = (await other.find_voice("en")).voice
            assert voice
            theirs = await other.render(SENTENCE, voice, VoiceSettings(rate_wpm=rate_wpm))
        finally:
            await other.close()
        return (await say(engine, rate_wpm=rate_wpm)).duration_s, theirs.duration_s

    ours, theirs = use(act)
    assert ours == pytest.approx(theirs, rel=0.15)


def test_text_that_looks_like_an_option_or_a_file_is_spoken() -> None:
    assert use(lambda engine: say(engine, "-5 --version /etc/passwd")).duration_s > 1


def test_a_voice_that_is_not_there_is_refused_with_its_words() -> None:
    with pytest.raises(SynthesisError, match="does not exist"):
        use(lambda engine: engine.render(SENTENCE, "xx-none", VoiceSettings()))


def test_a_process_that_hangs_is_killed_and_the_text_tried_again(tmp_path: Path) -> None:
    engine = EspeakSynthesiser((sys.executable, "-c", HANGS_ONCE, str(tmp_path / "mark")), IMPATIENT)
    began = time.monotonic()
    assert use(say, engine).duration_s > 1
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_process_that_is_killed_or_stopped_amid_a_text_is_replaced(signal_number: signal.Signals) -> None:
    async def act(engine: EspeakSynthesiser) -> tuple[float, float]:
        whole = await say(engine, SENTENCE * 200)
        rendering = asyncio.create_task(say(engine, SENTENCE * 200))
        async with asyncio.timeout(10):
            while not engine._running:  # noqa: ASYNC110 the engine has no event for it
                await asyncio.sleep(0)
        (process,) = engine._running
        os.kill(process.pid, signal_number)
        return whole.duration_s, (await rendering).duration_s

    whole, again = use(act, EspeakSynthesiser(limits=EngineLimits(render_s=4, per_character_s=0)))
    assert whole == pytest.approx(again, rel=0.01)


def test_a_cancelled_text_leaves_no_process(tmp_path: Path) -> None:
    async def act(engine: EspeakSynthesiser) -> int:
        rendering = asyncio.create_task(engine.render(SENTENCE, "en", VoiceSettings()))
        async with asyncio.timeout(10):
            while not engine._running:  # noqa: ASYNC110 the engine has no event for it
                await asyncio.sleep(0)
        (process,) = engine._running
        rendering.cancel()
        await asyncio.gather(rendering, return_exceptions=True)
        return await process.wait()

    hanging = EspeakSynthesiser((sys.executable, "-c", "import time; time.sleep(60)"))
    assert use(act, hanging) == -signal.SIGKILL


def test_a_command_that_is_not_here_is_an_engine_that_does_not_run(tmp_path: Path) -> None:
    with pytest.raises(SynthesisError, match="cannot start"):
        use(say, EspeakSynthesiser((str(tmp_path / "missing"),)))


def test_data_that_is_not_installed_is_told() -> None:
    with pytest.raises(SynthesisError, match="no voice"):
        use(say, EspeakSynthesiser((sys.executable, "-c", "pass")))


@pytest.mark.parametrize(("version", "rate"), [("1.51", "160"), ("1.52.0", "200"), ("no number", "160")])
def test_a_voice_that_newer_versions_slow_is_asked_to_speak_faster_by_these(
    version: str, rate: str, tmp_path: Path
) -> None:
    said = tmp_path / "said"
    code = (
        "import os, sys\n"
        f"if '--version' in sys.argv: sys.exit(print('eSpeak NG text-to-speech: {version}  Data at: /x'))\n"
        f"if '--stdin' in sys.argv: open({str(said)!r}, 'w').write(' '.join(sys.argv))\n"
        "os.execvp('espeak-ng', ['espeak-ng', *sys.argv[1:]])\n"
    )
    use(lambda engine: say(engine, SENTENCE, "uk", rate_wpm=160), EspeakSynthesiser((sys.executable, "-c", code)))
    assert f" -s {rate} " in said.read_text()
