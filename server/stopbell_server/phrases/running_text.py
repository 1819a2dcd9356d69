"""Running text from operators as it is spoken: numbers, times and units in words, the sentences kept."""

import re

from stopbell_server.phrases.language import Language
from stopbell_server.phrases.names import NameReader, tidy
from stopbell_server.phrases.numbers import NumberWords
from stopbell_server.phrases.shouting import Shouting
from stopbell_server.phrases.text_dates import TextDates
from stopbell_server.phrases.text_times import TextTimes
from stopbell_server.phrases.text_units import TextUnits

_ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
"""Nobody can follow an address that is read aloud; the written form keeps it."""
_HYPHEN = r"\s*[-–—]\s*"
_BOUND = r"(?:[0-9]{1,3}|[0-9]{1,2}:[0-9]{2})"
_RANGE = re.compile(rf"(?<![\w:.–—-])({_BOUND}){_HYPHEN}(?={_BOUND}(?![0-9:–—-]|\.[0-9]))")
"""Two numbers or times: longer runs, as of a telephone number, are no range."""
_WHOLE = re.compile(r"(?<![\w.:,])([0-9]+)[.,]00(?![0-9]|[.:][0-9])")
"""A number that says in vain that it has no fraction."""
_HALF_DAY = re.compile(r"\b([0-9]{1,2}):00(?=\s*[AaPp]\.?[Mm]\b)")
_JOINED = re.compile(rf"(?<=[0-9]){_HYPHEN}(?=[0-9])")
_SLASH = re.compile(r"(?<![0-9])/|/(?![0-9])")
_SENTENCE_START = re.compile(r"(?:^|(?<=[.!?]\s))\w")
_SEAMS = re.compile(
    r"(?<=[。！？，；：、）])(?=\S)|(?<=[\u3400-\u9fff][,;:!?])(?=\S)|(?<=[\u3400-\u9fff])(?=[0-9A-Za-z(（])|(?<=[0-9A-Za-z)）])(?=[\u3400-\u9fff])"
)
_PUT_IN = re.compile(r"(?<=[\u3001-\uffef]) (?=[\u3001-\uffef])")
_ENDS = ".,;:!?。、"
_EDGES = _ENDS + "-–—'\u2026()[]"


