"""Real processes killed and stopped under a speaking queue: the sentence is heard all the same, in bounded time."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from stopbell.speech.audio import Audio
from stopbell.speech.delivery import Delivery
from stopbell.speech.device_sink import DeviceSink
from stopbell.speech.engine_limits import EngineLimits
from stopbell.speech.espeak_engine import EspeakSynthesiser
from stopbell.speech.helper_process import to_command
from stopbell.speech.played_engine import PlayedEngine
from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.trouble import Trouble, TroubleCode
from stopbell.speech.utterance import Outcome
from stopbell.speech.wav_sink import WavSink

SENTENCE = "Line ten A to Central Station, in three minutes."
PLAYER = to_command("stopbell.speech.player_child", "null")


def make_queue(*engines: PlayedEngine) -> SpeechQueue:
    """A queue over engines that share one way out."""
    return SpeechQueue(
        Delivery([(engine, "device") for engine in engines], VoiceSettings(rate_wpm=300), time.monotonic),
        time.monotonic,
    )


async def say(queue: SpeechQueue, limit_s: float) -> Outcome:
    """Say a sentence to its end, within a limit."""
    async with asyncio.timeout(limit_s):
        return await queue.say(SENTENCE, "en").wait()


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGSTOP])
def test_an_engine_killed_or_stopped_between_sentences_is_replaced(
    signal_number: signal.Signals, tmp_path: Path
) -> None:
    async def scene() -> tuple[Outcome, bool]:
        synthesiser = Pyttsx3Synthesiser(limits=EngineLimits(render_s=1.5, per_character_s=0))
        async with make_queue(PlayedEngine(synthesiser, WavSink(tmp_path))) as queue:
            assert await say(queue, 20) is Outcome.DONE
            first = synthesiser._running
            assert first is not None
            os.kill(first.helper.pid, signal_number)
            outcome = await say(queue, 10)
            second = synthesiser._running
            return outcome, second is not None and second.helper.pid != first.helper.pid

    assert asyncio.run(scene()) == (Outcome.DONE, True)
    first, second = sorted(path.stat().st_size for path in tmp_path.glob("*.wav"))
    assert first == second > 10_000


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_player_killed_or_stopped_amid_a_sentence_is_replaced(signal_number: signal.Signals) -> None:
    async def scene() -> tuple[Outcome, bool, float]:
        sink = DeviceSink(PLAYER)
        async with make_queue(PlayedEngine(Pyttsx3Synthesiser(), sink)) as queue:
            await queue.delivery.prepare()
            first = sink._player
            assert first is not None
            said = queue.say(SENTENCE * 4, "en")
            async with asyncio.timeout(20):
                while not sink._is_playing:  # noqa: ASYNC110 the sink has no event for it
                    await asyncio.sleep(0.005)
            began = time.monotonic()
            os.kill(first.pid, signal_number)
            async with asyncio.timeout(60):
                outcome = await said.wait()
            second = sink._player
            return outcome, second is not None and second.pid != first.pid, time.monotonic() - began

    outcome, is_replaced, took_s = asyncio.run(scene())
    assert (outcome, is_replaced) == (Outcome.DONE, True)
    assert took_s < 20


def test_a_player_stopped_amid_a_long_sound_is_noticed_long_before_its_end() -> None:
    async def scene() -> float:
        sink = DeviceSink(PLAYER)
        try:
            await sink.prepare()
            first = sink._player
            assert first is not None
            playing = asyncio.create_task(sink.play(Audio(b"\x00\x10\x00\xf0" * 22050 * 60, 22050)))
            async with asyncio.timeout(20):
                while first.words < 2:  # noqa: ASYNC110 the player has no event for it
                    await asyncio.sleep(0.005)
            began = time.monotonic()
            os.kill(first.pid, signal.SIGSTOP)
            async with asyncio.timeout(20):
                while first.is_alive:  # noqa: ASYNC110 the player has no event for it
                    await asyncio.sleep(0.005)
            took_s = time.monotonic() - began
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            return took_s
        finally:
            await sink.close()

    assert asyncio.run(scene()) < 5


@pytest.mark.parametrize("behaviour", ["hangs", "ends", "ends-at-once", "never-ready", "empty"])
def test_where_the_engine_never_works_another_speaks_in_bounded_time_and_the_rider_is_told(
    behaviour: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(pytestconfig.rootpath))
    command = (
        sys.executable,
        "-P",
        "-m",
        "tests.assistant.speech.scripted_engine",
        behaviour,
        str(tmp_path / "starts"),
    )
    limits = EngineLimits(start_s=1.5, render_s=0.5, per_character_s=0, whole_s=2.0)

    async def scene() -> tuple[list[Outcome], list[TroubleCode], float]:
        sink, told = WavSink(tmp_path / "wav"), list[TroubleCode]()
        broken, spare = Pyttsx3Synthesiser(command, limits), Pyttsx3Synthesiser()

        def tell(trouble: Trouble) -> None:
            told.append(trouble.code)

        async with make_queue(PlayedEngine(broken, sink), PlayedEngine(spare, sink)) as queue:
            queue.tell_troubles_to(tell)
            first = await say(queue, 20)
            began = time.monotonic()
            return [first, await say(queue, 20)], told, time.monotonic() - began

    outcomes, told, second_s = asyncio.run(scene())
    assert outcomes == [Outcome.DONE] * 2
    assert told == [TroubleCode.ENGINE_REPLACED]
    assert second_s < 1.5
    assert len(list((tmp_path / "wav").glob("*.wav"))) == 2


def test_with_every_engine_dead_the_program_goes_on_and_says_so(tmp_path: Path) -> None:
    async def scene() -> tuple[list[Outcome], list[TroubleCode]]:
        sink, told = WavSink(tmp_path / "wav"), list[TroubleCode]()
        limits = EngineLimits(start_s=1, whole_s=1.5)
        engines = [
            PlayedEngine(Pyttsx3Synthesiser((sys.executable, "-c", "raise SystemExit(3)"), limits), sink),
            PlayedEngine(EspeakSynthesiser((sys.executable, "-c", "raise SystemExit(3)"), limits), sink),
        ]

        def tell(trouble: Trouble) -> None:
            told.append(trouble.code)

        async with make_queue(*engines) as queue:
            queue.tell_troubles_to(tell)
            return [await say(queue, 20), await say(queue, 1)], told

    assert asyncio.run(scene()) == ([Outcome.FAILED] * 2, [TroubleCode.ENGINE_FAILED])
