"""Numbers as they stand in names and texts: ordinals, times of day, decimals, house numbers."""

import re
from datetime import time

from stopbell_server.phrases.clock_words import spell_time
from stopbell_server.phrases.labels import LOOK_ALIKES, LabelSpeller
from stopbell_server.phrases.language import Language
from stopbell_server.phrases.numbers import NumberWords

_CLOCK = re.compile(r"([01]?[0-9]|2[0-9])[:h]([0-5][0-9])(?::[0-5][0-9])?")
"""Hours from 24 on are those of the night after a service day; nobody can ride by the second."""
_DECIMAL = re.compile(r"([0-9]{1,4})[.,]([0-9])")
_ENDED = re.compile(r"([0-9]{1,3})-?([^\W\d_]{1,3})")
_YEAR = re.compile(r"[12][0-9]{3}")
_ROMAN = re.compile(r"(?=[IVX]{2})(X{0,2})(IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}


class NameNumbers:
    """Reads what has digits, or is a Roman numeral, in one language."""

    def __init__(self, language: Language) -> None:
        """Take the language's tables."""
        self._language = language
        self._numbers = NumberWords(language)
        self._labels = LabelSpeller(language, self._numbers)
        months = "|".join(language.dates.months) if language.names.days_are_ordinals else r"(?!)"
        self._days = re.compile(rf"(?<![\w.:,-])([12]?[1-9]|[123]0|31)\.?\s+(?=(?:{months})(?!\w))", re.IGNORECASE)

    def read(self, core: str, *, after: str = "") -> str:
        """Give a word that has digits in words; a time of day in the form that it takes after the word before it."""
        if clock := _CLOCK.fullmatch(core):
            forms = self._language.clock.forms
            form = next((name for name, form in forms.items() if after.casefold() in form.after), "")
            return spell_time(time(int(clock[1]) % 24, int(clock[2])), self._language.clock, self._numbers, form)
        if ended := _ENDED.fullmatch(core):
            ordinal = self._read_ordinal(int(ended[1]), ended[2].lower())
            # A capital without a hyphen is a house or line, "5A", not an ordinal.
            if ordinal and ("-" in core or len(ended[2]) > 1 or ended[2].islower()):
                return ordinal
        if decimal := _DECIMAL.fullmatch(core):
            point = self._language.numbers.decimal_point
            blank = self._language.list.between_words
            whole, tenths = self._numbers.spell(int(decimal[1])), self._numbers.spell_digits(decimal[2])
            return f"{whole}{blank}{point}{blank}{tenths}"
        if self._language.names.four_digits == "cardinal" and _YEAR.fullmatch(core):
            return self._numbers.spell(int(core))
        return self._labels.spell(core)

    def read_roman(self, core: str, *, after: str = "") -> str:
        """Give a Roman numeral from II to XXIX as a number, in whichever alphabet it was typed; else nothing.

        Behind the name of a ruler it is an ordinal where the language says so: "Jana Pawła Drugiego".
        """
        roman = core.translate(LOOK_ALIKES)
        if not _ROMAN.fullmatch(roman):
            return ""
        number = _to_arabic(roman)
        if after.casefold() in self._language.names.regnal:
            return self._language.dates.ordinals[number - 1].title()
        return self._numbers.spell(number)

    def read_days(self, name: str) -> str:
        """Give the name with days before a month's name in words, where the language counts days by ordinals."""
        return self._days.sub(lambda day: f"{self._language.dates.ordinals[int(day[1]) - 1]} ", name)

    def _read_ordinal(self, number: int, ending: str) -> str:
        changes = self._language.names.ordinal_endings.get(ending)
        hundreds, rest = divmod(number, 100)
        if changes is None or not rest:
            return ""
        ordinal = self._language.dates.ordinals[rest - 1]
        for old, new in changes:
            if ordinal.endswith(old):
                ordinal = ordinal.removesuffix(old) + new
                break
        return f"{self._read_hundreds(hundreds, rest)}{ordinal}"

    def _read_hundreds(self, hundreds: int, rest: int) -> str:
        """Give what stands before an ordinal of two digits: "one" of "one seventy-second", as line numbers are read."""
        if not hundreds:
            return ""
        if self._language.labels.three_digits != "pairs":
            return f"{self._numbers.spell(hundreds * 100)} "
        zero = f" {self._language.labels.zero_pair}" if rest < 10 else ""
        return f"{self._numbers.spell(hundreds)}{zero} "


def _to_arabic(roman: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in roman]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))
