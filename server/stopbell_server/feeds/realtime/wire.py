"""Protobuf fields of many messages at once: one step reads the next field of each of them.

A live feed of a nation has millions of small fields; one by one each costs a microsecond in Python, side by side
a few nanoseconds. Only what canonical encoders write is read here; all else is told to be irregular, and whoever
asked decodes it with the library.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
"""Eight bytes each, as they stand in the payload, first byte lowest."""
Flags = npt.NDArray[np.bool_]

_BYTE, _FLAG, _DIGITS = np.uint64(0xFF), np.uint64(0x80), np.uint64(0x7F)
_ONE, _TWO, _FOUR, _EIGHT = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(8)
_FLAGS, _ALL_DIGITS = np.uint64(0x8080808080808080), np.uint64(0x7F7F7F7F7F7F7F7F)
_JOINS = (
    (np.uint64(0x007F007F007F007F), np.uint64(0x7F007F007F007F00), _ONE),
    (np.uint64(0x00003FFF00003FFF), np.uint64(0x3FFF00003FFF0000), _TWO),
    (np.uint64(0x000000000FFFFFFF), np.uint64(0x0FFFFFFF00000000), _FOUR),
)
_BYTES_BY_BITS = np.arange(8, 8 + 65, dtype=np.int64) >> 3
"""How long a varint is by the bits before its end; 9 where it does not end within eight bytes."""
_PADDING = bytes(24)
"""So that eight bytes can be read from every place, and eight more behind a varint."""
_MASKS = np.array([(1 << 8 * count) - 1 for count in range(9)], dtype=np.uint64)
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_TOO_LONG = 1 << 40
_SIZES = np.array([0, 8, 0, _TOO_LONG, _TOO_LONG, 4, _TOO_LONG, _TOO_LONG], dtype=np.int64)
"""Of a value by wire type, where its own bytes do not tell; groups are never used by GTFS-Realtime."""
_GROUP = 3
_FIRST_KEY = 8
"""No field has the number 0."""
_MOST_KEY_BYTES = 3
_USUAL_BYTES = 7
"""Of a value: what a word has room for beside a key."""


class Step(NamedTuple):
    """One field of each message that has another one."""

    messages: Ints
    """Which messages these are, ascending."""
    keys: Ints
    """Field number times eight, plus wire type."""
    places: Ints
    """Where the value begins: of text and messages, behind their length."""
    values: Ints
    """A number as it was written, signed 64 bits; the length of text and messages."""

    def pick(self, key: int) -> "Step | None":
        """Keep the messages whose field this is; None when there are none."""
        fitting = self.keys == key
        if fitting.all():
            return self
        if not fitting.any():
            return None
        return Step(self.messages[fitting], self.keys[fitting], self.places[fitting], self.values[fitting])


class Wire:
    """A stretch of a payload whose places count from its own beginning."""

    def __init__(self, stretch: bytes) -> None:
        """Keep a copy with room to read beyond the end."""
        self._words: Words = np.ndarray((len(stretch) + 16,), "<u8", stretch + _PADDING, strides=(1,))
        self._last = len(stretch) + 15

    def walk(self, starts: Ints, ends: Ints, irregular: Flags, most_fields: int) -> Iterator[Step]:
        """Yield field after field of the messages that stand there.

        Marks as `irregular` what is no canonical protobuf, runs over its end or has more fields than expected;
        a message is not read any further then.
        """
        messages = np.flatnonzero(starts < ends)
        at, until = starts[messages], ends[messages]
        for _ in range(most_fields):
            if not len(messages):
                return
            keys, places, values, following = self._read(at)
            fits = following <= until
            if not fits.all():
                irregular[messages[~fits]] = True
                messages, until, following = messages[fits], until[fits], following[fits]
                keys, places, values = keys[fits], places[fits], values[fits]
            yield Step(messages, keys, places, values)
            goes_on = following < until
            if goes_on.all():
                at = following
            else:
                messages, at, until = messages[goes_on], following[goes_on], until[goes_on]
        irregular[messages] = True

    def _read(self, at: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Give keys, places and values of the fields that begin there, and where the following ones do."""
        words = self._words[at]
        keys = words & _BYTE
        first = int(keys[0]) if len(keys) else 0
        if _FIRST_KEY <= first < 0x80 and first & 7 in (_VARINT, _BYTES) and (keys == first).all():
            found = self._read_alike(at, words >> _EIGHT, is_text=first & 7 == _BYTES)
            if found is not None:
                return keys.view(np.int64), *found
        return self._read_mixed(at, words)

    def _read_alike(self, at: Ints, rest: Words, *, is_text: bool) -> tuple[Ints, Ints, Ints] | None:
        """Read fields of one kind, whose keys have one byte; None when some have longer values than usual."""
        if not (rest & _FLAG).any():
            values, places = (rest & _DIGITS).view(np.int64), at + 2
        else:
            counts, varints = _split_varints(rest)
            if counts.max() > _USUAL_BYTES:
                return None
            values, places = _join(varints).view(np.int64), at + 1 + counts
        return places, values, places + values if is_text else places

    def _read_mixed(self, at: Ints, words: Words) -> tuple[Ints, Ints, Ints, Ints]:
        key_bytes, varints = _split_varints(words)
        keys = _join(varints).view(np.int64)
        keys[(key_bytes > _MOST_KEY_BYTES) | (keys < _FIRST_KEY)] = _GROUP
        wires = (keys & 7).astype(np.intp)
        begins = at + key_bytes
        lengths, varints = _split_varints(words >> (8 * np.minimum(key_bytes, 7)).astype(np.uint64))
        values = _join(varints).view(np.int64)
        is_cut = lengths > 8 - key_bytes
        cut = np.flatnonzero(is_cut & (wires == _VARINT))
        if len(cut):
            values[cut], lengths[cut] = self._read_long(begins[cut])
        is_text = wires == _BYTES
        values[is_cut & is_text] = _TOO_LONG
        sizes = np.where(is_text, values, 0) + np.where(is_text | (wires == _VARINT), lengths, _SIZES[wires])
        return keys, begins + lengths, values, begins + sizes

    def _read_long(self, begins: Ints) -> tuple[Ints, Ints]:
        """Read varints of up to ten bytes: negative numbers have that many."""
        low, high = self._words[begins], self._words[begins + 8]
        counts, varints = _split_varints(low)
        more, _ = _split_varints(high)
        is_short = counts <= 8
        values = _join(varints)
        values[~is_short] |= (high[~is_short] & _DIGITS) << np.uint64(56)
        has_ten = ~is_short & (more > 1)
        values[has_ten] |= (high[has_ten] >> _EIGHT & _ONE) << np.uint64(63)
        lengths = np.where(is_short, counts, np.where(more <= 2, 8 + more, _TOO_LONG)).astype(np.int64)
        return values.view(np.int64), lengths

    def read_words(self, places: Ints) -> Words:
        """Give the eight bytes at each place."""
        return self._words[places]

    def hash_texts(self, places: Ints, lengths: Ints) -> Words:
        """Give a number for each text: the same as `hash_text` gives; 0 for an empty one."""
        hashes = lengths.astype(np.uint64)
        shortest = int(lengths.min(initial=0))
        for done in range(0, int(lengths.max(initial=0)), 8):
            words = self._words[np.minimum(places + done, self._last)]
            if shortest >= done + 8:
                hashes = _stir(hashes, words)
                continue
            left = lengths - done
            words &= _MASKS[np.clip(left, 0, 8)]
            hashes = np.where(left > 0, _stir(hashes, words), hashes)
        return hashes


