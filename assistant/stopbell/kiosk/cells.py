"""How wide text is on a terminal, and breaking it into rows without losing any of it."""

import unicodedata
from collections.abc import Iterator

_WIDE = frozenset({"W", "F"})
_UNSEEN = frozenset({"Mn", "Me", "Cf", "Cc"})


def measure(text: str) -> int:
    """Give the cells that a text takes."""
    return sum(map(_measure_one, text))


def _measure_one(character: str) -> int:
    if unicodedata.category(character) in _UNSEEN:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1


def wrap(text: str, columns: int, indent: int = 0) -> list[str]:
    """Break a text into rows of at most so many cells, at blanks, or anywhere between characters that are two wide.

    Rows after the first begin with `indent` blanks. A word that is longer than a row is broken.
    """
    rows: list[str] = []
    row, used = "", 0
    for piece in _split(text):
        width = measure(piece)
        room = columns - (indent if rows else 0)
        if row and used + width > room and piece.strip():
            rows.append(_pad(row, rows, indent))
            row, used, piece = "", 0, piece.lstrip()
            width, room = measure(piece), columns - indent
        while width > room:
            head, piece = _cut(piece, max(room, 2))
            rows.append(_pad(head, rows, indent))
            width, room = measure(piece), columns - indent
        row, used = row + piece, used + width
    if row.strip() or not rows:
        rows.append(_pad(row, rows, indent))
    return rows


def _pad(row: str, before: list[str], indent: int) -> str:
    return (" " * indent if before else "") + row.strip()


def _split(text: str) -> Iterator[str]:
    """Give words with the blank before them, and each wide character by itself."""
    piece = ""
    for character in text:
        is_wide = _measure_one(character) == 2
        if piece and (is_wide or (character == " " and piece.strip())):
            yield piece
            piece = ""
        piece += character
        if is_wide:
            yield piece
            piece = ""
    if piece:
        yield piece


def _cut(text: str, columns: int) -> tuple[str, str]:
    used = 0
    for place, character in enumerate(text):
        used += _measure_one(character)
        if used > columns:
            return text[:place], text[place:]
    return text, ""
