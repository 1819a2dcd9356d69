"""The top level of a protobuf FeedMessage, framed without decoding what is inside.

One call to the library would hold the interpreter's lock for the whole feed, and one bad entity would
lose it. Framed, the feed is decoded piece by piece and every entity stands alone.
"""

from dataclasses import dataclass

from stopbell_server.domain.errors import RealtimeRefused

HEADER_TAG = 0x0A
"""FeedMessage.header: field 1, length-delimited."""
ENTITY_TAG = 0x12
"""FeedMessage.entity: field 2, length-delimited."""
_TOP_LEVEL = (ENTITY_TAG, HEADER_TAG)
MAX_ENTITIES = 2_000_000
"""Ten times the largest feed known; more is an attack on memory."""

_FIXED_LENGTHS = {1: 8, 5: 4}
_MAX_VARINT_BYTES = 10


@dataclass(frozen=True, slots=True)
class Frames:
    """Where the parts stand in the payload, tags included."""

    headers: tuple[tuple[int, int], ...]
    """(start, end) of each; there should be one."""
    starts: tuple[int, ...]
    """Of the entities, in feed order."""
    ends: tuple[int, ...]
    bodies: tuple[int, ...]
    """Where the entities begin, behind their tags and lengths."""


def frame(payload: bytes) -> Frames:
    """Find header and entities; fields of later versions are stepped over.

    Raises:
        RealtimeRefused: not protobuf, cut off inside a field, or followed by something else.
    """
    headers: list[tuple[int, int]] = []
    starts: list[int] = []
    ends: list[int] = []
    bodies: list[int] = []
    position, end = 0, len(payload)
    try:
        while position < end:
            start = position
            tag = payload[position]
            if tag in _TOP_LEVEL:
                length, second = payload[position + 1], 0
                position += 2
                if length >= 0x80:
                    second = payload[position]
                    position += 1
                    length = (length & 0x7F) | (second << 7)
                if second >= 0x80:
                    length, position = _read_varint(payload, start + 1)
                if tag == ENTITY_TAG:
                    starts.append(start)
                    bodies.append(position)
                    position += length
                    ends.append(position)
                else:
                    position += length
                    headers.append((start, position))
            else:
                position = _step_over(payload, position)
    except IndexError:
        raise RealtimeRefused("the feed is cut off in the middle of a field") from None
    if position > end:
        raise RealtimeRefused(f"the feed is cut off: {position - end} bytes are missing at its end")
    if len(starts) > MAX_ENTITIES:
        raise RealtimeRefused(f"the feed has {len(starts)} entities; more than {MAX_ENTITIES} are not read")
    return Frames(tuple(headers), tuple(starts), tuple(ends), tuple(bodies))


def _step_over(payload: bytes, start: int) -> int:
    """Give the position behind a field that we do not know (Protocol Buffers encoding, wire types 0, 1, 2, 5)."""
    tag, position = _read_varint(payload, start)
    wire_type = tag & 7
    if tag >> 3 == 0 or wire_type in (3, 4, 6, 7):
        raise RealtimeRefused(f"the bytes at {start} are not protobuf; is this the address of a GTFS-Realtime feed?")
    if wire_type == 0:
        return _read_varint(payload, position)[1]
    if wire_type == 2:
        length, position = _read_varint(payload, position)
        return position + length
    return position + _FIXED_LENGTHS[wire_type]


def _read_varint(payload: bytes, position: int) -> tuple[int, int]:
    value = 0
    for place in range(_MAX_VARINT_BYTES):
        part = payload[position + place]
        value |= (part & 0x7F) << (7 * place)
        if part < 0x80:
            return value, position + place + 1
    raise RealtimeRefused(f"the bytes at {position} are not protobuf; is this the address of a GTFS-Realtime feed?")
