"""Times that a feed states as certain once they have passed: its own record of what happened.

GTFS-RT, StopTimeEvent: "to specify a completely certain prediction, set its uncertainty to 0". Of a time that has
passed this says that it happened then. Budapest's feed does so: 0 for what is past, another number for what is to
come. Sofia's gives 0 to every time it predicts, and there 0 says nothing. So one certain time that is still to come
takes the belief from all that this feed states.
"""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

import numpy as np

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.text import LONGEST_ID
from stopbell_server.feeds.history.log import Observations, join, to_observations
from stopbell_server.feeds.history.stop_ids import StopIds
from stopbell_server.feeds.realtime.decoding import DecodedFeed
from stopbell_server.feeds.realtime.trip_facts import NO_TIMES, NOT_RUNNING
from stopbell_server.feeds.realtime.trip_index import TripIndex
from stopbell_server.feeds.realtime.update_columns import ARRIVAL, DEPARTURE
from stopbell_server.feeds.realtime.values import find_service_day, to_posix, to_text
from stopbell_server.feeds.realtime.vehicle_columns import clean_times
from stopbell_server.feeds.realtime.wire import Ints

STATED_ARRIVAL, STATED_DEPARTURE = 10, 11
"""As statuses of observations."""
MOST_TRIPS = 60_000
_AHEAD_S = 60
"""So much further ahead a certain time must be before the feed is taken to call everything certain: clocks differ."""


STATUSES = (STATED_ARRIVAL, STATED_DEPARTURE)


class _Known(NamedTuple):
    """What has been stated of a trip so far."""

    number: int
    latest: list[int]
    """The latest arrival and departure."""


class StatedName(NamedTuple):
    """A trip on the day that the feed names."""

    trip: TripId
    start_date: date | None


class StatedTimes:
    """Only the thread that builds snapshots may use it."""

    def __init__(self, stop_ids: StopIds) -> None:
        """Begin without any."""
        self._stop_ids = stop_ids
        self._known: dict[tuple[str, int], _Known] = {}
        self._next = 0
        self.names: dict[int, StatedName] = {}
        self.by_trip: dict[TripId, tuple[int, ...]] = {}
        self.is_believed = True
        """Whether 0 has been given to nothing but the past since this record began."""

    def take(self, index: TripIndex, cap: int, earliest: int) -> Observations:
        """Take in what one payload states; give what it has not stated before. Nothing is past that is after `cap`."""
        decoded, columns = index.decoded, index.decoded.columns
        if not self.is_believed or not columns.certain.any():
            return _NOTHING
        is_out = np.isin(columns.relationships, NO_TIMES)
        found: list[tuple[int, Ints, Ints]] = []
        for end, stated in ((ARRIVAL, columns.arrival_times), (DEPARTURE, columns.departure_times)):
            rows = np.flatnonzero((columns.certain & end > 0) & (stated != 0) & ~is_out)
            times = clean_times(stated[rows])
            if (times > cap + _AHEAD_S).any():
                self.is_believed = False
                return _NOTHING
            is_past = (times <= cap) & (times >= earliest)
            found.append((STATUSES[len(found)], rows[is_past], times[is_past]))
        latest = self._list_latest(decoded, np.concatenate([rows for _, rows, _ in found]))
        parts: list[Observations] = []
        for (status, rows, times), known in zip(found, latest, strict=True):
            is_new = times > known[columns.owners[rows]]
            parts += self._read(decoded, status, rows[is_new], times[is_new], cap)
        return join(parts) if parts else _NOTHING

    def _list_latest(self, decoded: DecodedFeed, rows: Ints) -> Ints:
        """Give by end and trip update until when its times are known already; for ever, where they mean nothing."""
        latest = np.full((2, len(decoded.trips)), np.iinfo(np.int64).max)
        owners = _list_different(decoded.columns.owners[rows])
        for owner, day in zip(owners, decoded.columns.dates[owners].tolist(), strict=True):
            trip = decoded.trips[owner]
            if trip and len(trip) <= LONGEST_ID and decoded.relationships[owner] not in NOT_RUNNING:
                known = self._known.get((trip, day))
                latest[:, owner] = (0, 0) if known is None else known.latest
        return latest

    def _read(self, decoded: DecodedFeed, status: int, rows: Ints, times: Ints, cap: int) -> Iterator[Observations]:
        """Take new times that are past as seen from their own update too, which may be older than its feed."""
        columns, end = decoded.columns, STATUSES.index(status)
        owners = columns.owners[rows]
        is_past, numbers = np.zeros(len(rows), np.bool_), np.zeros(len(rows), np.int64)
        for owner in _list_different(owners):
            made = to_posix(decoded.updates[owner].timestamp)
            here = (owners == owner) & (times <= (cap if made is None else min(made, cap)))
            if here.any():
                known = self._get_known(decoded.trips[owner], int(columns.dates[owner]))
                numbers[here], is_past[here] = known.number, True
                known.latest[end] = max(known.latest[end], int(times[here].max()))
        rows, times, numbers = rows[is_past], times[is_past], numbers[is_past]
        if len(rows):
            stops = self._stop_ids.to_numbers(columns.stops[rows], lambda row: _read_stop(decoded, int(rows[row])))
            yield to_observations(numbers, columns.sequences[rows], stops, status, times, times)

    def _get_known(self, trip: str, day: int) -> "_Known":
        known = self._known.get((trip, day))
        if known is None:
            known = self._known[trip, day] = _Known(self._next, [0, 0])
            self._next += 1
            text = day.to_bytes(8, "little").decode(errors="replace") if day else ""
            name = self.names[known.number] = StatedName(TripId(trip), find_service_day(text))
            self.by_trip[name.trip] = (*self.by_trip.get(name.trip, ()), known.number)
        return known

    def forget(self, before: int) -> int:
        """Leave out trips of which nothing was stated since then, and the oldest of too many; as for vehicles."""
        ends, lost = {key: max(known.latest) for key, known in self._known.items()}, 0
        kept = {key for key, end in ends.items() if end >= before}
        for key in sorted(kept, key=lambda key: ends[key])[: max(0, len(kept) - MOST_TRIPS)]:
            kept.remove(key)
            lost = max(lost, ends[key])
        if len(kept) == len(ends):
            return 0
        self._known = {key: known for key, known in self._known.items() if key in kept}
        self.names = {known.number: self.names[known.number] for known in self._known.values()}
        by_trip: dict[TripId, tuple[int, ...]] = {}
        for number, name in self.names.items():
            by_trip[name.trip] = (*by_trip.get(name.trip, ()), number)
        self.by_trip = by_trip
        return lost


def _list_different(owners: Ints) -> list[int]:
    return np.unique(owners).tolist()


def _read_stop(decoded: DecodedFeed, row: int) -> str | None:
    owners = decoded.columns.owners
    owner = int(owners[row])
    return to_text(decoded.updates[owner].stop_time_update[row - int(owners.searchsorted(owner))].stop_id)


_NO_INTS = np.zeros(0, np.int64)
_NOTHING = to_observations(_NO_INTS, _NO_INTS, _NO_INTS, 0, _NO_INTS, _NO_INTS)
