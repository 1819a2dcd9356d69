"""Tells in one fast pass whether a CSV has as many cells in every line as its header, and sound quotes.

Polars drops stray quotes, fills short rows and cuts long ones without a word; a name with a stray comma would
shift every later column. A table that is not regular is read again, slowly and carefully.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_COMMA, _NEWLINE, _RETURN, _QUOTE = b',\n\r"'
_CHUNK_BYTES = 2**20
_NOT_STRUCTURE = bytes(byte for byte in range(256) if byte not in (_COMMA, _NEWLINE, _RETURN, _QUOTE))


def is_regular(data: bytes, columns: int) -> bool:
    """Tell whether all records have this many cells. Blank lines are allowed, lone carriage returns are not."""
    return _is_plain(data, columns) or _is_regular(np.frombuffer(data, dtype=np.uint8), columns)


def _is_plain(data: bytes, columns: int) -> bool:
    """Tell the same at once for the usual table without quotes: only commas and line ends are left, all alike."""
    marks = data.translate(None, _NOT_STRUCTURE)
    line = b"," * (columns - 1) + (b"\r\n" if marks[columns - 1 : columns] == b"\r" else b"\n")
    if not marks.endswith(b"\n"):
        marks += line[columns - 1 :]
    has_lone_returns = b"\r" in marks and data.count(b"\r") != data.count(b"\r\n")
    return not has_lone_returns and marks == line * (len(marks) // len(line))


def _is_regular(data: NDArray[np.uint8], columns: int) -> bool:
    start = 0
    while start < len(data):
        end = _find_record_end(data, start)
        if end is None or not _is_regular_piece(data[start:end], columns):
            return False
        start = end
    return True


def _find_record_end(data: NDArray[np.uint8], start: int) -> int | None:
    """Find where a piece may end: after a newline; None when a line is absurdly long."""
    end = min(start + _CHUNK_BYTES, len(data))
    if end == len(data):
        return end
    newlines = np.flatnonzero(data[start:end] == _NEWLINE)
    return start + int(newlines[-1]) + 1 if len(newlines) else None


def _is_regular_piece(piece: NDArray[np.uint8], columns: int) -> bool:
    ends: NDArray[Any] = piece == _NEWLINE
    marks = (piece == _COMMA) | ends
    returns = piece == _RETURN
    quotes = piece == _QUOTE
    if quotes.any():
        inside = np.bitwise_xor.accumulate(quotes.view(np.uint8)).view(np.bool_)
        # A piece that ends inside quotes has a record across its border: rare, so left to the careful reader.
        if inside[-1] or not _has_sound_quotes(piece, np.flatnonzero(quotes)):
            return False
        marks &= ~inside
        returns &= ~inside
    places_of_returns = np.flatnonzero(returns)
    if len(places_of_returns) and not ends[np.minimum(places_of_returns + 1, len(piece) - 1)].all():
        return False
    places = np.flatnonzero(marks)
    line_ends = np.flatnonzero(ends[places])
    cells = np.diff(line_ends, prepend=-1)
    tail = len(places) - (int(line_ends[-1]) + 1 if len(line_ends) else 0)
    last_end = int(places[line_ends[-1]]) if len(line_ends) else -1
    if last_end < len(piece) - 1 and tail + 1 != columns:
        return False
    odd = np.flatnonzero(cells != columns)
    return len(odd) == 0 or _are_blank(piece, places[line_ends], odd, cells)


def _are_blank(piece: NDArray[np.uint8], ends: NDArray[Any], lines: NDArray[Any], cells: NDArray[Any]) -> bool:
    """Tell whether these lines are empty (but for a carriage return)."""
    lengths = np.diff(ends, prepend=-1)[lines] - 1
    firsts = piece[np.maximum(ends[lines] - 1, 0)]
    blank = (lengths == 0) | ((lengths == 1) & (firsts == _RETURN))
    return bool((blank & (cells[lines] == 1)).all())


def _has_sound_quotes(piece: NDArray[np.uint8], quotes: NDArray[Any]) -> bool:
    """Tell whether every quote opens a cell, closes one, or is doubled (RFC 4180, section 2, rules 5 to 7)."""
    if len(quotes) % 2:
        return False
    opening, closing = quotes[::2], quotes[1::2]
    before = piece[np.maximum(opening - 1, 0)]
    starts = (opening == 0) | np.isin(before, (_COMMA, _NEWLINE, _QUOTE))
    after = piece[np.minimum(closing + 1, len(piece) - 1)]
    stops = (closing == len(piece) - 1) | np.isin(after, (_COMMA, _NEWLINE, _RETURN, _QUOTE))
    # A quote before an opening one is the first half of a doubled quote only if it closed just there.
    doubled = (before == _QUOTE) & (opening > 0)
    joined = np.zeros(len(opening), dtype=np.bool_)
    joined[1:] = opening[1:] == closing[:-1] + 1
    return bool((starts & (~doubled | joined)).all() and stops.all())
