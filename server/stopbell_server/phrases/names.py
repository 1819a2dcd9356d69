"""Names of stops and destinations as they are spoken: short forms, numbers and signs become words."""

import re
import unicodedata
from collections.abc import Sequence

from stopbell_server.phrases.labels import LabelSpeller
from stopbell_server.phrases.language import Abbreviation, Language
from stopbell_server.phrases.name_numbers import NameNumbers
from stopbell_server.phrases.numbers import NumberWords, to_plain_apostrophes
from stopbell_server.phrases.short_forms import ShortForms

_SILENT = str.maketrans("", "", '"«»“”„‟‹›\u0301\u00ad')
"""Quotation marks, stress marks and soft hyphens: silent."""
_BLANKS = re.compile(r"\s+")
_COMMAS = re.compile(r"\s*(?:,\s*)+")
_GLUED_DOT = re.compile(r"(?<=[^\W\d_])\.(?=[^\W\d_])")
_EDGES = ".,;:!?-–—'\u2026"


class NameReader:
    """Reads names that are written in one language."""

    def __init__(self, language: Language, shorts: Sequence[Abbreviation] | None = None) -> None:
        """Take the language's tables; other short forms than its own may be given."""
        self.language = language
        self._rules = language.names
        self.short_forms = ShortForms(self._rules, self._rules.abbreviations if shorts is None else shorts)
        self._numbers = NameNumbers(language)
        self._labels = LabelSpeller(language, NumberWords(language))
        self._break = _to_pattern(self._rules.breaks, self._rules.connectors)

    def read(self, name: str) -> str:
        """Give the name in words, without digits, signs or short forms that the tables know."""
        plain = self._part_hyphens(self.to_plain(name))
        shouted = plain.isupper()
        spoken: list[str] = []
        position = 0
        for mark in self._break.finditer(plain):
            spoken.append(self._read_part(plain[position : mark.start()], shouted=shouted))
            spoken.append(self._rules.breaks.get(mark.group(), mark.group()))
            position = mark.end()
        spoken.append(self._read_part(plain[position:], shouted=shouted))
        return tidy("".join(spoken))

    def to_plain(self, name: str) -> str:
        """Give the text with signs as words, digits as ASCII and without what is silent."""
        for sign, words in self._rules.symbols.items():
            name = name.replace(sign, f" {words} ")
        plain = unicodedata.normalize("NFKC", name).translate(_SILENT)
        plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in plain)
        return _GLUED_DOT.sub(". ", to_plain_apostrophes(plain, self.language).replace("_", " "))

    def read_word(self, word: str, *, is_first: bool, shouted: bool) -> str:
        """Give one word that is no short form: numbers and initials in words, without signs."""
        core = word.strip(_EDGES)
        if any(character.isdigit() for character in core):
            return self._numbers.read(core)
        if core.isalpha() and core.isupper():
            if roman := self._numbers.read_roman(core):
                return roman
            if self._is_spelled(word, core, is_first=is_first, shouted=shouted):
                return self._labels.spell_letters(core)
        return "".join(c if c.isalpha() or c in "-'" or unicodedata.category(c)[0] == "M" else " " for c in core)

    def _is_spelled(self, word: str, core: str, *, is_first: bool, shouted: bool) -> bool:
        """Tell whether capitals are letters to spell: a lone one may be a word where a name begins."""
        if len(core) == 1:
            return not is_first or word.endswith(".")
        return not shouted and self._labels.is_initialism(core)

    def _part_hyphens(self, name: str) -> str:
        """Put a break where a hyphen joins whole street names: "46 St-Bliss St", but not in "St-Denis"."""
        words = name.split(" ")
        for index, word in enumerate(words):
            pieces = word.split("-")
            if len(pieces) < 2 or self.short_forms.find(word):
                continue
            begins = self.short_forms.find(pieces[0])
            if begins and begins.first and not index:
                pieces[0] = begins.first
            joined = [
                " - " if self.short_forms.ends_a_name(piece) and (place or index) else "-"
                for place, piece in enumerate(pieces[:-1])
            ]
            words[index] = "".join(part for pair in zip(pieces, [*joined, ""], strict=True) for part in pair)
        return " ".join(words)

    def _read_part(self, part: str, *, shouted: bool) -> str:
        words = part.split()
        spoken: list[str] = []
        index = 0
        while index < len(words):
            length, expanded = self.short_forms.expand(words, index)
            spoken.append(expanded or self.read_word(words[index], is_first=index == 0, shouted=shouted))
            index += length
        return f" {' '.join(word for word in spoken if word)} "


def _to_pattern(breaks: dict[str, str], connectors: Sequence[str]) -> re.Pattern[str]:
    """Give what separates the parts of a name. A sign between two digits belongs to a number."""
    marks = [re.escape(mark) for mark in sorted(breaks, key=len, reverse=True)]
    signs = [f"(?<![0-9]){mark}|{mark}(?![0-9])" for mark in marks]
    words = [rf"(?<=\s)(?i:{'|'.join(connectors)})(?=\s)"] if connectors else []
    return re.compile("|".join((*words, *signs)) or r"(?!)")


def tidy(text: str) -> str:
    """Close up blanks, and keep a comma only between words."""
    text = _BLANKS.sub(" ", text)
    return _COMMAS.sub(", ", text).strip(" ,")
