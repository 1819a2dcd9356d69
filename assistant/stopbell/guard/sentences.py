"""A stream of text becomes sentences, each as soon as it is surely whole.

Where it is not sure that a full stop ends a sentence it does not: two sentences together are still checked as one, but
half a sentence would be half a fact.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from stopbell.guard.cleaning import to_plain_sentence
from stopbell_server.phrases.catalog import find_locales
from stopbell_server.phrases.language import Language, read_language

LONGEST = 600
"""Characters; whatever goes on beyond is cut at a space, so that nothing is held back for ever."""
_ENDS = ".!?…"
_WIDE_ENDS = "。！？؟"
_CLOSERS = "\"'”’»)]*_`」』）】"
_WORD_BEFORE = re.compile(r"[\w.'’/-]*$")
_WORD_AFTER = re.compile(r"(?:[^\w\n]|_)*([^\W\d_]*)")
_WIDE = re.compile("[\u3040-\u9fff]")
_LIST_NUMBER = re.compile(r"\s*\d{1,2}")


class SentenceSplitter:
    """Splits what a model writes, piece by piece; the pieces may be cut anywhere."""

    def __init__(self, language: str, folder: Path | None = None) -> None:
        """Take the language's short forms; a language that is not there has only the general rules."""
        self._forms = _find_short_forms(language, folder)
        self._rest = ""

    def feed(self, delta: str) -> list[str]:
        """Take the next piece and give the sentences that are whole now, as plain text."""
        self._rest += delta
        return self._take(is_final=False)

    def flush(self) -> list[str]:
        """Give what is left at the end of the stream."""
        found = self._take(is_final=True)
        last, self._rest = to_plain_sentence(self._rest), ""
        return [*found, last] if last else found

    def _take(self, *, is_final: bool) -> list[str]:
        found: list[str] = []
        while (end := self._find_end(is_final=is_final)) is not None:
            sentence, self._rest = to_plain_sentence(self._rest[:end]), self._rest[end:]
            if sentence:
                found.append(sentence)
        return found

    def _find_end(self, *, is_final: bool) -> int | None:
        """Give where the first sentence ends; None when that cannot be known yet."""
        text = self._rest
        for place, character in enumerate(text):
            if character in "\n\r\v\f\u2028\u2029\u0085":
                return place + 1
            if place >= LONGEST:
                space = text.rfind(" ", 1, place)
                return space + 1 if space > 0 else place
            if character not in _ENDS and character not in _WIDE_ENDS:
                continue
            after = place + 1
            while after < len(text) and text[after] in _CLOSERS + _ENDS + _WIDE_ENDS:
                after += 1
            if after == len(text):
                return None
            if character in _WIDE_ENDS:
                return after
            if not text[after].isspace():
                continue
            if (is_end := self._is_end(text, place, after, is_final=is_final)) is None:
                return None
            if is_end:
                return after
        return None

    def _is_end(self, text: str, place: int, after: int, *, is_final: bool) -> bool | None:
        """Tell whether a sentence ends at a place; None when what follows is still to come."""
        following = _WORD_AFTER.match(text, after)
        word = following.group(1) if following else ""
        is_whole = is_final or len(text) - after > LONGEST or (following is not None and following.end() < len(text))
        if not is_whole:
            return None
        if text[place] != ".":
            return True
        first = text[after:].lstrip(" \t\"'“„«([*_`")[:1]
        if first.islower():
            return False
        before = _WORD_BEFORE.search(text[:place])
        said = _WIDE.sub(" ", before.group()).rpartition(" ")[2] if before else ""
        if said.isdigit():
            is_list_number = _LIST_NUMBER.fullmatch(text[:place]) is not None
            return not is_list_number and word.casefold() not in self._forms.months
        if len(said.rpartition(".")[2]) == 1 and said[-1].isalpha():
            return False
        return said.casefold() not in self._forms.short


@dataclass(frozen=True, slots=True)
class _ShortForms:
    """What ends with a full stop and does not end a sentence, and the months, before which no number does."""

    short: frozenset[str] = frozenset()
    months: frozenset[str] = frozenset()


@cache
def _find_short_forms(language: str, folder: Path | None) -> _ShortForms:
    root = folder or find_locales()
    for tag in (language, language.partition("-")[0]):
        path = root / tag / "language.toml"
        if tag and path.is_file():
            words = read_language(path)
            return _ShortForms(_list_short_forms(words), frozenset(month.casefold() for month in words.dates.months))
    return _ShortForms()


def _list_short_forms(words: Language) -> frozenset[str]:
    short = {entry.short for entry in words.names.abbreviations}
    short |= set(words.names.before_number) | {name for name, unit in words.names.units.items() if unit.is_short(name)}
    return frozenset(form.rstrip(".").casefold() for form in short)
