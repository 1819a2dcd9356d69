"""GTFS-Realtime as protobuf, decoded in small pieces so that other threads get their turn."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from google.protobuf.message import DecodeError
from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.feeds.realtime.framing import Frames

_PIECE_BYTES = 1 << 16
"""What is decoded with the interpreter's lock held: a quarter of a millisecond."""

_ASSIGNED_STOP = re.compile(rb"\x32(?:[\x02-\x7f]|[\x80-\xff][\x01-\x7f])\x0a", re.DOTALL)
"""How StopTimeUpdate.stop_time_properties (6) that begins with assigned_stop_id (1) looks on the wire.

Encoders write fields in the order of their numbers. A hit by chance only means a closer look.
"""


Piece = tuple[gtfs_realtime_pb2.FeedEntity | None, bool]
"""An entity, None when its bytes are damaged, and whether one of its updates may have an assigned_stop_id."""


def read_header(payload: bytes, frames: Frames) -> gtfs_realtime_pb2.FeedHeader:
    """Decode the feed's header.

    Raises:
        RealtimeRefused: there is none, or it is damaged.
    """
    if not frames.headers:
        raise RealtimeRefused("the feed has no header; is this the address of a GTFS-Realtime feed?")
    try:
        return gtfs_realtime_pb2.FeedMessage.FromString(b"".join(payload[s:e] for s, e in frames.headers)).header
    except DecodeError:
        raise RealtimeRefused("the feed's header is damaged; is this the address of a GTFS-Realtime feed?") from None


def read_entities(payload: bytes, frames: Frames) -> Iterator[Piece]:
    """Decode the entities in feed order."""
    spans = frames.entities
    first = 0
    while first < len(spans):
        last = first + 1
        while last < len(spans) and spans[last][1] - spans[first][0] <= _PIECE_BYTES:
            last += 1
        yield from _read_piece(payload, spans[first:last])
        first = last


def _read_piece(payload: bytes, spans: tuple[tuple[int, int], ...]) -> Iterator[Piece]:
    base = spans[0][0]
    piece = payload[base : spans[-1][1]]
    starts = [start - base for start, _ in spans]
    marked = {bisect_right(starts, hit.start()) - 1 for hit in _ASSIGNED_STOP.finditer(piece)}
    try:
        entities = gtfs_realtime_pb2.FeedMessage.FromString(piece).entity
    except DecodeError:
        for place, (start, end) in enumerate(spans):
            yield _read_one(payload[start:end]), place in marked
        return
    for place, entity in enumerate(entities):
        yield entity, place in marked


def _read_one(field: bytes) -> gtfs_realtime_pb2.FeedEntity | None:
    try:
        return gtfs_realtime_pb2.FeedMessage.FromString(field).entity[0]
    except DecodeError:
        return None
