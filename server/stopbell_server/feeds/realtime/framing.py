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
MAX_ENTITIES = 2_000_000
"""Ten times the largest feed known; more is an attack on memory."""

_FIXED_LENGTHS = {1: 8, 5: 4}
_MAX_VARINT_BYTES = 10


@dataclass(frozen=True, slots=True)
class Frames:
    """Where the parts stand in the payload, as (start, end) that include the tag."""

    headers: tuple[tuple[int, int], ...]
    entities: tuple[tuple[int, int], ...]


def frame(payload: bytes) -> Frames:
    """Find header and entities; fields of later versions are stepped over.

    Raises:
        RealtimeRefused: not protobuf, cut off inside a field, or followed by something else.
    """
    headers: list[tuple[int, int]] = []
    entities: list[tuple[int, int]] = []
    position, end = 0, len(payload)
    try:
        while position < end:
            start = position
            tag = payload[position]
            if tag in (HEADER_TAG, ENTITY_TAG):
                length, shift = payload[position + 1], 7
                position += 2
                if length >= 0x80:
                    length &= 0x7F
                    while True:
                        part = payload[position]
                        position += 1
                        length |= (part & 0x7F) << shift
                        shift += 7
                        if part < 0x80:
                            break
                position += length
                (entities if tag == ENTITY_TAG else headers).append((start, position))
            else:
                position = _step_over(payload, position)
            if position > end:
                raise RealtimeRefused(f"the feed is cut off: {position - end} bytes are missing at its end")
    except IndexError:
        raise RealtimeRefused("the feed is cut off in the middle of a field") from None
    if len(entities) > MAX_ENTITIES:
        raise RealtimeRefused(f"the feed has {len(entities)} entities; more than {MAX_ENTITIES} are not read")
    return Frames(tuple(headers), tuple(entities))


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
