"""Words of names in any script, made comparable: without case, diacritics and signs, in Latin letters."""

import re
import unicodedata
from collections.abc import Mapping
from typing import cast

from anyascii import anyascii
from babel import Locale, UnknownLocaleError
from babel.languages import get_official_languages

_APOSTROPHES = re.compile(r"['`´ʹʼ’‘]")
_WORD = re.compile(r"[a-z0-9]+")


def fold_words(text: str) -> tuple[str, ...]:
    """List the folded words of a text in order; a word with an apostrophe is one word, and its long parts as well."""
    words: list[str] = []
    for piece in anyascii(unicodedata.normalize("NFKC", text)).casefold().split():
        words += _WORD.findall(_APOSTROPHES.sub("", piece))
        if _APOSTROPHES.search(piece):
            words += [part for part in _WORD.findall(piece) if len(part) > 3 and part not in words]
    return tuple(words)


def name_countries(codes: frozenset[str], languages: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Give each country's folded words: its code, its name in these languages and in its own official ones."""
    names: dict[str, Mapping[str, str]] = {}
    words: dict[str, tuple[str, ...]] = {}
    for code in codes:
        found = dict.fromkeys([code.casefold()])
        for language in (*languages, *get_official_languages(code, regional=False, de_facto=True)):
            if language not in names:
                names[language] = _list_countries(language)
            found |= dict.fromkeys(fold_words(names[language].get(code, "")))
        words[code] = tuple(found)
    return words


def name_country(code: str) -> str:
    """Give the English name of a country, for operators; its code when it has none."""
    return _list_countries("en").get(code, code)


def _list_countries(language: str) -> Mapping[str, str]:
    try:
        return cast("Mapping[str, str]", Locale.parse(language.replace("-", "_")).territories)
    except (UnknownLocaleError, ValueError):
        return {}
