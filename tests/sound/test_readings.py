"""What voices are known to read wrongly is heard right, by the phonemes of the voice that ships."""

from functools import cache

import pytest

from stopbell.speech.voices import Intelligibility, find_espeak_voice
from stopbell_server.phrases import Phrasebooks
from tests.sound.hearing import hear, hear_raw
from tests.sound.readings import READINGS, Reading


@cache
def _heard() -> dict[Reading, str]:
    return dict(zip(READINGS, hear(READINGS, Phrasebooks.load()), strict=True))


@cache
def _heard_raw() -> dict[Reading, str]:
    return dict(zip(READINGS, hear_raw(READINGS), strict=True))


def _name(reading: Reading) -> str:
    return f"{reading.source} {reading.language} {reading.written}"


@pytest.mark.parametrize("reading", READINGS, ids=_name)
def test_a_rider_hears_what_is_meant(reading: Reading) -> None:
    assert reading.right in _heard()[reading]


@pytest.mark.parametrize("reading", [one for one in READINGS if one.wrong], ids=_name)
def test_a_rider_does_not_hear_what_the_bare_voice_makes_of_it(reading: Reading) -> None:
    assert reading.wrong in f"{_heard_raw()[reading]}$", "the row guards nothing: the voice does not say that"
    assert reading.wrong not in f"{_heard()[reading]}$"


def test_every_row_of_the_measurements_is_here() -> None:
    # Row 17, 東京駅, is a name without a voice: see the next test.
    assert {int(one.source) for one in READINGS if one.source.isdecimal()} == set(range(1, 29)) - {17}


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_a_name_in_characters_that_no_voice_can_read_is_not_spoken_as_noise(language: str) -> None:
    assert "tʃaɪniːzlɛtə" in hear_raw([Reading("17", "en", "name", "東京駅", "", "")])[0]
    assert find_espeak_voice(language, ()).intelligibility is Intelligibility.UNUSABLE
