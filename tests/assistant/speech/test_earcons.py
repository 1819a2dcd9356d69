"""Signs before a sentence: short, no louder than the voice, told apart, and never alone."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from stopbell.speech.audio_files import parse_audio
from stopbell.speech.earcons import Earcon, make_earcon
from stopbell.speech.measure import measure
from stopbell.speech.opening import SpeechSettings, open_speech
from stopbell.speech.priority import Priority
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.utterance import Outcome

RATE_HZ = 22050


@pytest.mark.parametrize("earcon", list(Earcon))
def test_a_sign_is_short_and_not_louder_than_a_voice(earcon: Earcon) -> None:
    figures = measure(make_earcon(earcon, RATE_HZ))
    assert figures.duration_s < 0.3
    assert figures.clipped == 0
    assert -30 < figures.rms_db < -14


def test_a_sign_begins_and_ends_without_a_click() -> None:
    samples = make_earcon(Earcon.AT_DOOR, RATE_HZ).to_array()
    steps = [abs(after - before) for before, after in pairwise(samples)]
    steepest_of_a_tone = 2 * 3.1416 * 784 / RATE_HZ * 32767 * 0.25
    assert max(steps) <= steepest_of_a_tone + 1


def test_signs_are_told_apart_by_their_tones() -> None:
    crossings = [
        tuple(count_crossings(make_earcon(earcon, RATE_HZ).to_array()[half : half + 2205]) for half in (0, 2205))
        for earcon in Earcon
    ]
    assert len(set(crossings)) == len(Earcon)
    (_, _), (door_first, door_second), (change_first, change_second) = crossings
    assert door_first < door_second
    assert change_first > change_second


def count_crossings(values: Sequence[int]) -> int:
    return sum(1 for before, after in pairwise(values) if before < 0 <= after)


def test_a_sign_has_the_format_of_the_words() -> None:
    audio = make_earcon(Earcon.SAFETY, 16000, channels=2, volume=0.5)
    assert (audio.rate_hz, audio.channels) == (16000, 2)
    assert audio.duration_s == pytest.approx(0.26, abs=0.001)
    assert measure(audio).peak_db == pytest.approx(measure(make_earcon(Earcon.SAFETY, 16000)).peak_db - 6, abs=0.1)


def test_words_follow_a_sign_in_the_same_breath(tmp_path: Path) -> None:
    async def scene(folder: Path, *, has_earcons: bool) -> None:
        settings = SpeechSettings(has_spares=False, wav_folder=folder, voice=VoiceSettings(has_earcons=has_earcons))
        async with open_speech(settings) as speech:
            said = speech.say("The tram is at the stop.", "en", priority=Priority.AT_DOOR)
            assert await said.wait() is Outcome.DONE

    asyncio.run(scene(tmp_path / "with", has_earcons=True))
    asyncio.run(scene(tmp_path / "without", has_earcons=False))
    (signed,) = (parse_audio(path.read_bytes()) for path in (tmp_path / "with").glob("*.wav"))
    (bare,) = (parse_audio(path.read_bytes()) for path in (tmp_path / "without").glob("*.wav"))
    sign = make_earcon(Earcon.AT_DOOR, bare.rate_hz)
    assert signed.samples == sign.samples + bare.samples
    assert measure(signed).longest_gap_s < 0.3
