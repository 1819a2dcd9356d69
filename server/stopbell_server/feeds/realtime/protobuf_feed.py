"""GTFS-Realtime as protobuf, decoded in small pieces so that other threads get their turn."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from google.protobuf.message import DecodeError
from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.feeds.realtime.framing import Frames
from stopbell_server.feeds.realtime.packed import Piece

_PIECE_BYTES = 1 << 16
"""What is decoded with the interpreter's lock held: a quarter of a millisecond."""

_ASSIGNED_STOP = re.compile(rb"\x32..?\x0a", re.DOTALL)
"""How StopTimeUpdate.stop_time_properties (6) that begins with assigned_stop_id (1) looks on the wire: the tag,
a length of one or two bytes, the inner tag.

Encoders write fields in the order of their numbers. A hit by chance only means a closer look.
"""


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


def read_pieces(payload: bytes, frames: Frames) -> Iterator[tuple[Piece, frozenset[int]]]:
    """Decode the entities in feed order, some at a time, with the places that may have an assigned_stop_id."""
    starts, ends = frames.starts, frames.ends
    first = 0
    while first < len(starts):
        last = max(bisect_right(ends, starts[first] + _PIECE_BYTES), first + 1)
        piece = payload[starts[first] : ends[last - 1]]
        hits = [hit.start() + starts[first] for hit in _ASSIGNED_STOP.finditer(piece)]
        marked = frozenset(bisect_right(starts, hit) - 1 - first for hit in hits)
        try:
            yield gtfs_realtime_pb2.FeedMessage.FromString(piece).entity, marked
        except DecodeError:
            spans = zip(starts[first:last], ends[first:last], strict=True)
            yield [_read_one(payload[start:end]) for start, end in spans], marked
        first = last


def _read_one(field: bytes) -> gtfs_realtime_pb2.FeedEntity | None:
    try:
        return gtfs_realtime_pb2.FeedMessage.FromString(field).entity[0]
    except DecodeError:
        return None
