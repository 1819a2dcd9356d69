"""speech-dispatcher itself: real messages, a screen reader beside us, and a server that dies or hangs."""

import asyncio
import os
import signal
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from stopbell.speech.engine import VoicedPart
from stopbell.speech.errors import PlaybackError, SynthesisError
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.speech_dispatcher import START_SERVER, DispatcherLimits, SpeechDispatcher
from stopbell.speech.ssip import MessageEvent, SsipConnection, connect
from tests.assistant.speech.conftest import need
from tests.dispatcherserver import DispatcherServer
from tests.soundserver import Ear, SoundServer

Result = TypeVar("Result")
pytestmark = pytest.mark.usefixtures("ear")
"""An ear keeps the delay of the output at 5 ms; without one the server buffers two seconds."""

SENTENCE = "The tram ten A to Central Station arrives in three minutes"


def use(server: DispatcherServer, act: Callable[[SpeechDispatcher], Awaitable[Result]]) -> Result:
    """Act with a client of the server."""

    async def scene() -> Result:
        engine = SpeechDispatcher(server.address, limits=DispatcherLimits(begin_s=4, slack_s=1), spawn=())
        try:
            return await act(engine)
        finally:
            await engine.close()

    return asyncio.run(scene())


async def say(engine: SpeechDispatcher, text: str = SENTENCE, language: str = "en", rate_wpm: int = 300) -> float:
    """Speak, and give how long it took."""
    voice = (await engine.find_voice(language)).voice
    assert voice
    began = time.perf_counter()
    await engine.speak([VoicedPart(text, language, voice)], VoiceSettings(rate_wpm=rate_wpm))
    return time.perf_counter() - began


def test_a_sentence_is_heard_and_takes_the_time_of_its_speed(dispatcher: DispatcherServer, ear: Ear) -> None:
    async def act(engine: SpeechDispatcher) -> list[float]:
        return [await say(engine, rate_wpm=rate) for rate in (160, 240, 450)]

    began = time.perf_counter()
    usual, faster, fastest = use(dispatcher, act)
    assert ear.find_first(began) is not None
    assert 1.35 < usual / faster < 1.65
    assert 2.2 < usual / fastest < 3.3


def test_its_voices_are_those_without_variants_and_each_language_has_its_own(dispatcher: DispatcherServer) -> None:
    async def act(engine: SpeechDispatcher) -> tuple[int, dict[str, tuple[str | None, bool]]]:
        facts = [await engine.find_voice(tag) for tag in ("en", "en-US", "uk", "fr", "zh", "tlh")]
        return len(await engine.list_voices()), {fact.language: (fact.voice, fact.is_usable) for fact in facts}

    count, voices = use(dispatcher, act)
    assert 50 < count < 300
    assert voices["en"] == ("English (Great Britain)", True)
    assert voices["en-US"] == ("English (America)", True)
    assert voices["uk"] == ("Ukrainian", True)
    assert voices["fr"] == ("French (France)", True)
    assert not voices["zh"][1]
    assert voices["tlh"] == (None, False)


def test_a_stop_is_silent_within_a_tenth_of_a_second(dispatcher: DispatcherServer, ear: Ear) -> None:
    async def act(engine: SpeechDispatcher) -> list[float]:
        spans: list[float] = []
        for _ in range(5):
            began = time.perf_counter()
            speaking = asyncio.create_task(say(engine, SENTENCE * 3, rate_wpm=160))
            await asyncio.to_thread(ear.wait_for_sound, began)
            await asyncio.sleep(0.2)
            stopped = time.perf_counter()
            speaking.cancel()
            await asyncio.gather(speaking, return_exceptions=True)
            spans.append(await asyncio.to_thread(ear.wait_for_silence, stopped) - stopped)
        return spans

    assert statistics.median(use(dispatcher, act)) < 0.1


async def open_reader(server: DispatcherServer) -> SsipConnection:
    """Open a connection as a screen reader has it."""
    reader = await connect(server.address)
    for line in ("CLIENT_NAME root:reader:main", "PRIORITY message", "NOTIFICATION all on"):
        await reader.do(lambda line=line: reader.ask(f"SET SELF {line}"))
    return reader


def test_beside_a_screen_reader_nothing_of_either_is_lost(dispatcher: DispatcherServer) -> None:
    async def act(engine: SpeechDispatcher) -> list[str]:
        reader = await open_reader(dispatcher)
        order: list[str] = []
        said = asyncio.Event()

        def take(event: MessageEvent) -> None:
            order.append(f"reader {event.name}")
            if event is not MessageEvent.BEGIN:
                said.set()

        message = await reader.do(lambda: reader.say("The screen reader reads a line of the terminal."))
        reader.listen_to(message, take)
        await say(engine, "Line ten.")
        order.append("we END")
        await reader.do(lambda: reader.ask("CANCEL SELF"))
        await say(engine, "Line eleven.")
        await said.wait()
        await reader.close()
        return order

    assert use(dispatcher, act) == ["reader BEGIN", "reader END", "we END"]