_STIR = 0x9E3779B97F4A7C15
_MASK_64 = (1 << 64) - 1


def _stir(hashes: Words, words: Words) -> Words:
    mixed = (hashes ^ words) * np.uint64(_STIR)
    return mixed ^ (mixed >> np.uint64(29))


def hash_text(text: str | bytes) -> int:
    """Give a number for a text, or for its bytes, 64 bits; 0 for the empty one.

    Two ids of one feed that share it would only make boards look further than needed.
    """
    content = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")
    mixed = len(content)
    for done in range(0, len(content), 8):
        word = int.from_bytes(content[done : done + 8], "little")
        mixed = (mixed ^ word) * _STIR & _MASK_64
        mixed ^= mixed >> 29
    return mixed


def _split_varints(words: Words) -> tuple[Ints, Words]:
    """Cut each word behind the varint that begins it; count its bytes: 9 where it does not end within."""
    ends = ~words & _FLAGS
    ends &= ~ends + _ONE
    ends -= _ONE
    return _BYTES_BY_BITS[np.bitwise_count(ends)], words & ends


def _join(words: Words) -> Words:
    """Put the seven bits of each byte together (Protocol Buffers encoding, varints)."""
    words = words & _ALL_DIGITS
    for low, high, shift in _JOINS:
        words = (words & low) | ((words & high) >> shift)
    return words
