"""The default engine itself, on the library of its wheel."""

import asyncio
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import espeakng_loader
import pytest

from stopbell.speech.audio import Audio
from stopbell.speech.errors import SynthesisError
from stopbell.speech.measure import measure
from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser
from stopbell.speech.settings import VoiceSettings

Result = TypeVar("Result")

ON_LINUX = pytest.mark.skipif(platform.system() != "Linux", reason="the wheel's library speaks on Linux only")
SENTENCE = "Line ten A to Central Station, in three minutes, live, low floor."


def use(act: Callable[[Pyttsx3Synthesiser], Awaitable[Result]]) -> Result:
    """Act with a real engine and leave nothing behind."""

    async def scene() -> Result:
        engine = Pyttsx3Synthesiser()
        try:
            return await act(engine)
        finally:
            await engine.close()

    return asyncio.run(scene())


async def say(engine: Pyttsx3Synthesiser, text: str, language: str = "en", **settings: float) -> Audio:
    """Render a text with the engine's voice for a language."""
    fact = await engine.find_voice(language)
    assert fact.voice is not None
    return await engine.render(text, fact.voice, VoiceSettings(**settings))  # type: ignore[arg-type] numbers by name


def test_a_sentence_becomes_speech_that_is_neither_quiet_nor_clipped() -> None:
    figures = measure(use(lambda engine: say(engine, SENTENCE)))
    assert 2.5 < figures.duration_s < 7
    assert -26 < figures.rms_db < -14
    assert figures.peak_db < -0.1
    assert figures.clipped == 0


@ON_LINUX
def test_the_library_that_speaks_is_the_one_of_the_wheel() -> None:
    libraries = use(lambda engine: engine.list_libraries())
    assert libraries == (str(Path(espeakng_loader.get_library_path()).resolve()),)


def test_each_of_many_sentences_is_whole_and_at_its_own_rate() -> None:
    async def act(engine: Pyttsx3Synthesiser) -> dict[int, list[float]]:
        durations: dict[int, list[float]] = {160: [], 300: []}
        for _ in range(75):
            for rate_wpm, heard in durations.items():
                heard.append((await say(engine, "Line ten A to Central Station.", rate_wpm=rate_wpm)).duration_s)
        return durations

    slow, fast = use(act).values()
    assert max(slow) - min(slow) < 0.1
    assert max(fast) - min(fast) < 0.1
    assert max(fast) < 0.7 * min(slow)


def test_a_faster_rate_is_shorter_and_a_lower_volume_is_quieter() -> None:
    async def act(engine: Pyttsx3Synthesiser) -> tuple[Audio, Audio, Audio]:
        usual = await say(engine, SENTENCE)
        return usual, await say(engine, SENTENCE, rate_wpm=300), await say(engine, SENTENCE, volume=0.4)

    usual, fast, quiet = use(act)
    assert fast.duration_s < 0.7 * usual.duration_s
    assert measure(quiet).rms_db < measure(usual).rms_db - 3


def test_a_language_that_is_listed_but_not_understood_is_not_usable() -> None:
    async def act(engine: Pyttsx3Synthesiser) -> dict[str, tuple[str | None, bool]]:
        facts = [await engine.find_voice(tag) for tag in ("en-GB", "en_US", "uk-UA", "ja", "he", "ar", "zh", "tlh-x")]
        return {fact.language: (fact.voice, fact.is_usable) for fact in facts}

    assert use(act) == {
        "en-GB": ("en", True),
        "en_US": ("en-us", True),
        "uk-UA": ("uk", True),
        "ja": ("ja", False),
        "he": ("he", False),
        "ar": ("ar", False),
        "zh": ("cmn", False),
        "tlh-x": (None, False),
    }


def test_a_voice_that_does_not_exist_is_refused_and_the_old_one_is_not_used_instead() -> None:
    with pytest.raises(SynthesisError, match="xx-none"):
        use(lambda engine: engine.render(SENTENCE, "xx-none", VoiceSettings()))


def test_an_engine_killed_in_the_middle_of_a_text_is_replaced_and_the_text_is_whole() -> None:
    long_text = SENTENCE * 30

    async def act(engine: Pyttsx3Synthesiser) -> tuple[float, float, bool]:
        whole = await say(engine, long_text)
        first = engine._running
        assert first is not None
        rendering = asyncio.create_task(say(engine, long_text))
        await asyncio.sleep(0.03)
        assert not rendering.done()
        os.kill(first.helper.pid, signal.SIGKILL)
        again = await rendering
        second = engine._running
        return whole.duration_s, again.duration_s, second is not None and second.helper.pid != first.helper.pid

    whole, again, is_replaced = use(act)
    assert is_replaced
    assert abs(whole - again) < 0.01 * whole


def test_a_text_given_up_in_the_middle_does_not_answer_for_the_next() -> None:
    async def act(engine: Pyttsx3Synthesiser) -> tuple[Audio, Audio]:
        expected = await say(engine, "Short.")
        given_up = asyncio.create_task(say(engine, SENTENCE * 50))
        await asyncio.sleep(0.02)
        given_up.cancel()
        return expected, await say(engine, "Short.")

    expected, answered = use(act)
    assert abs(expected.duration_s - answered.duration_s) < 0.05


@ON_LINUX
def test_an_installation_in_a_deep_folder_speaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / ("deep" * 20) / ("folder" * 20)
    deep.mkdir(parents=True)
    (deep / "espeakng_loader").symlink_to(Path(espeakng_loader.__file__).parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(deep), os.environ.get("PYTHONPATH", ""))))
    figures = measure(use(lambda engine: say(engine, "Так, о восьмій.", "uk")))
    assert figures.rms_db > -30


def test_nothing_is_left_behind_in_the_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    use(lambda engine: say(engine, SENTENCE))
    assert list(tmp_path.iterdir()) == []


def test_a_killed_program_leaves_no_process_and_no_file_behind(tmp_path: Path) -> None:
    code = (
        "import asyncio\n"
        "from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser\n"
        "async def main():\n"
        "    engine = Pyttsx3Synthesiser()\n"
        "    await engine.prepare()\n"
        "    print(engine._running.helper.pid, flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment) as program:
        assert program.stdout is not None
        assert int(program.stdout.readline()) > 0
        assert len(list(tmp_path.iterdir())) == 1
        program.kill()
    give_up = time.monotonic() + 20
    while list(tmp_path.iterdir()) and time.monotonic() < give_up:
        time.sleep(0.01)
    assert list(tmp_path.iterdir()) == []
