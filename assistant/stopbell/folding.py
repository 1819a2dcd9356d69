"""Spelling that does not matter is folded away: case, diacritics, apostrophes, letters that only look alike.

Nothing here belongs to one language; what does (ы for и, for example) stands in the grammars.
"""

import re
import unicodedata
from collections.abc import Mapping

_APOSTROPHES = dict.fromkeys(map(ord, "'’ʼ`´‘"))
_LATIN_TO_CYRILLIC = str.maketrans("abeikmhopctxyïë", "авеікмнорстхуїё")
_CYRILLIC_TO_LATIN = str.maketrans("авеікмнорстхуАВЕІКМНОРСТХУ", "abeikmhopctxyABEIKMHOPCTXY")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_LATIN = re.compile("[A-Za-z]")
_ONLY_CYRILLIC = re.compile("[бгґдєжзийлпфцчшщьюяїў]", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
IDEOGRAPHS = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Signs that are written beside each other without blanks, as ranges of a pattern."""
_IDEOGRAPH = re.compile(f"[{IDEOGRAPHS}]")


def fold_word(word: str, folds: Mapping[str, str] | None = None) -> str:
    """Give the form in which two spellings of one word are equal.

    A word that mixes alphabets becomes one alphabet: Cyrillic where a letter can be nothing else, else Latin.
    `folds` replaces single letters or groups, as a grammar asks.
    """
    folded = unicodedata.normalize("NFKC", word).casefold().translate(_APOSTROPHES)
    if _CYRILLIC.search(folded) and _LATIN.search(folded):
        one_alphabet = _LATIN_TO_CYRILLIC if _ONLY_CYRILLIC.search(folded) else _CYRILLIC_TO_LATIN
        folded = folded.translate(one_alphabet)
    for written, meant in (folds or {}).items():
        folded = folded.replace(written, meant)
    if folded.isascii():
        return folded.casefold()
    decomposed = unicodedata.normalize("NFKD", folded)
    bare = "".join(character for character in decomposed if not unicodedata.combining(character))
    return bare.casefold()


def fold_label(label: str) -> str:
    """Give a line's label as it is compared: upper case, Latin where the letter looks Latin."""
    return unicodedata.normalize("NFKC", label).strip().upper().translate(_CYRILLIC_TO_LATIN)


def has_digit(text: str) -> bool:
    """Say whether a decimal digit of any script is in the text."""
    return bool(_DIGIT.search(text))


def is_ideograph(sign: str) -> bool:
    """Say whether a sign is written beside others without blanks, and is no letter of a label."""
    return len(sign) == 1 and bool(_IDEOGRAPH.match(sign))


def count_words(text: str) -> int:
    """Count the words of letters with more than one; where words have no blanks, two signs are about one."""
    written = [word for word in _IDEOGRAPH.sub(" ", text).split() if word.isalpha() and len(word) > 1]
    return len(written) + (len(_IDEOGRAPH.findall(text)) + 1) // 2
