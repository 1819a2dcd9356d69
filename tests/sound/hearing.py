"""What a rider hears of a written name, label or text: the product's words, its mending, its voices, as phonemes."""

from collections.abc import Iterable, Sequence

from stopbell.speech.scripts import split_by_script
from stopbell.speech.spoken_text import to_spoken_text
from stopbell.speech.voices import ESPEAK_NAMES
from stopbell_server.phrases import Phrasebooks
from tests.server.phrases.phonemes import speak
from tests.sound.readings import Reading

_STRESS = str.maketrans("", "", "ˈˌ")


def hear_raw(readings: Sequence[Reading]) -> list[str]:
    """Give what the bare voice of each language says to what is written."""
    return _speak((_to_voice(reading.language), reading.written) for reading in readings)


def hear(readings: Sequence[Reading], books: Phrasebooks) -> list[str]:
    """Give what the product says; where another voice speaks a part, that is said before it: "uk: …"."""
    parts = [
        split_by_script(to_spoken_text(_word(reading, books), reading.language), reading.language)
        for reading in readings
    ]
    sounds = iter(_speak((_to_voice(part.language), part.text) for group in parts for part in group))
    return [
        " ‖ ".join(
            next(sounds) if part.language == reading.language else f"{part.language}: {next(sounds)}" for part in group
        )
        for reading, group in zip(readings, parts, strict=True)
    ]


def _word(reading: Reading, books: Phrasebooks) -> str:
    book = books.pick(reading.language)
    made = {"name": book.name, "label": book.label, "text": book.text}[reading.kind]
    return made(reading.written).spoken


def _to_voice(language: str) -> str:
    return ESPEAK_NAMES.get(language, language)


def _speak(texts: Iterable[tuple[str, str]]) -> list[str]:
    return [sound.translate(_STRESS) for sound in speak(list(texts))]
