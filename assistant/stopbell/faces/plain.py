"""Text fit for a terminal that a screen reader follows: no control characters, nothing that is only a drawing."""

import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_JOINERS = frozenset({"\u200c", "\u200d"})
"""Some scripts need them to be spelled right."""
_OF_DIRECTION = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""Marks that turn the direction of text: a terminal gets text in the order in which it is read."""
_DRAWN = (
    (0x2190, 0x21FF),  # arrows
    (0x2300, 0x23FF),  # technical
    (0x2500, 0x27BF),  # boxes, blocks, shapes, dingbats
    (0x27F0, 0x27FF),
    (0x2800, 0x28FF),  # braille dots
    (0x2900, 0x297F),
    (0x2B00, 0x2BFF),
    (0xFFFD, 0xFFFD),
    (0x1F000, 0x1FBFF),  # emoji, and blocks of old computers
)


def to_plain(text: str) -> str:
    """Give one line that can be printed and read aloud as it is."""
    in_order = text.translate(_OF_DIRECTION)
    return " ".join("".join(" " if _is_noise(character) else character for character in in_order).split())


def _is_noise(character: str) -> bool:
    if character in _JOINERS:
        return False
    if unicodedata.category(character) in _HIDDEN:
        return True
    point = ord(character)
    return any(first <= point <= last for first, last in _DRAWN)
