"""GTFS-Realtime as protobuf: trip updates are scanned and left as bytes, all else is decoded in small pieces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from google.protobuf.message import DecodeError
from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.feeds.realtime.framing import Frames
from stopbell_server.feeds.realtime.packed import Piece
from stopbell_server.feeds.realtime.update_scan import Scan, scan
from stopbell_server.feeds.realtime.wire import Ints

_STRETCH_BYTES = 1 << 19
"""What is scanned at once: enough for numpy to be quick, little enough for the processor's cache."""
_PIECE_BYTES = 1 << 16
"""What is decoded with the interpreter's lock held: a quarter of a millisecond."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some entities that follow each other."""

    content: bytes
    found: Scan
    starts: Ints
    """Where they begin in `content`, tags included, and where they end."""
    ends: Ints

    def list_pieces(self) -> Iterator[tuple[int, Piece]]:
        """Give all entities, in pieces, with the number of the first."""
        if self.found.is_plain.all():
            yield 0, Undecoded(self.content, self.starts, self.ends)
            return
        first = 0
        while first < len(self.starts):
            last = _find_last(self.starts, self.ends, first, _PIECE_BYTES)
            starts, ends = self.starts[first:last], self.ends[first:last]
            is_plain = self.found.is_plain[first:last].all()
            yield first, Undecoded(self.content, starts, ends) if is_plain else _decode(self.content, starts, ends)
            first = last


class Undecoded(Sequence[gtfs_realtime_pb2.FeedEntity]):
    """Entities that the library would decode without a complaint, decoded one by one when they are looked at."""

    def __init__(self, content: bytes, starts: Ints, ends: Ints) -> None:
        """Keep the bytes; the places are those of whole fields of FeedMessage."""
        self._content, self._starts, self._ends = content, starts, ends

    def __len__(self) -> int:
        """Count the entities."""
        return len(self._starts)

    @overload
    def __getitem__(self, place: int) -> gtfs_realtime_pb2.FeedEntity: ...
    @overload
    def __getitem__(self, place: slice) -> "Undecoded": ...
    def __getitem__(self, place: int | slice) -> "gtfs_realtime_pb2.FeedEntity | Undecoded":
        """Decode the entity at a place; should the library refuse it after all, it says nothing."""
        if isinstance(place, slice):
            return Undecoded(self._content, self._starts[place], self._ends[place])
        found = _decode_one(self._content[self._starts[place] : self._ends[place]])
        return gtfs_realtime_pb2.FeedEntity() if found is None else found


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


def read_stretches(content: bytes, frames: Frames) -> Iterator[Stretch]:
    """Scan the entities in feed order, some at a time."""
    starts, ends, bodies = (np.array(places, np.int64) for places in (frames.starts, frames.ends, frames.bodies))
    first = 0
    while first < len(starts):
        last = _find_last(starts, ends, first, _STRETCH_BYTES)
        begin, end = int(starts[first]), int(ends[last - 1])
        found = scan(content[begin:end], bodies[first:last] - begin, ends[first:last] - begin)
        yield Stretch(content, found, starts[first:last], ends[first:last])
        first = last


def _find_last(starts: Ints, ends: Ints, first: int, most_bytes: int) -> int:
    """Give the number behind the last entity that is within so many bytes; at least one is taken."""
    return max(int(ends.searchsorted(starts[first : first + 1] + most_bytes, "right")[0]), first + 1)


def _decode(content: bytes, starts: Ints, ends: Ints) -> Piece:
    try:
        return gtfs_realtime_pb2.FeedMessage.FromString(content[starts[0] : ends[-1]]).entity
    except DecodeError:
        return [_decode_one(content[start:end]) for start, end in zip(starts, ends, strict=True)]


def _decode_one(field: bytes) -> gtfs_realtime_pb2.FeedEntity | None:
    try:
        return gtfs_realtime_pb2.FeedMessage.FromString(field).entity[0]
    except DecodeError:
        return None
