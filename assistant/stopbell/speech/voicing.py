"""Who speaks which stretch of a sentence."""

from collections.abc import Sequence

from stopbell.speech.engine import Engine, VoicedPart
from stopbell.speech.scripts import SpokenPart, split_by_script
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.trouble import Trouble, TroubleCode
from stopbell.speech.voices import find_wished_voice


async def find_voices(
    engine: Engine, parts: Sequence[SpokenPart], language: str, settings: VoiceSettings
) -> tuple[tuple[VoicedPart, ...], list[Trouble]]:
    """Find an engine's voice for each part; the parts without a usable one are given apart, and stay text.

    Where the sentence's own language has none there is nothing to speak: names alone would be nonsense.
    """
    voiced: list[VoicedPart] = []
    missing: list[Trouble] = []
    for part in parts:
        voice = await choose_voice(engine, part.language, settings)
        if voice is not None:
            voiced.append(VoicedPart(part.text, part.language, voice))
            continue
        missing.append(Trouble(TroubleCode.NO_VOICE, part.language, engine.name))
        if part.language == language:
            return (), missing
    return tuple(voiced), missing


async def choose_voice(engine: Engine, language: str, settings: VoiceSettings) -> str | None:
    """Give the voice that the rider wished, else the engine's own choice; None: none that anybody understands.

    Raises:
        SynthesisError: the engine does not run.
    """
    if settings.voices and (wished := find_wished_voice(language, settings.voices, await engine.list_voices())):
        return wished
    fact = await engine.find_voice(language)
    return fact.voice if fact.is_usable else None


def to_parts(words: str | tuple[SpokenPart, ...], language: str, settings: VoiceSettings) -> tuple[SpokenPart, ...]:
    """Split words as a sentence has them into stretches that one voice can read each; nothing sayable gives none."""
    given = (SpokenPart(words, language),) if isinstance(words, str) else words
    return tuple(
        part
        for stretch in given
        for part in split_by_script(settings.to_spoken(stretch.text, stretch.language), stretch.language)
    )
