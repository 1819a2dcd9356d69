"""Which voice speaks a language."""

import pytest

from stopbell.speech.settings import VoiceSettings
from stopbell.speech.voices import (
    InstalledVoice,
    Intelligibility,
    VoiceFact,
    find_espeak_voice,
    find_native_voice,
    to_espeak_rate,
)

ESPEAK = [InstalledVoice(name, ()) for name in ("gmw/en", "gmw/en-us", "zle/uk", "sit/cmn", "roa/pt", "roa/pt-br")]
NATIVE = [
    InstalledVoice("com.voice.daniel", ("en_GB",)),
    InstalledVoice("com.voice.samantha", ("en_US",)),
    InstalledVoice("com.voice.lesya", ("uk_UA",)),
]


@pytest.mark.parametrize(
    ("tag", "voice", "intelligibility"),
    [
        ("en", "en", Intelligibility.GOOD),
        ("en-GB", "en", Intelligibility.GOOD),
        ("en-US", "en-us", Intelligibility.GOOD),
        ("en-NZ", "en", Intelligibility.GOOD),
        ("pt-BR", "pt-br", Intelligibility.GOOD),
        ("uk", "uk", Intelligibility.FAIR),
        ("zh-TW", "cmn", Intelligibility.UNUSABLE),
        ("pl", None, Intelligibility.GOOD),
    ],
)
def test_espeaks_own_names_are_found_by_language_tag(
    tag: str, voice: str | None, intelligibility: Intelligibility
) -> None:
    assert find_espeak_voice(tag, ESPEAK) == VoiceFact(tag, voice, intelligibility)


@pytest.mark.parametrize(
    ("tag", "voice"),
    [("en", "com.voice.daniel"), ("en-US", "com.voice.samantha"), ("uk-UA", "com.voice.lesya"), ("he", None)],
)
def test_the_platforms_voices_are_found_by_locale(tag: str, voice: str | None) -> None:
    assert find_native_voice(tag, NATIVE).voice == voice


@pytest.mark.parametrize(("rate_wpm", "volume"), [(79, 1.0), (451, 1.0), (160, -0.1), (160, 1.1)])
def test_settings_that_an_engine_would_take_silently_are_refused(rate_wpm: int, volume: float) -> None:
    with pytest.raises(ValueError, match="must be"):
        VoiceSettings(rate_wpm=rate_wpm, volume=volume)


@pytest.mark.parametrize(
    ("voice", "asked", "set_rate"),
    [("en", 175, 175), ("uk", 160, 200), ("zle/uk", 160, 200), ("uk+f2", 160, 200), ("be", 190, 200), ("uk", 450, 450)],
)
def test_a_voice_that_is_slowed_by_its_file_is_asked_to_speak_faster(voice: str, asked: int, set_rate: int) -> None:
    assert to_espeak_rate(asked, voice) == set_rate
