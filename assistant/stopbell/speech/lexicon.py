"""Give the words of a city the sound that they have there, in whatever is spoken."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stopbell.speech.lexicon_lines import Entry

SpeakName = Callable[[str, str], str]
"""Gives a written name in a language the way our rules speak it: "Leicester Sq" as "Leicester Square"."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A text with its names as they are to be heard."""

    text: str
    used: tuple[Entry, ...]
    """Which entries it took, in the order of the text."""


class Lexicon:
    """Finds names in spoken text and gives their sound; the first of several entries for one name counts.

    What a feed's own tts_stop_name says goes first: it is spoken in place of the name, so the name is not found.
    """

    def __init__(self, entries: Sequence[Entry], speak_name: SpeakName) -> None:
        """Take the entries; a name is found as it is written and as our rules speak it."""
        self._entries = tuple(entries)
        self._speak_name = speak_name
        self._tables: dict[str, tuple[re.Pattern[str], dict[str, Entry]]] = {}

    @property
    def count(self) -> int:
        """How many entries there are."""
        return len(self._entries)

    def mend(self, text: str, language: str) -> Mended:
        """Give a text of a BCP 47 language; longer names go before the words in them, and nothing is mended twice."""
        if not self._entries:
            return Mended(text, ())
        if language not in self._tables:
            self._tables[language] = self._compile(language)
        pattern, table = self._tables[language]
        used: list[Entry] = []

        def take(found: re.Match[str]) -> str:
            entry = table[_fold(found.group())]
            used.append(entry)
            return entry.heard

        return Mended(pattern.sub(take, text), tuple(used))

    def _compile(self, language: str) -> tuple[re.Pattern[str], dict[str, Entry]]:
        table: dict[str, Entry] = {}
        for entry in self._entries:
            if entry.language is None or _is_within(language, entry.language):
                for form in (entry.written, self._speak_name(entry.written, language)):
                    if form.strip():
                        table.setdefault(_fold(form), entry)
        forms = sorted(table, key=len, reverse=True)
        return re.compile("|".join(map(_bound, forms)) or r"(?!)", re.IGNORECASE), table


def _is_within(language: str, wanted: str) -> bool:
    """Tell whether a language is the wanted one or one of its regions."""
    tag, whole = (one.replace("_", "-").casefold() for one in (language, wanted))
    return tag == whole or tag.startswith(f"{whole}-")


def _fold(text: str) -> str:
    return " ".join(text.split()).casefold()


def _bound(form: str) -> str:
    """Give what finds a form as whole words; characters that are written without blanks have no edges."""
    before = r"(?<!\w)" if _has_edges(form[0]) else ""
    after = r"(?!\w)" if _has_edges(form[-1]) else ""
    return before + r"\s+".join(map(re.escape, form.split())) + after


def _has_edges(character: str) -> bool:
    return character.isalnum() and not unicodedata.name(character, "").startswith(("CJK", "HIRAGANA", "KATAKANA"))
