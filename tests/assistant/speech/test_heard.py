"""What comes out of a real sound server: when it begins, how soon it is silent, and what else is lowered."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TypeVar

import pytest

from stopbell.speech.opening import SpeechSettings, open_speech
from stopbell.speech.priority import Priority
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.utterance import Outcome
from stopbell.speech.volume_hours import parse_volume_hours
from tests.assistant.speech.streams import FULL, list_volumes, wait_for
from tests.soundserver import Ear, SoundServer

Result = TypeVar("Result")
SENTENCE = "Line ten A to Central Station, in three minutes, live, low floor."


def use(settings: SpeechSettings, act: Callable[[SpeechQueue], Awaitable[Result]]) -> Result:
    """Act with a voice that is ready."""

    async def scene() -> Result:
        async with open_speech(settings) as queue:
            await queue.delivery.prepare()
            return await act(queue)

    return asyncio.run(scene())


@pytest.mark.usefixtures("playing_here")
def test_a_sentence_is_heard_soon_and_a_stop_is_silent_within_a_tenth_of_a_second(ear: Ear) -> None:
    async def act(queue: SpeechQueue) -> tuple[list[float], list[float]]:
        begins: list[float] = []
        ends: list[float] = []
        for number in range(8):
            began = time.perf_counter()
            said = queue.say(SENTENCE, "en")
            begins.append(await asyncio.to_thread(ear.wait_for_sound, began) - began)
            await asyncio.sleep(0.2 + 0.05 * number)
            stopped = time.perf_counter()
            queue.stop()
            ends.append(await asyncio.to_thread(ear.wait_for_silence, stopped) - stopped)
            assert said.outcome is Outcome.STOPPED
        return begins[1:], ends

    begins, ends = use(SpeechSettings(has_spares=False), act)
    assert statistics.median(begins) < 0.2
    assert statistics.median(ends) < 0.1
    assert max(ends) > 0, "nothing was heard when it was stopped"


@pytest.mark.usefixtures("playing_here")
def test_what_is_urgent_is_heard_at_once_in_place_of_what_is_not(ear: Ear) -> None:
    async def act(queue: SpeechQueue) -> tuple[Outcome, float]:
        began = time.perf_counter()
        routine = queue.say(SENTENCE * 5, "en", priority=Priority.ROUTINE)
        await asyncio.to_thread(ear.wait_for_sound, began)
        urgent = queue.say("Get off here.", "en", priority=Priority.SAFETY)
        before = time.perf_counter()
        assert await urgent.wait() is Outcome.DONE
        return await routine.wait(), time.perf_counter() - before

    outcome, took = use(SpeechSettings(has_spares=False), act)
    assert outcome is Outcome.CUT
    assert took < 4


def test_a_sign_is_heard_before_what_is_urgent(playing_here: SoundServer, ear: Ear) -> None:
    """Its tone is much louder at its own moment than the pause behind it, and words follow."""

    async def act(queue: SpeechQueue) -> tuple[int, int]:
        began = time.perf_counter()
        said = queue.say("At the stop.", "en", priority=Priority.SAFETY)
        first = await asyncio.to_thread(ear.wait_for_sound, began)
        assert await said.wait() is Outcome.DONE
        return ear.find_peak(first, first + 0.15), ear.find_peak(first + 0.35, first + 1.5)

    tone, words = use(SpeechSettings(has_spares=False, voice=VoiceSettings(has_earcons=True)), act)
    assert 6000 < tone < 10000
    assert words > 3000


def test_music_is_lowered_while_a_sentence_is_heard_and_comes_back(
    music: SoundServer, playing_here: SoundServer
) -> None:
    async def act(queue: SpeechQueue) -> None:
        said = queue.say(SENTENCE * 2, "en")
        await asyncio.to_thread(wait_for, music, lambda volumes: any(volume < FULL // 2 for volume in volumes))
        assert await said.wait() is Outcome.DONE
        assert said.outcome is Outcome.DONE
        assert FULL in list_volumes(music), "our own stream was lowered"
        await asyncio.to_thread(wait_for, music, lambda volumes: all(volume == FULL for volume in volumes))

    use(SpeechSettings(has_spares=False, is_ducking=True), act)


@pytest.mark.parametrize(("zone", "outcome"), [("Europe/Kyiv", Outcome.MUTED), ("UTC", Outcome.DONE)])
def test_the_volume_by_the_hour_goes_by_the_machines_own_time(
    zone: str, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    hours = parse_volume_hours({"06:00": 100, "22:00": "off"})
    settings = SpeechSettings("silent", voice=VoiceSettings(rate_wpm=450, hours=hours))

    async def scene() -> Outcome:
        async with open_speech(settings, now=lambda: datetime(2026, 1, 5, 20, 30, tzinfo=UTC)) as queue:
            return await queue.say("Line ten.", "en", priority=Priority.ROUTINE).wait()

    try:
        assert asyncio.run(scene()) is outcome
    finally:
        monkeypatch.undo()
        time.tzset()
