"""Running text from operators as it is spoken: numbers, times and units in words, the sentences kept."""

import re

from babel import Locale

from stopbell_server.phrases.language import Language, Unit
from stopbell_server.phrases.names import NameReader, tidy
from stopbell_server.phrases.numbers import NumberWords

_ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
"""Nobody can follow an address that is read aloud; the written form keeps it."""
_HYPHEN = r"\s*[-–—]\s*"
_BOUND = r"(?:[0-9]{1,3}|[0-9]{1,2}:[0-9]{2})"
_RANGE = re.compile(rf"(?<![0-9:.–—-])({_BOUND}){_HYPHEN}(?={_BOUND}(?![0-9:–—-]|\.[0-9]))")
"""Two numbers or times: longer runs, as of a telephone number, are no range."""
_QUANTITY = re.compile(r"[0-9]{1,6}(?:[.,][0-9])?")
_JOINED = re.compile(rf"(?<=[0-9]){_HYPHEN}(?=[0-9])")
_SLASH = re.compile(r"(?<![0-9])/|/(?![0-9])")
_ENDS = ".,;:!?"
_EDGES = _ENDS + "-–—'\u2026()[]"


class TextReader:
    """Reads running text of one language."""

    def __init__(self, language: Language, names: NameReader) -> None:
        """Take the language's units and the reader of its names, which knows numbers and short forms."""
        self._names = names
        self._units = language.names.units
        self._range_word = language.names.range_word
        self._signs = language.labels.symbols
        self._numbers = NumberWords(language)
        self._plural = Locale.parse(language.locale).plural_form
        units = sorted((re.escape(unit) for unit in self._units), key=len, reverse=True)
        self._glued = re.compile(rf"(?<=[0-9])(?=(?:{'|'.join(units)})(?!\w))" if units else r"(?!)")

    def read(self, text: str) -> str:
        """Give the text in words; its punctuation stays, brackets and dashes become pauses."""
        plain = self._names.to_plain(_ADDRESS.sub(" ", text))
        plain = _RANGE.sub(rf"\1 {self._range_word} ", plain)
        plain = self._glued.sub(" ", _SLASH.sub(", ", _JOINED.sub(" – ", plain)))
        words = plain.split()
        spoken: list[str] = []
        index = 0
        while index < len(words):
            unit = self._find_unit(words[index], words[index + 1]) if index + 1 < len(words) else None
            if unit:
                spoken.append(self._read_quantity(words[index], unit) + _find_end(words[index + 1]).replace(".", ""))
                index += 1
            else:
                spoken.append(self._read_word(words[index]))
            index += 1
        return tidy(" ".join(word for word in spoken if word))

    def _find_unit(self, number: str, word: str) -> Unit | None:
        return self._units.get(word.strip(_EDGES)) if _QUANTITY.fullmatch(number) else None

    def _read_quantity(self, digits: str, unit: Unit) -> str:
        if not digits.isdecimal():
            return f"{self._read_word(digits)} {unit.other}"
        number = int(digits)
        name = getattr(unit, self._plural(number), "") or unit.other
        return f"{self._numbers.spell(number, unit.form)} {name}"

    def _read_word(self, word: str) -> str:
        core = word.strip(_EDGES)
        if not core or word in self._signs:
            return self._signs.get(word, ",")
        lead = ", " if word[0] in "([-–—" else ""
        end = "," if word[-1] in ")]–—" else _find_end(word)
        short = self._names.short_forms.find(core)
        if short is not None and short.always and (word.endswith(".") or not short.dotted):
            return f"{lead}{short.always}{end.replace('.', '')}"
        if core.isalpha() and len(core) > 1 and not _is_roman(core):
            return f"{lead}{core}{end}"
        return f"{lead}{self._names.read_word(core, is_first=True, shouted=True)}{end}"


def _find_end(word: str) -> str:
    """Give the punctuation that ends a word, the first of several."""
    tail = word[len(word.rstrip(_EDGES)) :]
    return next((mark for mark in tail if mark in _ENDS), "")


def _is_roman(word: str) -> bool:
    return len(word) > 1 and all(letter in "IVX" for letter in word)
