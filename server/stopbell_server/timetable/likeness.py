"""Whether a name that a search found is what was asked for, or only shares letters with it."""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher

_WORD = re.compile(r"[^\W\d_]+|[0-9]+")
_SHORTEST = 3
"""Shorter words tell nothing: "at", "the" in some languages, house letters."""
_SAME_WORD = 0.7
"""From this likeness on a word is the other one, misspelt or transliterated."""
_COVERED = 0.55
"""The share of the asked letters that the name must have; else it is another place."""


def is_like(asked: str, name: str) -> bool | None:
    """Tell whether most of what was asked stands in a name, spelling mistakes and short forms allowed.

    Numbers must be the same: 28th Street is not like 72nd Street. What has no word to go by passes. None where
    the two are written in different scripts: then letters cannot be compared here.
    """
    words, known = _to_words(asked), _to_words(name)
    if not _list_scripts(words) & _list_scripts(known):
        return None
    telling = [word for word in words if word.isdecimal() or len(word) >= _SHORTEST]
    if not telling:
        return True
    covered = sum(len(word) for word in telling if _stands_in(word, known))
    numbers = [word for word in telling if word.isdecimal()]
    return covered / sum(map(len, telling)) >= _COVERED and all(number in known for number in numbers)


def _to_words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(sign for sign in plain if not unicodedata.combining(sign) and sign not in "'’ʼ"))


def _list_scripts(words: Sequence[str]) -> set[str]:
    """Name the scripts of the words; of numbers alone any is right."""
    letters = [letter for word in words for letter in word if letter.isalpha()]
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in letters} or {"LATIN", "CYRILLIC"}


def _stands_in(word: str, known: Sequence[str]) -> bool:
    return any(_is_same(word, other) for other in known)


def _is_same(word: str, other: str) -> bool:
    if word == other or word in other:
        return True
    if word.isdecimal() or other.isdecimal():
        return False
    return _is_short_form(other, word) or SequenceMatcher(None, word, other, autojunk=False).ratio() >= _SAME_WORD


def _is_short_form(short: str, word: str) -> bool:
    """Tell whether a word of the name is a short form of an asked one: "rd" of "road", "blvd" of "boulevard"."""
    if not 2 <= len(short) < len(word) or short[0] != word[0]:
        return False
    letters = iter(word)
    return len(short) <= 4 and all(letter in letters for letter in short)
