"""Speed and volume of our own voice, and how times are told: kept, and in force with the next word."""

import asyncio

import pytest

from stopbell.conversation.answers.sound import USUAL_WPM
from stopbell.conversation.profile import Profile
from stopbell.speech.delivery import Delivery
from stopbell.speech.played_engine import PlayedEngine
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.silent import SilentSynthesiser, TimedSink
from tests.assistant.talking import KNOWN, hear, list_written, make_tools, open_talk, say

AT_OAK = "departures from Oak Street"


@pytest.mark.parametrize(
    ("said", "rate"),
    [
        ("slower", 145),
        ("faster", 210),
        ("speed 300 words a minute", 300),
        ("slow down", 145),
        ("повільніше", 145),
        ("langsamer", 145),
        ("plus vite", 210),
        ("más rápido", 210),
    ],
)
def test_another_speed_is_kept_and_said(said: str, rate: int) -> None:
    talk = open_talk(profile=Profile(is_set_up=True))
    (reply,) = hear(talk, said)
    assert talk.profile.rate_wpm == rate
    assert str(rate) in reply.written


@pytest.mark.parametrize("said", ["speed 79 words a minute", "speed 451 words a minute", "speed 5 words a minute"])
def test_a_speed_that_nobody_understands_is_refused_with_the_range(said: str) -> None:
    talk = open_talk()
    (reply,) = hear(talk, said)
    assert list_written(reply) == ["I can speak 80 to 450 words a minute."]
    assert talk.profile.rate_wpm is None


def test_steps_end_at_the_ends_of_the_range() -> None:
    talk = open_talk()
    hear(talk, *["faster"] * 12)
    assert talk.profile.rate_wpm == 450
    hear(talk, *["slower"] * 20)
    assert talk.profile.rate_wpm == 80
    hear(talk, "normal speed")
    assert talk.profile.rate_wpm == USUAL_WPM == VoiceSettings().rate_wpm


def test_volume_goes_by_steps_and_never_to_silence_by_them() -> None:
    talk = open_talk()
    hear(talk, *["quieter"] * 9)
    assert talk.profile.volume == 10
    hear(talk, "volume 50", "louder")
    assert talk.profile.volume == 70
    (reply,) = hear(talk, "volume 500")
    assert list_written(reply) == ["The volume goes from 0 to 100."]


@pytest.mark.parametrize("said", ["slower", "louder", "volume 50", "300 words a minute"])
def test_with_a_screen_reader_its_own_keys_are_told_and_nothing_is_kept(said: str) -> None:
    talk = open_talk()
    talk.tell_who_speaks("reader")
    (reply,) = hear(talk, said)
    assert list_written(reply) == ["Your screen reader speaks. Its own keys change its speed and volume."]
    assert (talk.profile.rate_wpm, talk.profile.volume) == (None, None)
    hear(talk, "voice on", said)
    assert (talk.profile.rate_wpm, talk.profile.volume) != (None, None)


def test_the_voice_takes_speed_and_volume_for_the_next_sentence() -> None:
    async def play() -> tuple[VoiceSettings, VoiceSettings]:
        delivery = Delivery([(PlayedEngine(SilentSynthesiser(), TimedSink()), "timed")], VoiceSettings(), lambda: 0.0)
        async with SpeechQueue(delivery, lambda: 0.0, is_warm=False) as queue:
            queue.set_sound(rate_wpm=300, volume=40)
            changed = queue.delivery.settings
            queue.set_sound(rate_wpm=None, volume=None)
            return changed, queue.delivery.settings

    changed, usual = asyncio.run(play())
    assert (changed.rate_wpm, changed.volume) == (300, 0.4)
    assert usual == VoiceSettings()


def test_clock_times_take_the_place_of_minutes_with_the_word_for_how_sure_they_are() -> None:
    replies = hear(open_talk(), "use clock times instead of minutes", AT_OAK, "more")
    assert "10A to Harbour, at 12:03" in replies[1].written
    assert "minutes" not in replies[1].written
    assert "all live" in replies[1].written
    assert "live" in replies[2].written


def test_minutes_take_the_place_of_clock_times() -> None:
    far = say(AT_OAK, "more", profile=KNOWN.model_copy(update={"times": "minutes"}))
    assert "26 minutes" in far.written
    assert "12:26" not in far.written


def test_usual_times_come_back() -> None:
    talk = open_talk(profile=KNOWN.model_copy(update={"times": "clock"}))
    hear(talk, "usual times")
    assert talk.profile.times == "automatic"


def test_a_twelve_hour_clock_says_which_part_of_the_day() -> None:
    talk = open_talk(profile=KNOWN.model_copy(update={"has_half_day_clock": True}))
    (reply,) = hear(talk, AT_OAK, "what time is it")[1:]
    assert list_written(reply) == ["It is 12:00 noon."]


def test_what_is_asked_of_the_server_stays_the_same_whatever_the_style() -> None:
    tools = make_tools()
    say(AT_OAK, tools=tools, profile=KNOWN.model_copy(update={"times": "clock"}))
    assert "times" not in tools.arguments("get_arrivals")[0]
