"""Decoded messages kept inside the pieces they were decoded in, wrapped for Python only while they are looked at.

A nation's feed has 50,000 of them. As Python objects they would all be visited by each full run of the
garbage collector, which holds up every other thread for longer than a rider's answer may take.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

from google.transit import gtfs_realtime_pb2

Piece = Sequence[gtfs_realtime_pb2.FeedEntity | None]
"""Entities that were decoded together; None where the bytes were damaged."""

M = TypeVar("M", gtfs_realtime_pb2.TripUpdate, gtfs_realtime_pb2.VehiclePosition)

PLACE_BITS = 24
"""Of an address that tell the place in the piece; the rest tells the piece."""
_MASK = (1 << PLACE_BITS) - 1


def to_address(piece: int, place: int) -> int:
    """Pack where an entity is into one number."""
    return piece << PLACE_BITS | place


class Packed(Sequence[M]):
    """A sequence of one kind of message."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        addresses: "array[int]",
        pick: Callable[[gtfs_realtime_pb2.FeedEntity], M],
    ) -> None:
        """Look into `pieces` at these addresses, where no entity is damaged, and `pick` the message there."""
        self._pieces = pieces
        self._addresses = addresses
        self._pick = pick

    def __len__(self) -> int:
        """Count the messages."""
        return len(self._addresses)

    @overload
    def __getitem__(self, place: int) -> M: ...
    @overload
    def __getitem__(self, place: slice) -> "Packed[M]": ...
    def __getitem__(self, place: int | slice) -> "M | Packed[M]":
        """Give the message at a place in feed order."""
        if isinstance(place, slice):
            return Packed(self._pieces, self._addresses[place], self._pick)
        address = self._addresses[place]
        return self._look(address)

    def __iter__(self) -> Iterator[M]:
        """Give the messages in feed order."""
        return map(self._look, self._addresses)

    def _look(self, address: int) -> M:
        entity = self._pieces[address >> PLACE_BITS][address & _MASK]
        if entity is None:
            raise LookupError("no message was kept there")
        return self._pick(entity)
