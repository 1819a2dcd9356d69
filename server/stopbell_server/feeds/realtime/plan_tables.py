"""Stops and times of the timetable's trips as columns, so that all stop time updates find theirs at once."""

from typing import NamedTuple

import numpy as np

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.outline import PlannedStops, PlannedTimes
from stopbell_server.feeds.realtime.wire import Flags, Ints, Words, hash_text

NO_TIME = -(1 << 60)
_SPREAD = np.uint64(0xD6E8FEB86659FD93)


class Bound(NamedTuple):
    """Which places of their trips some stop time updates may speak of; mostly it is one."""

    first: Ints
    """-1: none."""
    last: Ints
    disagrees: Flags
    """The plan has another stop at this sequence than the update says."""


class StopTable:
    """The stops of all patterns, one pattern behind the other; each has at least one."""

    def __init__(self) -> None:
        """Begin empty."""
        self._numbers: dict[int, int] = {}
        self._patterns: list[PlannedStops] = []
        self._hashes: dict[StopId, int] = {}
        self._is_made = 0
        self._offsets = self._counts = self._lowest = self._sequences = np.zeros(0, np.int64)
        self._stops = np.zeros(0, np.uint64)
        self._by_stop: tuple[Words, Ints] | None = None
        self._by_sequence: tuple[Ints, Ints] | None = None

    def add(self, stops: PlannedStops) -> int:
        """Give the number of a pattern."""
        number = self._numbers.get(id(stops))
        if number is None:
            number = self._numbers[id(stops)] = len(self._patterns)
            self._patterns.append(stops)
        return number

    def get(self, number: int) -> PlannedStops:
        """Give the pattern with this number."""
        return self._patterns[number]

    def find(self, patterns: Ints, sequences: Ints, stops: Words, may_assign: Flags) -> Bound:
        """Bind updates: by sequence if the stop agrees, else to wherever the trip calls at that stop.

        Where the stop may be one that was assigned instead of the plan's, its sequence holds as well.
        """
        self._make()
        offsets = self._offsets[patterns]
        places = sequences - self._lowest[patterns]
        is_found = (sequences >= 0) & (places >= 0) & (places < self._counts[patterns])
        places = np.where(is_found, places, 0)
        is_found &= self._sequences[offsets + places] == sequences
        gaps = np.flatnonzero(~is_found & (sequences >= 0))
        if len(gaps):
            places[gaps], is_found[gaps] = self._search_sequences(patterns[gaps], sequences[gaps])
        is_other = (stops != 0) & (self._stops[offsets + places] != stops)
        disagrees = is_found & is_other
        first = last = np.where(is_found, places, -1)
        unsure = np.flatnonzero((disagrees | ~is_found) & (stops != 0))
        if len(unsure):
            last = first.copy()
            earliest, latest = self._search_stops(patterns[unsure], stops[unsure])
            known = np.where(may_assign[unsure], first[unsure], -1)
            first[unsure] = np.where((known >= 0) & ((known < earliest) | (earliest < 0)), known, earliest)
            last[unsure] = np.maximum(known, latest)
        return Bound(first, last, disagrees)

    def _search_sequences(self, patterns: Ints, sequences: Ints) -> tuple[Ints, Flags]:
        """Find sequences that are not counted one by one."""
        if self._by_sequence is None:
            keys = np.repeat(np.arange(len(self._counts)), self._counts) << 32 | self._sequences
            order = np.argsort(keys, kind="stable")
            self._by_sequence = keys[order], order
        keys, order = self._by_sequence
        asked = patterns << 32 | sequences
        found = np.minimum(np.searchsorted(keys, asked), len(keys) - 1)
        is_found = keys[found] == asked
        return np.where(is_found, order[found] - self._offsets[patterns], 0), is_found

    def _search_stops(self, patterns: Ints, stops: Words) -> tuple[Ints, Ints]:
        """Find the first and the last call at a stop; -1 for none."""
        if self._by_stop is None:
            owners = np.repeat(np.arange(len(self._counts)), self._counts)
            keys = self._stops ^ (owners.astype(np.uint64) * _SPREAD)
            order = np.argsort(keys, kind="stable")
            self._by_stop = keys[order], order
        keys, order = self._by_stop
        asked = stops ^ (patterns.astype(np.uint64) * _SPREAD)
        left, right = np.searchsorted(keys, asked, "left"), np.searchsorted(keys, asked, "right") - 1
        is_found = left <= right
        offsets = self._offsets[patterns]
        first = np.where(is_found, order[np.minimum(left, len(keys) - 1)] - offsets, -1)
        return first, np.where(is_found, order[right] - offsets, -1)

    def _make(self) -> None:
        """Add the patterns that are new since the last question; the first ones stay where they are."""
        new = self._patterns[self._is_made :]
        if not new:
            return
        self._is_made = len(self._patterns)
        counts = np.array([len(pattern.stops) for pattern in new], np.int64)
        sequences = np.array([sequence for pattern in new for sequence in pattern.sequences], np.int64)
        stops = np.array([self._hash(stop) for pattern in new for stop in pattern.stops], np.uint64)
        lowest = np.array([pattern.sequences[0] for pattern in new], np.int64)
        self._counts = np.concatenate([self._counts, counts])
        self._lowest = np.concatenate([self._lowest, lowest])
        self._offsets = np.cumsum(self._counts) - self._counts
        self._sequences = np.concatenate([self._sequences, sequences])
        self._stops = np.concatenate([self._stops, stops])
        self._by_stop = self._by_sequence = None

    def _hash(self, stop: StopId) -> int:
        found = self._hashes.get(stop)
        if found is None:
            found = self._hashes[stop] = hash_text(stop)
        return found


class TimeTable:
    """The times of all timings, one behind the other."""

    def __init__(self) -> None:
        """Begin empty."""
        self._numbers: dict[int, int] = {}
        self._timings: list[PlannedTimes] = []
        self._is_made = 0
        self._offsets = self._arrivals = self._departures = np.zeros(0, np.int64)

    def add(self, times: PlannedTimes) -> int:
        """Give the number of a timing."""
        number = self._numbers.get(id(times))
        if number is None:
            number = self._numbers[id(times)] = len(self._timings)
            self._timings.append(times)
        return number

    def find(self, timings: Ints, places: Ints) -> tuple[Ints, Ints]:
        """Give arrivals and departures, each standing in for the other; far below zero, NO_TIME, for neither."""
        self._make()
        rows = self._offsets[timings] + places
        return self._arrivals[rows], self._departures[rows]

    def _make(self) -> None:
        new = self._timings[self._is_made :]
        if not new:
            return
        self._is_made = len(self._timings)
        counts = [0, *(len(timing.arrivals) for timing in new)]
        offsets = np.cumsum(np.array(counts, np.int64))[:-1] + len(self._arrivals)
        pairs = [pair for timing in new for pair in zip(timing.arrivals, timing.departures, strict=True)]
        arrivals = [_to_number(arrival if arrival is not None else departure) for arrival, departure in pairs]
        departures = [_to_number(departure if departure is not None else arrival) for arrival, departure in pairs]
        self._offsets = np.concatenate([self._offsets, offsets])
        self._arrivals = np.concatenate([self._arrivals, np.array(arrivals, np.int64)])
        self._departures = np.concatenate([self._departures, np.array(departures, np.int64)])


def _to_number(time: int | None) -> int:
    return NO_TIME if time is None else time
