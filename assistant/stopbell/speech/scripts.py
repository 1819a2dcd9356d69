"""Split a sentence by script, so that each part is spoken by a voice that can read it."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

SCRIPT_LANGUAGE = {
    "LATIN": "en",
    "CYRILLIC": "uk",
    "GREEK": "el",
    "HEBREW": "he",
    "ARABIC": "ar",
    "DEVANAGARI": "hi",
    "HANGUL": "ko",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "CJK": "zh",
    "GEORGIAN": "ka",
    "ARMENIAN": "hy",
}
"""Who reads a script in a sentence of another one. A guess where many languages share it, and the best we have:
without it an English voice spells Cyrillic letter by letter."""

LANGUAGE_SCRIPTS = {
    **dict.fromkeys(("uk", "bg", "be", "mk", "ru", "sr", "kk", "ky"), frozenset({"CYRILLIC"})),
    "el": frozenset({"GREEK"}),
    **dict.fromkeys(("he", "iw"), frozenset({"HEBREW"})),
    **dict.fromkeys(("ar", "fa", "ur"), frozenset({"ARABIC"})),
    **dict.fromkeys(("hi", "mr", "ne"), frozenset({"DEVANAGARI"})),
    "ko": frozenset({"HANGUL", "CJK"}),
    "ja": frozenset({"HIRAGANA", "KATAKANA", "CJK"}),
    "zh": frozenset({"CJK"}),
    "ka": frozenset({"GEORGIAN"}),
    "hy": frozenset({"ARMENIAN"}),
}
"""What a language is written in; every other one in Latin letters."""

_LATIN = frozenset({"LATIN"})


@dataclass(frozen=True, slots=True)
class SpokenPart:
    """A stretch of a sentence in one language."""

    text: str
    language: str
    """BCP 47 tag; the sentence's own wherever its script fits."""


def split_by_script(text: str, language: str) -> tuple[SpokenPart, ...]:
    """Split where the script leaves that of the language; digits and signs stay with what is before them.

    A part without any letter or digit is dropped: no voice has anything to say there.
    """
    own = LANGUAGE_SCRIPTS.get(language.replace("_", "-").lower().partition("-")[0], _LATIN)
    parts: list[SpokenPart] = []
    for characters, script in _runs(text):
        reader = language if script is None or script in own else SCRIPT_LANGUAGE.get(script, language)
        if parts and parts[-1].language == reader:
            parts[-1] = SpokenPart(parts[-1].text + characters, reader)
        else:
            parts.append(SpokenPart(characters, reader))
    stripped = (SpokenPart(part.text.strip(), part.language) for part in parts)
    return tuple(part for part in stripped if any(character.isalnum() for character in part.text))


def _runs(text: str) -> Iterator[tuple[str, str | None]]:
    """Give stretches with their script; None where there is no letter before the first run."""
    start, current = 0, None
    for index, character in enumerate(text):
        script = _script_of(character)
        if script is None or script == current:
            continue
        if index > start:
            yield text[start:index], current
        start, current = index, script
    if start < len(text):
        yield text[start:], current


def _script_of(character: str) -> str | None:
    """Name the script of a letter by the first word of its Unicode name; None for what belongs to any script."""
    if character.isascii():
        return "LATIN" if character.isalpha() else None
    if not character.isalpha():
        return None
    script = unicodedata.name(character, "").partition(" ")[0]
    return script if script in SCRIPT_LANGUAGE else None