class TextReader:
    """Reads running text of one language."""

    def __init__(self, language: Language, names: NameReader) -> None:
        """Take the language's units and the reader of its names, which knows numbers and short forms."""
        self._language = language
        self._names = names
        self._units = TextUnits(language, NumberWords(language))
        self._range_word = language.names.range_word
        self._signs = language.labels.symbols
        self._heard_as_words = frozenset(language.labels.pause_after)
        self._dates = TextDates(language)
        self._times = TextTimes(language)
        self._shouting = Shouting(language)
        self._connectors = frozenset(language.names.connectors)
        before = language.names.before_number
        signs = "|".join(re.escape(sign) for sign in sorted(before, key=len, reverse=True))
        self._before_number = re.compile(rf"(?<!\w)(?:{signs})(?=\s*[0-9])" if signs else r"(?!)")
        self._number_words = before

    def read(self, text: str) -> str:
        """Give the text in words; its punctuation stays, brackets and dashes become pauses."""
        text = self._times.read(self._dates.read(_ADDRESS.sub(" ", self._calm(text))))
        if not self._language.list.between_words:
            text = self._part(text)
        text = self._before_number.sub(lambda found: f"{self._number_words[found[0]]} ", text)
        plain = self._names.to_plain(_HALF_DAY.sub(r"\1", _WHOLE.sub(r"\1", text)))
        plain = _RANGE.sub(rf"\1 {self._range_word} ", plain)
        plain = self._units.part(_SLASH.sub(", ", _JOINED.sub(" – ", plain)))
        words = plain.split()
        spoken: list[str] = []
        index = 0
        while index < len(words):
            before = words[index - 1] if index else ""
            if quantity := self._read_quantity(words, index, before):
                spoken.append(quantity)
                index += 1
            else:
                told = self._read_short_form(words, index) or self._read_word(words[index], before)
                spoken.append(told + ("," if self._is_letter_among_words(words, index) else ""))
            index += 1
        told = tidy(" ".join(word for word in spoken if word))
        return told if self._language.list.between_words else _PUT_IN.sub("", told)

    def _part(self, text: str) -> str:
        """Put blanks around numbers and after punctuation, where words are written without any."""
        return _SEAMS.sub(" ", self._units.read_joined(text))

    def _calm(self, text: str) -> str:
        """Give a text in capitals as one that is not shouted: its sentences begin with one, its letters stay."""
        if not self._shouting.is_shouted(text.split()):
            return text
        shouted = text.split()
        words = [
            word
            if self._shouting.is_known(word.strip(_EDGES)) or _is_letter_of_line(shouted, index)
            else word.casefold()
            for index, word in enumerate(shouted)
        ]
        return _SENTENCE_START.sub(lambda found: found[0].upper(), " ".join(words))

    def _read_short_form(self, words: list[str], index: int) -> str:
        """Give a street's short form in words by its place in the name around it: "Robie St after", but "St Mary"."""
        word = words[index]
        core = word.strip(_EDGES)
        found = self._names.short_forms.find(core)
        if found is None or found.always or found.compass or len(core) < 2 or not core[0].isupper():
            return ""
        first = last = index
        while first and self._is_in_name(words[first - 1], ends=False):
            first -= 1
        while self._is_in_name(words[last], ends=False) and last + 1 < len(words) and self._is_in_name(words[last + 1]):
            last += 1
        name = [one.strip(_EDGES) for one in words[first : last + 1]]
        _, full = self._names.short_forms.expand(name, index - first)
        lead, end = (", " if word[0] in "([" else ""), ("," if word[-1] in ")]" else _find_end(word, is_short=True))
        return f"{lead}{full}{end}" if full else ""

    def _is_in_name(self, word: str, *, ends: bool = True) -> bool:
        """Tell whether a word is part of a name; without `ends` also that the name can go on behind it."""
        core = word.strip(_EDGES)
        if not core or not core[0].isupper() or core.casefold() in self._connectors or word[0] in "([":
            return False
        return ends or word[-1].isalnum() or (word[-1] == "." and self._names.short_forms.find(core) is not None)

    def _read_quantity(self, words: list[str], index: int, before: str) -> str:
        if index + 1 == len(words):
            return ""
        unit = words[index + 1]
        told = self._units.read(words[index], unit.strip(_EDGES), before)
        end = _find_end(unit) if self._units.is_whole_word(unit.strip(_EDGES)) else _find_end(unit).replace(".", "")
        return told and told + end

    def _is_letter_among_words(self, words: list[str], index: int) -> bool:
        """Tell whether a lone capital is a letter that would be heard as a word: "Route 10 A to Central"."""
        if words[index] not in self._heard_as_words or not 0 < index < len(words) - 1:
            return False
        before, behind = words[index - 1], words[index + 1]
        return _is_letter_of_line(words, index) or (before[-1].isalnum() and behind[0].islower())

    def _read_word(self, word: str, after: str = "") -> str:
        core = word.strip(_EDGES)
        if not core or word in self._signs:
            return self._signs.get(word, ",")
        lead = ", " if word[0] in "([-–—" else ""
        end = "," if word[-1] in ")]–—" else _find_end(word)
        if full := self._names.short_forms.read_ending(word.strip("()[],;:!?")):
            return f"{lead}{full}{_find_end(word, is_short=True)}"
        short = self._names.short_forms.find(core)
        if short is not None and short.always and (word.endswith(".") or not short.dotted):
            return f"{lead}{short.always}{end if word[-1] in ')]–—' else _find_end(word, is_short=True)}"
        if core.isalpha() and len(core) > 1 and not _is_roman(core):
            return f"{lead}{core}{end}"
        return f"{lead}{self._names.read_word(core, is_first=True, shouted=True, after=after)}{end}"


def _find_end(word: str, *, is_short: bool = False) -> str:
    """Give the punctuation that ends a word, the first of several; the full stop of a short form is none."""
    tail = word[len(word.rstrip(_EDGES)) :]
    tail = tail.removeprefix(".") if is_short else tail
    return next((mark for mark in tail if mark in _ENDS), "")


def _is_roman(word: str) -> bool:
    return len(word) > 1 and all(letter in "IVX" for letter in word)


def _is_letter_of_line(words: list[str], index: int) -> bool:
    """Tell whether a word is the letter after a line's number: "10 A"."""
    word = words[index].rstrip(_EDGES)
    return len(word) == 1 and word.isupper() and index > 0 and words[index - 1].isdecimal()
