"""Which voice speaks a language, and whether it can be understood."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from stopbell.speech.settings import FASTEST_WPM


class Intelligibility(Enum):
    """How well a voice was understood in our measurements."""

    GOOD = "good"
    FAIR = "fair"
    UNTRIED = "untried"
    UNUSABLE = "unusable"
    """The engine lists it, but it spells letters, drops vowels or reads another script's names."""


@dataclass(frozen=True, slots=True)
class VoiceFact:
    """What is known about speaking one language."""

    language: str
    """The BCP 47 tag that was asked for."""
    voice: str | None
    """The engine's own name for the voice; None: it has none."""
    intelligibility: Intelligibility

    @property
    def is_usable(self) -> bool:
        """Whether text in this language is worth speaking; if not it is shown only."""
        return self.voice is not None and self.intelligibility is not Intelligibility.UNUSABLE


@dataclass(frozen=True, slots=True)
class InstalledVoice:
    """A voice as the engine lists it."""

    id: str
    languages: tuple[str, ...]


ESPEAK_NAMES: Mapping[str, str] = {
    "zh": "cmn",
    "zh-cn": "cmn",
    "zh-tw": "cmn",
    "iw": "he",
    "en-gb": "en",
    "no": "nb",
    "pt-pt": "pt",
}
"""Where espeak-ng's name for a voice is not the language tag. Its own name for British English is `en`."""

_USUAL_REGION: Mapping[str, str] = {"en": "en-gb"}
"""Which of several regions is meant by the bare language, where that is not the one of the same name (`fr-fr`)."""

ESPEAK_INTELLIGIBILITY: Mapping[str, Intelligibility] = {
    **dict.fromkeys(("en", "es", "it", "de", "pt", "ro", "hu", "pl"), Intelligibility.GOOD),
    **dict.fromkeys(("fr", "cs", "sk", "tr", "el", "ko", "hi", "uk"), Intelligibility.FAIR),
    **dict.fromkeys(("ja", "he", "iw", "ar", "zh", "cmn"), Intelligibility.UNUSABLE),
}
"""By main language. Unusable: kanji are read as the English for a Chinese letter, Hebrew and Arabic lack their
vowels, Mandarin's tones are lost."""

SLOWED: Mapping[str, float] = {"uk": 0.80, "be": 0.95, "ru": 0.95}
"""What espeak-ng 1.52 makes of a rate, by main language: `speed` in its voices' files. 1.51 knew no such line."""
SLOWED_SINCE = (1, 52)
"""The version of espeak-ng whose voices are slowed."""


def to_espeak_rate(rate_wpm: int, voice: str) -> int:
    """Give the rate at which a slowed voice of espeak-ng 1.52 speaks as fast as was asked, as far as it can."""
    return min(FASTEST_WPM, round(rate_wpm / SLOWED.get(_main(voice.rpartition("/")[2].partition("+")[0]), 1.0)))


def find_espeak_voice(language: str, installed: Iterable[InstalledVoice]) -> VoiceFact:
    """Find espeak-ng's voice for a tag: the region's own, else the language's."""
    names = {voice.id.rpartition("/")[2] for voice in installed}
    tag = _to_tag(language)
    main = tag.partition("-")[0]
    wanted = (ESPEAK_NAMES.get(tag), tag, ESPEAK_NAMES.get(main), main)
    voice = next((name for name in wanted if name is not None and name in names), None)
    return VoiceFact(language, voice, ESPEAK_INTELLIGIBILITY.get(main, Intelligibility.UNTRIED))


def speaks(voice: InstalledVoice, language: str) -> bool:
    """Tell whether a voice is for the main language of a tag, whatever the region."""
    names = (*voice.languages, ESPEAK_NAMES.get(_to_tag(voice.id), ""), voice.id.rpartition("/")[2])
    wanted = {_main(language), ESPEAK_NAMES.get(_main(language), _main(language))}
    return any(_main(name) in wanted for name in names if name)


def find_native_voice(language: str, installed: Iterable[InstalledVoice]) -> VoiceFact:
    """Find the platform's voice for a tag: of the same region if there is one, else of the same language."""
    tag = _to_tag(language)
    main = tag.partition("-")[0]
    same_language = [voice for voice in installed if main in {_main(spoken) for spoken in voice.languages}]
    same_region = [voice for voice in same_language if tag in {_to_tag(spoken) for spoken in voice.languages}]
    best = next(iter(same_region or same_language), None)
    return VoiceFact(language, best.id if best else None, Intelligibility.UNTRIED)


def find_listed_voice(language: str, installed: Iterable[InstalledVoice]) -> VoiceFact:
    """Find espeak-ng's voice for a tag where voices are listed with their languages, not by the names of files."""
    by_language: dict[str, str] = {}
    for voice in installed:
        for spoken in voice.languages:
            by_language.setdefault(_to_tag(spoken), voice.id)
    fact = find_espeak_voice(language, (InstalledVoice(tag, ()) for tag in by_language))
    main = _main(language)
    others = (_USUAL_REGION.get(main), f"{main}-{main}", *(tag for tag in by_language if _main(tag) == main))
    name = fact.voice or next((tag for tag in others if tag in by_language), None)
    return VoiceFact(language, by_language[name] if name else None, fact.intelligibility)


def find_wished_voice(language: str, wishes: Mapping[str, str], installed: Iterable[InstalledVoice]) -> str | None:
    """Find the voice that the rider wished for a tag or its main language; None: no wish, or not one of these.

    espeak-ng's variants (`en-us+f2`) count as their voice.
    """
    by_tag = {_to_tag(tag): voice for tag, voice in wishes.items()}
    wished = by_tag.get(_to_tag(language)) or by_tag.get(_main(language))
    if wished is None:
        return None
    names = {name for voice in installed for name in (voice.id, voice.id.rpartition("/")[2])}
    return wished if wished in names or wished.partition("+")[0] in names else None


def _to_tag(language: str) -> str:
    return language.replace("_", "-").lower()


def _main(language: str) -> str:
    return _to_tag(language).partition("-")[0]
