"""Numbers in blobs: int32, little endian on every machine."""

import sys
from array import array
from collections.abc import Iterable


def unpack(blob: bytes) -> "array[int]":
    """Read the numbers of a blob."""
    numbers = array("i", blob)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def pack(numbers: Iterable[int]) -> bytes:
    """Write numbers as a blob."""
    packed = array("i", numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()
