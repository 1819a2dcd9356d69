"""Mend what voices read wrongly, as espeak-ng 1.52's phonemes showed; the words themselves come from the catalogs."""

import re
import unicodedata

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

_LATIN_TWINS = "ABCEHIKMOPTXaceiopxy"
_TO_CYRILLIC = str.maketrans(_LATIN_TWINS, "АВСЕНІКМОРТХасеіорху")
_LONE_TWIN = re.compile(rf"(?<![^\W\d_])[{_LATIN_TWINS}](?![^\W\d_])")
_CYRILLIC_LANGUAGES = frozenset({"uk", "bg", "be", "mk", "ru", "sr"})
_SPACES = re.compile(r"\s+")


def to_spoken_text(text: str, language: str) -> str:
    """Give the text as an engine should get it: one line, without control characters or signs that are read aloud.

    A single Latin letter among Cyrillic words is a route's letter and becomes the Cyrillic one that looks the same.
    """
    visible = "".join(" " if unicodedata.category(character) == "Cc" else character for character in text)
    mended = _SPACES.sub(" ", visible.translate(_READ_ALOUD)).strip()
    if language.lower().partition("-")[0] not in _CYRILLIC_LANGUAGES:
        return mended
    return _LONE_TWIN.sub(lambda found: _unfold(found, mended), mended)


def _unfold(found: re.Match[str], text: str) -> str:
    before = next((character for character in reversed(text[: found.start()]) if character.isalpha()), "")
    after = next((character for character in text[found.end() :] if character.isalpha()), "")
    is_among_latin = (before.isascii() and before != "") or (after.isascii() and after != "")
    return found.group() if is_among_latin else found.group().translate(_TO_CYRILLIC)
