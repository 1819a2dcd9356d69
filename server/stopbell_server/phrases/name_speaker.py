"""Which language's rules read a name or a text: by its own language where known, else by its script."""

import re
import unicodedata
from collections.abc import Sequence

from stopbell_server.phrases.language import Language
from stopbell_server.phrases.names import NameReader
from stopbell_server.phrases.running_text import TextReader

_WIDE = {",": "，", ".": "。", ";": "；", ":": "：", "?": "？", "!": "！"}
_MARK = re.compile(r"(?<![0-9A-Za-z])([,.;:?!])(?: |$)")


class NameSpeaker:
    """Speaks names: number words by the answer's language, short forms by the name's own where it is known."""

    def __init__(self, own: Language, others: Sequence[Language]) -> None:
        """Take the answer's language and all that are there, in the order of preference."""
        strangers = {other.script: other.names.strangers for other in others if other.names.strangers}
        self._own = NameReader(own, shorts=(*own.names.abbreviations, *strangers.get(own.script, ())))
        self._bare = NameReader(own, shorts=strangers.get(own.script, ()))
        self._unreadable = NameReader(own, shorts=(), spells=False)
        # A voice changes with the script, never within one: only then do number words come from the other language.
        self._readers = {
            other.tag: NameReader(
                own if other.script == own.script else other,
                shorts=(*other.names.abbreviations, *other.names.strangers),
                structure=other.names,
            )
            for other in others
        }
        foreign = [other for other in reversed(others) if other.script != own.script]
        self._scripts = {other.script: self._readers[other.tag] for other in foreign}
        self._bare_scripts = {
            other.script: NameReader(other, shorts=other.names.strangers, spells=False)
            for other in foreign
            if other.names.reads_strangers
        }

    def speak(self, name: str, language: str | None = None) -> str:
        """Give the name in words. `language` is the name's own, where known.

        Short forms of a language without tables are left alone: "Pl." is not the same word everywhere; a few could be
        no word of ours, such as "P.za". Of a name in a script that none of our languages has only the numbers are
        read: its letters need a voice of their own.
        """
        reader = self._choose(name, language)
        return self._widen(reader.read(name), reader.language)

    def read_text(self, text: str, language: str | None = None) -> str:
        """Give running text, such as an operator's notice, with numbers and signs in words."""
        reader = self._choose(text, language)
        return self._widen(TextReader(reader.language, reader).read(text), reader.language)

    def _widen(self, told: str, language: Language) -> str:
        """Give punctuation the width that an answer without blanks between words has."""
        if self._own.language.list.between_words or language.list.between_words:
            return told
        return _MARK.sub(lambda found: _WIDE[found[1]], told)

    def _choose(self, name: str, language: str | None) -> NameReader:
        scripts = {unicodedata.name(c, "").partition(" ")[0] for c in name if c.isalpha()}
        tag = (language or "").partition("-")[0].casefold()
        reader = self._readers.get(tag)
        if reader and reader.language.script in scripts:
            return reader
        is_strange = bool(tag) and reader is None
        if not scripts or self._own.language.script in scripts:
            return self._bare if is_strange else self._own
        readers = self._bare_scripts if is_strange else self._scripts
        return next((readers[script] for script in sorted(scripts) if script in readers), self._unreadable)
