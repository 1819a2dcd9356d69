"""Feed text is data: cleaned before it reaches a terminal, a voice or a model."""

import re
import unicodedata

_SPACES = re.compile(r"\s+")
_REMOVED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_KEPT = frozenset({"\u200c", "\u200d"})
"""Zero width (non-)joiner: some scripts need them to be spelled right."""


def to_clean_text(text: str) -> str:
    """Give one line without control, bidi, private or unassigned characters, blanks collapsed.

    Terminal escapes lose their lead character and stay visible as harmless text.
    """
    # Printable is what is of neither category C nor Z, but for the blank itself.
    if text.isprintable() and "  " not in text:
        return text.strip()
    kept = (
        " " if character.isspace() or unicodedata.category(character) in ("Zl", "Zp") else character
        for character in text
        if character.isspace()
        or character in _KEPT
        or unicodedata.category(character) not in _REMOVED_CATEGORIES
        or unicodedata.category(character) in ("Zl", "Zp")
    )
    return _SPACES.sub(" ", "".join(kept)).strip()