def test_an_alert_during_a_long_answer_is_whole_within_eight_seconds_and_no_key_cuts_it(
    dispatcher: DispatcherServer,
) -> None:
    """Statement 10 of docs/screen-readers.md: a key makes the reader take back what is its own, and not ours."""
    alert = "Alert: line ten is diverted. Wait at stop B."

    async def act(engine: SpeechDispatcher) -> tuple[float, float, float]:
        alone = await say(engine, alert)
        reader = await open_reader(dispatcher)
        await reader.do(lambda: reader.ask("SET SELF RATE 60"))
        is_read = asyncio.Event()
        message = await reader.do(lambda: reader.say(f"{SENTENCE}. {SENTENCE}."))
        reader.listen_to(message, lambda event: None if event is MessageEvent.BEGIN else is_read.set())
        began = time.perf_counter()
        speaking = asyncio.create_task(say(engine, alert))
        await is_read.wait()
        ours_began = time.perf_counter()
        await asyncio.sleep(alone / 3)
        await reader.do(lambda: reader.ask("CANCEL SELF"))
        await speaking
        ended = time.perf_counter()
        await reader.close()
        return alone, ended - ours_began, ended - began

    alone, whole, since_sent = use(dispatcher, act)
    assert whole > 0.8 * alone
    assert since_sent < 8


def test_whoever_silences_all_of_it_silences_us(dispatcher: DispatcherServer, ear: Ear) -> None:
    async def act(engine: SpeechDispatcher) -> float:
        reader = await open_reader(dispatcher)
        began = time.perf_counter()
        speaking = asyncio.create_task(say(engine, SENTENCE * 5, rate_wpm=160))
        await asyncio.to_thread(ear.wait_for_sound, began)
        await reader.do(lambda: reader.ask("CANCEL ALL"))
        took = await speaking
        await reader.close()
        return took

    assert use(dispatcher, act) < 5


@pytest.mark.parametrize("text", [".", ". A dot first", "CANCEL SELF", "<speak> & 5 < 7", "Вулиця Шевченка"])
def test_any_text_is_spoken_and_leaves_the_connection_whole(dispatcher: DispatcherServer, text: str) -> None:
    async def act(engine: SpeechDispatcher) -> bool:
        before = await say(engine, "Line ten.")
        await say(engine, text, rate_wpm=450)
        return abs(await say(engine, "Line ten.") - before) < 0.5

    assert use(dispatcher, act)


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_server_that_dies_or_hangs_amid_a_sentence_is_noticed(
    doomed_dispatcher: DispatcherServer, ear: Ear, signal_number: signal.Signals
) -> None:
    async def act(engine: SpeechDispatcher) -> None:
        began = time.perf_counter()
        speaking = asyncio.create_task(say(engine, SENTENCE, rate_wpm=300))
        await asyncio.to_thread(ear.wait_for_sound, began)
        os.kill(doomed_dispatcher.pid, signal_number)
        async with asyncio.timeout(12):
            await speaking

    with pytest.raises((SynthesisError, PlaybackError)):
        use(doomed_dispatcher, act)


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_module_that_is_dead_or_hangs_is_noticed(
    doomed_dispatcher: DispatcherServer, signal_number: signal.Signals
) -> None:
    async def act(engine: SpeechDispatcher) -> None:
        await engine.prepare()
        for pid in doomed_dispatcher.find_module_pids():
            os.kill(pid, signal_number)
        async with asyncio.timeout(8):
            await say(engine)

    with pytest.raises(SynthesisError, match="does not say what it was given"):
        use(doomed_dispatcher, act)


def test_who_chose_it_gets_it_started(
    playing_here: SoundServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    need("speech-dispatcher")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("SPEECHD_ADDRESS", raising=False)

    async def scene() -> float:
        engine = SpeechDispatcher(spawn=(*START_SERVER, "--timeout", "1", "--pid-file", str(tmp_path / "pid")))
        try:
            return await say(engine, "Line ten.")
        finally:
            await engine.close()

    assert asyncio.run(scene()) > 0.2


def test_a_server_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    engine = SpeechDispatcher(f"unix_socket:{tmp_path}/none", spawn=(sys.executable, "-c", "raise SystemExit(1)"))
    with pytest.raises(SynthesisError, match="does not listen at"):
        asyncio.run(engine.prepare())
