"""Letters that look alike in two alphabets: feeds mix them within a word, and a voice then stumbles over half of it."""

import re
import unicodedata

_LATIN_TWINS = "ABCEHIKMOPTXaceiopxy"
_CYRILLIC_TWINS = "АВСЕНІКМОРТХасеіорху"
_TO_CYRILLIC = str.maketrans(_LATIN_TWINS, _CYRILLIC_TWINS)
_TO_LATIN = str.maketrans(_CYRILLIC_TWINS, _LATIN_TWINS)
_WORD = re.compile(r"[^\W\d_]+")
_CYRILLIC_LANGUAGES = frozenset({"uk", "bg", "be", "mk", "ru", "sr"})


def mend_twins(text: str, language: str) -> str:
    """Give each word in one alphabet: "Хрещáтик" with a Latin á in the Cyrillic one, "Сentral" with a Cyrillic С in
    the Latin one. In a language that is written in Cyrillic a lone Latin letter, a line's, becomes its Cyrillic twin.
    """
    if text.isascii() and not is_cyrillic(language):
        return text
    mended = _WORD.sub(lambda found: _mend_word(found.group(), language), text)
    return _WORD.sub(lambda found: _mend_lone(found, mended), mended) if is_cyrillic(language) else mended


def is_cyrillic(language: str) -> bool:
    """Tell whether a BCP 47 language is written in Cyrillic letters."""
    return language.replace("_", "-").lower().partition("-")[0] in _CYRILLIC_LANGUAGES


def _mend_word(word: str, language: str) -> str:
    latin = sum(_is_of(letter, "LATIN") for letter in word)
    cyrillic = sum(_is_of(letter, "CYRILLIC") for letter in word)
    if not latin or not cyrillic:
        return word
    to_cyrillic = cyrillic > latin or (cyrillic == latin and is_cyrillic(language))
    script, table = ("LATIN", _TO_CYRILLIC) if to_cyrillic else ("CYRILLIC", _TO_LATIN)
    letters = [_bare(letter).translate(table) if _is_of(letter, script) else letter for letter in word]
    mended = "".join(letters)
    return word if any(_is_of(letter, script) for letter in mended) else mended


def _mend_lone(found: re.Match[str], text: str) -> str:
    """Give a lone letter's twin, unless a neighbouring word is Latin as well: "Line A"."""
    letter = found.group()
    if len(letter) > 1 or letter not in _LATIN_TWINS:
        return letter
    before = next((character for character in reversed(text[: found.start()]) if character.isalpha()), "")
    after = next((character for character in text[found.end() :] if character.isalpha()), "")
    is_among_latin = (before.isascii() and before != "") or (after.isascii() and after != "")
    return letter if is_among_latin else letter.translate(_TO_CYRILLIC)


def _is_of(letter: str, script: str) -> bool:
    return unicodedata.name(letter, "").startswith(script)


def _bare(letter: str) -> str:
    """Give a letter without the stress mark on it, which feeds borrow from other alphabets."""
    return unicodedata.normalize("NFD", letter)[0]
