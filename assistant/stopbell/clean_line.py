"""Text from outside as one line that steers no terminal, no voice and no model.

The server cleans what feeds write; what a model, a rider or another server writes has not passed there.
"""

import unicodedata

_INVISIBLE = frozenset({"Cf", "Co", "Cs", "Cn"})
_JOINERS = frozenset({"\u200c", "\u200d"})
"""Some scripts need them to be spelled right."""


def to_clean_line(text: str) -> str:
    """Give one line, blanks collapsed: controls become blanks; marks that turn or hide text vanish."""
    kept: list[str] = []
    for character in text:
        category = unicodedata.category(character)
        if category == "Cc":
            kept.append(" ")
        elif character in _JOINERS or category not in _INVISIBLE:
            kept.append(character)
    return " ".join("".join(kept).split())
