"""Mend what voices read wrongly, as espeak-ng 1.52's phonemes showed; the words themselves come from the catalogs."""

import re
import unicodedata

from stopbell.speech.twins import mend_twins

_READ_ALOUD = str.maketrans(
    {
        **dict.fromkeys('«»„“”"', " "),
        "…": ".",
        "|": ",",
        "\u02bc": "'",
        "\u2019": "'",
        "\u0301": None,
    }
)
"""Quotation marks and three dots are read as words in Ukrainian; stress marks are not understood."""

_SPACES = re.compile(r"\s+")


def to_spoken_text(text: str, language: str) -> str:
    """Give the text as an engine should get it: one line, without control characters or signs that are read aloud.

    Words that mix letters of two alphabets are in one; a single Latin letter among Cyrillic words is a route's letter
    and becomes the Cyrillic one that looks the same.
    """
    visible = "".join(" " if unicodedata.category(character) == "Cc" else character for character in text)
    return mend_twins(_SPACES.sub(" ", visible.translate(_READ_ALOUD)).strip(), language)
