"""Names of stops and destinations as they are spoken: short forms, numbers and signs become words."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from stopbell_server.phrases.labels import LabelSpeller
from stopbell_server.phrases.language import Abbreviation, Language, NamesTable
from stopbell_server.phrases.name_numbers import NameNumbers
from stopbell_server.phrases.numbers import NumberWords, to_plain_apostrophes
from stopbell_server.phrases.short_forms import ShortForms
from stopbell_server.phrases.shouting import Shouting

_SILENT = str.maketrans("", "", '"«»“”„‟‹›\u0301\u00ad')
"""Quotation marks, stress marks and soft hyphens: silent."""
_BLANKS = re.compile(r"\s+")
_COMMAS = re.compile(r"\s*(?:,\s*)+")
_STOP_NUMBER = re.compile(r"(?<=\S)\s*[(\[]\s*[#№]?\s*[0-9]{3,7}\s*[)\]]\s*$")
"""A stop's number after its name is for the eye; who asks for the stop hears it by itself."""
_LOOSE_DASH = re.compile(r"(?<=\w)-\s+(?=\w)|(?<=\w)\s+-(?=\w)")
_GLUED_DOT = re.compile(r"(?<=[^\W\d_])\.(?=[^\W\d_])")
_EDGES = ".,;:!?-–—'\u2026"
_LONGEST_INITIALISM = 3


class NameReader:
    """Reads names that are written in one language."""

    def __init__(
        self,
        language: Language,
        shorts: Sequence[Abbreviation] | None = None,
        *,
        structure: NamesTable | None = None,
        spells: bool = True,
    ) -> None:
        """Take the language's tables; other short forms than its own may be given.

        `structure` is the table of the language that the names are in, where that is another: which words part a name
        and which stand after a street's, so that "Lacewood Dr After Willett St" is taken apart as English is.

        Without `spells` no word is taken for letters: of a language that is not known nobody can tell.
        """
        self.language = language
        self._spells = spells
        self._rules = language.names
        structure = structure or self._rules
        self.short_forms = ShortForms(structure, self._rules.abbreviations if shorts is None else shorts)
        self._numbers = NameNumbers(language)
        self._labels = LabelSpeller(language, NumberWords(language))
        self._shouting = Shouting(language)
        self._break = _to_pattern(self._rules.breaks, structure.connectors)
        self._signs = _to_sign_pattern(self._rules.symbols)
        self._sign_words = {sign.casefold(): words for sign, words in self._rules.symbols.items()}

    def read(self, name: str) -> str:
        """Give the name in words, without digits, signs, short forms that the tables know, or the stop's number."""
        bare = _STOP_NUMBER.sub("", name)
        plain = self._numbers.read_days(self._part_hyphens(self.to_plain(bare)))
        shouted = self._shouting.is_shouted(bare.split())
        spoken: list[str] = []
        position = 0
        for mark in self._break.finditer(plain):
            spoken.append(self._read_part(plain[position : mark.start()], shouted=shouted))
            connector = mark.group().casefold() if shouted else mark.group()
            spoken.append(self._rules.breaks.get(mark.group(), connector))
            position = mark.end()
        spoken.append(self._read_part(plain[position:], shouted=shouted))
        return tidy("".join(spoken))

    def to_plain(self, name: str) -> str:
        """Give the text with signs as words, digits as ASCII and without what is silent."""
        name = _LOOSE_DASH.sub(lambda dash: _to_dash(name, dash), name)
        name = self._signs.sub(lambda found: f" {self._sign_words[found[0].casefold()]} ", name)
        plain = unicodedata.normalize("NFKC", name).translate(_SILENT)
        plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in plain)
        return _GLUED_DOT.sub(". ", to_plain_apostrophes(plain, self.language).replace("_", " "))

    def read_word(self, word: str, *, is_first: bool, shouted: bool, after: str = "") -> str:
        """Give one word that is no short form: numbers and initials in words, without signs.

        `after` is the word before it.
        """
        core = word.strip(_EDGES)
        if any(character.isdigit() for character in core):
            return self._numbers.read(core, after=after)
        letters = [character for character in core if character.isalpha()]
        in_capitals = bool(letters) and all(letter.isupper() for letter in letters)
        if in_capitals and len(letters) == len(core):
            if roman := self._numbers.read_roman(core, after=after):
                return roman
            if self._is_spelled(word, core, is_first=is_first, shouted=shouted):
                return self._labels.spell_letters(core)
        if in_capitals and len(core) > 1 and (shouted or len(core) > _LONGEST_INITIALISM):
            core = self._shouting.calm(core, is_first=is_first)
        return "".join(c if c.isalpha() or c in "-'" or unicodedata.category(c)[0] == "M" else " " for c in core)

    def _is_spelled(self, word: str, core: str, *, is_first: bool, shouted: bool) -> bool:
        """Tell whether capitals are letters to spell: a lone one may be a word where a name begins."""
        if not self._spells:
            return False
        if len(core) == 1:
            return not is_first or word.endswith(".")
        if self._shouting.is_known(core):
            return True
        return self._shouting.is_letters(core) if shouted else self._labels.is_initialism(core)

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
            after = words[index - 1] if index else ""
            spoken.append(expanded or self.read_word(words[index], is_first=not index, shouted=shouted, after=after))
            index += length
        return f" {' '.join(word for word in spoken if word)} "


def _to_dash(name: str, dash: re.Match[str]) -> str:
    """Give a dash between two names where one blank is missing; "barne- og" is one word cut short, and stays."""
    return " - " if name[dash.end()].isupper() or dash.group().endswith("-") else dash.group()


def _to_pattern(breaks: dict[str, str], connectors: Sequence[str]) -> re.Pattern[str]:
    """Give what separates the parts of a name. A sign between two digits belongs to a number."""
    marks = [re.escape(mark) for mark in sorted(breaks, key=len, reverse=True)]
    signs = [f"(?<![0-9]){mark}|{mark}(?![0-9])" for mark in marks]
    words = [rf"(?<=\s)(?i:{'|'.join(connectors)})(?=\s)"] if connectors else []
    return re.compile("|".join((*words, *signs)) or r"(?!)")


def _to_sign_pattern(symbols: Iterable[str]) -> re.Pattern[str]:
    """Give what finds signs, the longest first; one that begins or ends with a letter stands apart from others."""
    return re.compile("|".join(map(_bound, sorted(symbols, key=len, reverse=True))) or r"(?!)", re.IGNORECASE)


def _bound(sign: str) -> str:
    before = r"(?<!\w)" if sign[0].isalnum() else ""
    after = r"(?!\w)" if sign[-1].isalnum() else ""
    return f"{before}{re.escape(sign)}{after}"


def tidy(text: str) -> str:
    """Close up blanks, and keep a comma only between words."""
    text = _BLANKS.sub(" ", text)
    return _COMMAS.sub(", ", text).strip(" ,")
