"""Stop times → rows of `boards` and `template_calls`: by stop and departure, some stops at a time."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stopbell_server.domain.store import DROP_OFF_MARK_SHIFT, FIRST_MARK, LAST_MARK, PICKUP_MARK_SHIFT
from stopbell_server.feeds.importing.compiled import CompiledFeed
from stopbell_server.feeds.importing.stop_time_rows import CompiledStopTimes
from stopbell_server.feeds.importing.values import NO_VALUE
from stopbell_server.store.schema import DROP_OFF_SHIFT, HOURS_PER_STOP, MARK_BITS, NUMBERS_PER_CALL, PICKUP_BITS
from stopbell_server.store.write import StoreWriter

_CALLS_AT_ONCE = 2**18
_CALL_BYTES = 4 * NUMBERS_PER_CALL


def write_boards(writer: StoreWriter, feed: CompiledFeed) -> None:
    """Write the stop times that have a time by stop and departure; those of frequency trips apart."""
    rows = feed.stop_times
    has_frequency = np.zeros(len(feed.trips.ids) + 1, dtype=np.bool_)
    has_frequency[[row[0] for row in feed.frequencies]] = True
    timed = rows.departures != NO_VALUE
    templates = has_frequency[rows.trips]
    marks = _list_marks(rows)
    writer.insert("boards", _pack_boards(feed, marks, np.flatnonzero(timed & ~templates)))
    calls = sort_calls(rows, np.flatnonzero(timed & templates))
    departure, marked, trip, sequence, service = _list_numbers(feed, marks, calls).T
    columns = (rows.stops[calls.places], departure, trip, sequence, marked >> MARK_BITS, service)
    writer.insert("template_calls", np.column_stack(columns).tolist())


@dataclass(frozen=True, slots=True)
class SortedCalls:
    """Calls sorted by stop and departure."""

    keys: NDArray[np.int64]
    """The stop, and in the low bits the departure."""
    time_bits: int
    places: NDArray[np.int64]
    """Where each is among the stop times."""

    @property
    def departures(self) -> NDArray[np.int64]:
        """Give the departure of each, in seconds of its service day."""
        return self.keys & (1 << self.time_bits) - 1

    @property
    def boards(self) -> NDArray[np.int64]:
        """Give `boards.place` of each."""
        return (self.keys >> self.time_bits) * HOURS_PER_STOP + self.departures // 3600

    def split(self, count: int) -> Iterator["SortedCalls"]:
        """Yield them in parts of about this many that end where a stop does."""
        start = 0
        while start < len(self.keys):
            last = min(start + count, len(self.keys)) - 1
            following = (int(self.keys[last]) >> self.time_bits) + 1
            end = int(np.searchsorted(self.keys, following << self.time_bits))
            yield SortedCalls(self.keys[start:end], self.time_bits, self.places[start:end])
            start = end


def sort_calls(rows: CompiledStopTimes, places: NDArray[np.int64]) -> SortedCalls:
    """Sort places by stop and departure. They come by trip and sequence and stay so where both are equal."""
    keys = rows.stops[places].astype(np.int64)
    departures = rows.departures[places]
    row_bits, time_bits = len(rows.stops).bit_length(), int(departures.max(initial=0)).bit_length()
    keys <<= time_bits
    keys |= departures
    if row_bits + int(keys.max(initial=0)).bit_length() > 63:
        order = np.argsort(keys, kind="stable")
        return SortedCalls(keys[order], time_bits, places[order])
    # Numbers alone sort ten times faster than their places: the place rides in the low bits.
    keys <<= row_bits
    keys |= places
    keys.sort()
    places = keys & (1 << row_bits) - 1
    keys >>= row_bits
    return SortedCalls(keys, time_bits, places)


def _pack_boards(
    feed: CompiledFeed, marks: NDArray[np.uint8], places: NDArray[np.int64]
) -> Iterator[tuple[int, bytes]]:
    """Pack the calls of each hour at each stop, in order."""
    for calls in sort_calls(feed.stop_times, places).split(_CALLS_AT_ONCE):
        boards = calls.boards
        starts = np.flatnonzero(np.diff(boards, prepend=-1))
        packed = _list_numbers(feed, marks, calls).tobytes()
        borders: list[int] = (np.append(starts, len(boards)) * _CALL_BYTES).tolist()
        for board, start, end in zip(boards[starts].tolist(), borders[:-1], borders[1:], strict=True):
            yield board, packed[start:end]


def _list_numbers(feed: CompiledFeed, marks: NDArray[np.uint8], calls: SortedCalls) -> NDArray[np.int32]:
    """Give the numbers of calls in the order in which `boards` packs them, a row for each."""
    rows, places = feed.stop_times, calls.places
    trips, departures = rows.trips[places], calls.departures
    numbers = np.empty((len(places), NUMBERS_PER_CALL), dtype="<i4")
    numbers[:, 0] = departures
    numbers[:, 1] = (departures - rows.arrivals[places]) << MARK_BITS | marks[places]
    numbers[:, 2] = trips
    numbers[:, 3] = rows.sequences[places]
    numbers[:, 4] = feed.trips.services[trips - 1]
    return numbers


def _list_marks(rows: CompiledStopTimes) -> NDArray[np.uint8]:
    """Give `PlannedCall.marks` of all rows; all six bits fit into a byte."""
    pickup, drop_off = rows.flags & PICKUP_BITS, rows.flags >> DROP_OFF_SHIFT & PICKUP_BITS
    marks = (pickup << PICKUP_MARK_SHIFT | drop_off << DROP_OFF_MARK_SHIFT).astype(np.uint8)
    starts = rows.starts()
    if not len(starts):
        return marks
    marks[starts] |= FIRST_MARK
    marks[np.append(starts[1:], len(marks))[: len(starts)] - 1] |= LAST_MARK
    return marks
