"""Numbers with units as they stand in operators' texts: "in 1 Min." is "in einer Minute"."""

import re

from babel import Locale

from stopbell_server.phrases.language import Language, Unit, UnitWords
from stopbell_server.phrases.numbers import NumberWords

_QUANTITY = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]))?")


class TextUnits:
    """Reads quantities in one language."""

    def __init__(self, language: Language, numbers: NumberWords) -> None:
        """Take the language's units and number words."""
        self._units = language.names.units
        self._numbers = numbers
        self._blank = language.list.between_words
        self._point = language.numbers.decimal_point
        self._plural = Locale.parse(language.locale).plural_form
        units = "|".join(sorted((re.escape(unit) for unit in self._units), key=len, reverse=True))
        self._counted = re.compile(rf"(?<![\d.:])(\d{{1,6}})({units})" if units else r"(?!)")
        self._glued = re.compile(rf"(?<=[0-9])(?=(?:{units})(?!\w))" if units else r"(?!)")

    def part(self, text: str) -> str:
        """Put a blank between a number and its unit: 50m, 5min."""
        return self._glued.sub(" ", text)

    def read_joined(self, text: str) -> str:
        """Give a text that has no blanks between words with its quantities in words."""
        return self._counted.sub(lambda found: self._join(found[1], self._units[found[2]]), text)

    def read(self, number: str, unit: str, before: str = "") -> str:
        """Give a number and its unit in words, in the case that the word before asks for; nothing if it is none."""
        found = self._units.get(unit)
        if found is None or not _QUANTITY.fullmatch(number):
            return ""
        is_asked = found.after is not None and before.casefold() in found.after.words
        return self._join(number, found.after if is_asked and found.after else found)

    def is_whole_word(self, unit: str) -> bool:
        """Tell whether a unit is written in full, so that a full stop behind it ends the sentence."""
        return unit in self._units and not self._units[unit].is_short(unit)

    def _join(self, digits: str, unit: Unit | UnitWords) -> str:
        whole, _, tenths = digits.replace(",", ".").partition(".")
        if tenths:
            point = (self._numbers.spell(int(whole)), self._point, self._numbers.spell_digits(tenths), unit.other)
            return self._blank.join(point)
        number = int(whole)
        name = getattr(unit, self._plural(number), "") or unit.other
        return f"{self._numbers.spell(number, unit.form)}{self._blank}{name}"
