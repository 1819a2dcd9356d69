"""Names of stops and destinations as they are spoken: short forms, numbers and signs become words."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import time

from stopbell_server.phrases.clock_words import spell_time
from stopbell_server.phrases.labels import LOOK_ALIKES, LabelSpeller
from stopbell_server.phrases.language import Abbreviation, Language
from stopbell_server.phrases.numbers import NumberWords, to_plain_apostrophes

_SILENT = str.maketrans("", "", '"«»“”„‟‹›\u0301\u00ad')
"""Quotation marks, stress marks and soft hyphens: silent."""
_BLANKS = re.compile(r"\s+")
_COMMAS = re.compile(r"\s*(?:,\s*)+")
_GLUED_DOT = re.compile(r"(?<=[^\W\d_])\.(?=[^\W\d_])")
_CLOCK = re.compile(r"([01]?[0-9]|2[0-9]):([0-5][0-9])")
_DECIMAL = re.compile(r"([0-9]{1,4})[.,]([0-9])")
_ENDED_NUMBER = re.compile(r"([0-9]{1,2})-?([^\W\d_]{1,3})")
_ROMAN = re.compile(r"(?=[IVX]{2})(X{0,2})(IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}
_EDGES = ".,;:!?-–—'\u2026"


class NameReader:
    """Reads names that are written in one language."""

    def __init__(self, language: Language, shorts: Sequence[Abbreviation] | None = None) -> None:
        """Take the language's tables; other short forms than its own may be given."""
        self.language = language
        self._rules = language.names
        self._numbers = NumberWords(language)
        self._labels = LabelSpeller(language, self._numbers)
        known = language.names.abbreviations if shorts is None else shorts
        self._shorts = {_fold(abbreviation.short): abbreviation for abbreviation in known}
        self._longest = max((len(short.split()) for short in self._shorts), default=1)
        self._full = frozenset(_fold(full) for a in self._shorts.values() for full in (a.last, a.always) if full)
        breaks = sorted(self._rules.breaks, key=len, reverse=True)
        self._break = re.compile("|".join(f"(?<![0-9]){re.escape(mark)}(?![0-9])" for mark in breaks) or r"(?!)")

    def read(self, name: str) -> str:
        """Give the name in words, without digits, signs or short forms that the tables know."""
        plain = self.to_plain(name)
        shouted = plain.isupper()
        spoken: list[str] = []
        position = 0
        for mark in self._break.finditer(plain):
            spoken.append(self._read_part(plain[position : mark.start()], shouted=shouted))
            spoken.append(self._rules.breaks[mark.group()])
            position = mark.end()
        spoken.append(self._read_part(plain[position:], shouted=shouted))
        return tidy("".join(spoken))

    def find_short(self, word: str) -> Abbreviation | None:
        """Give the short form that a word is, with or without its full stop."""
        return self._shorts.get(_fold(word))

    def to_plain(self, name: str) -> str:
        """Give the text with signs as words, digits as ASCII and without what is silent."""
        for sign, words in self._rules.symbols.items():
            name = name.replace(sign, f" {words} ")
        plain = unicodedata.normalize("NFKC", name).translate(_SILENT)
        plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in plain)
        return _GLUED_DOT.sub(". ", to_plain_apostrophes(plain, self.language).replace("_", " "))

    def _read_part(self, part: str, *, shouted: bool) -> str:
        words = part.split()
        spoken: list[str] = []
        index = 0
        while index < len(words):
            length, expanded = self._expand(words, index)
            spoken.append(expanded or self.read_word(words[index], is_first=index == 0, shouted=shouted))
            index += length
        return f" {' '.join(word for word in spoken if word)} "

    def _expand(self, words: Sequence[str], index: int) -> tuple[int, str]:
        """Give how many words a short form at this place takes and what it stands for; (1, "") for none."""
        for length in range(min(self._longest, len(words) - index), 0, -1):
            short = words[index : index + length]
            abbreviation = self._shorts.get(_fold(" ".join(short)))
            if abbreviation is None or (abbreviation.dotted and not short[-1].endswith(".")):
                continue
            if len(abbreviation.short) == 1 and self._is_letter_of_street(words, index):
                continue
            full = abbreviation.always or self._choose(abbreviation, index, index + length == len(words))
            if full:
                return length, full
        return 1, ""

    def _choose(self, abbreviation: Abbreviation, index: int, is_last: bool) -> str:
        if is_last and abbreviation.last:
            return abbreviation.last
        if index == 0 and not is_last:
            return abbreviation.first
        return "" if is_last else abbreviation.middle

    def _is_letter_of_street(self, words: Sequence[str], index: int) -> bool:
        """Tell whether the other words are all street words: "E St" is a street called E, "E Main St" is not."""
        others = [_fold(word) for place, word in enumerate(words) if place != index]
        return all(other in self._shorts or other in self._full for other in others)

    def read_word(self, word: str, *, is_first: bool, shouted: bool) -> str:
        """Give one word that is no short form: numbers and initials in words, without signs."""
        core = word.strip(_EDGES)
        if not core:
            return ""
        if any(character.isdigit() for character in core):
            return self._read_number(core)
        if core.isalpha() and self._is_spelled(word, core, is_first=is_first, shouted=shouted):
            roman = _ROMAN.fullmatch(core.translate(LOOK_ALIKES))
            return self._numbers.spell(_to_arabic(roman.group())) if roman else self._labels.spell_letters(core)
        return "".join(c for c in core if c.isalpha() or c in "-'" or unicodedata.category(c)[0] == "M")

    def _is_spelled(self, word: str, core: str, *, is_first: bool, shouted: bool) -> bool:
        if not core.isupper():
            return False
        if len(core) == 1:
            return not is_first or word.endswith(".")
        if _ROMAN.fullmatch(core.translate(LOOK_ALIKES)):
            return True
        return not shouted and self._labels.is_initialism(core)

    def _read_number(self, core: str) -> str:
        if core.isdecimal():
            return (
                self._labels.spell_number(core) if core[0] == "0" or len(core) > 4 else self._numbers.spell(int(core))
            )
        if clock := _CLOCK.fullmatch(core):
            at = time(int(clock[1]) % 24, int(clock[2]))
            return spell_time(at, self.language.clock, self._numbers)
        if ended := _ENDED_NUMBER.fullmatch(core):
            # A capital without a hyphen is a house or line, "5A", not an ordinal.
            ordinal = self._read_ordinal(int(ended[1]), ended[2].lower())
            if ordinal and ("-" in core or len(ended[2]) > 1 or ended[2].islower()):
                return ordinal
        if decimal := _DECIMAL.fullmatch(core):
            point = self.language.numbers.decimal_point
            return f"{self._numbers.spell(int(decimal[1]))} {point} {self._numbers.spell_digits(decimal[2])}"
        return self._labels.spell(core)

    def _read_ordinal(self, number: int, ending: str) -> str:
        changes = self._rules.ordinal_endings.get(ending)
        if changes is None or not number:
            return ""
        ordinal = self.language.dates.ordinals[number - 1]
        for old, new in changes:
            if ordinal.endswith(old):
                return ordinal.removesuffix(old) + new
        return ordinal


def _fold(text: str) -> str:
    return " ".join(word.rstrip(".").casefold() for word in text.split())


def tidy(text: str) -> str:
    """Close up blanks, and keep a comma only between words."""
    text = _BLANKS.sub(" ", text)
    return _COMMAS.sub(", ", text).strip(" ,")


def _to_arabic(roman: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in roman]
    return sum(
        -value if value < following else value for value, following in zip(values, [*values[1:], 0], strict=True)
    )
