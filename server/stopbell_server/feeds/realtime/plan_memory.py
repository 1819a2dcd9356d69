"""What the timetable says of the trips in the live feed, remembered from one snapshot to the next.

Every refresh names much the same trips; asking the store for all of them each time would cost more than
decoding the feed. Only the thread that builds snapshots touches it.
"""

from collections.abc import Collection, Iterable

import numpy as np

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.outline import PlannedStops, TripOutline
from stopbell_server.domain.realtime import TripDescriptor
from stopbell_server.domain.store import Store
from stopbell_server.feeds.realtime.plan_tables import StopTable, TimeTable
from stopbell_server.feeds.realtime.wire import Flags, Ints, Words, hash_text

UNKNOWN = -1
"""In place of a row: the timetable has no such trip."""

_FORGET_ABOVE = 1000
"""Trips that are gone are kept until they are as many as those that are there, and some more."""


class PlanMemory:
    """Answers from one store version, kept as long as the live feed speaks of the trips. Known trips have rows."""

    def __init__(self, store: Store) -> None:
        """Begin empty."""
        self.version = store.info.version
        self._forget()

    def _forget(self) -> None:
        self._rows: dict[str, int] = {"": UNKNOWN}
        self._trips: list[TripId] = []
        self._matches: dict[TripDescriptor, str | None] = {}
        self.stops, self.times = StopTable(), TimeTable()
        self.patterns: Ints = np.zeros(0, np.int64)
        """By row: numbers in `stops`; -1 for a trip without stops."""
        self.timings: Ints = np.zeros(0, np.int64)
        self.starts: Ints = np.zeros(0, np.int64)
        """By row, in seconds of the service day; of runs by frequency, what their template's times begin with."""
        self.routes: Words = np.zeros(0, np.uint64)
        self.is_frequency: Flags = np.zeros(0, np.bool_)

    def begin(self, store: Store, named: Collection[str]) -> None:
        """Start a build: learn of these trips what the timetable has, forget the trips that are gone."""
        if len(self._rows) > 2 * len(named) + _FORGET_ABOVE:
            self._forget()
        self._learn(store, named)

    def list_rows(self, trips: Iterable[str]) -> Ints:
        """Give the row of each trip that was named to `begin` or matched; UNKNOWN for others and for no name."""
        return np.fromiter(map(self._rows.__getitem__, trips), np.int64)

    def get_trip(self, row: int) -> TripId:
        """Give the trip of a row."""
        return self._trips[row]

    def get_stops(self, row: int) -> PlannedStops | None:
        """Give the stops of a row's trip; None when it has none."""
        pattern = int(self.patterns[row])
        return None if pattern < 0 else self.stops.get(pattern)

    def find_match(self, store: Store, descriptor: TripDescriptor) -> str | None:
        """Give the one trip with this route, direction, date and start (GTFS-RT TripDescriptor); None unless one."""
        if descriptor.route is None or descriptor.start_date is None or descriptor.start_s is None:
            return None
        if descriptor not in self._matches:
            trips = [
                trip.id
                for trip in store.list_trips_starting(descriptor.route, descriptor.start_date, descriptor.start_s)
                if descriptor.direction is None or trip.direction == descriptor.direction
            ]
            self._matches[descriptor] = trips[0] if len(trips) == 1 else None
            self._learn(store, trips[:1])
        return self._matches[descriptor]

    def _learn(self, store: Store, named: Collection[str]) -> None:
        unasked = [TripId(trip) for trip in named if trip not in self._rows]
        if not unasked:
            return
        found = store.list_outlines(unasked)
        known = len(self.starts)
        self._rows.update(dict.fromkeys(unasked, UNKNOWN))
        self._rows.update((outline.trip, row) for row, outline in enumerate(found, start=known))
        self._trips += [outline.trip for outline in found]
        has_stops = [bool(outline.stops.stops) for outline in found]
        stops, times = self.stops, self.times
        pairs = list(zip(found, has_stops, strict=True))
        patterns = [stops.add(outline.stops) if has else -1 for outline, has in pairs]
        timings = [times.add(outline.times) if has else -1 for outline, has in pairs]
        self.patterns = np.concatenate([self.patterns, np.array(patterns, np.int64)])
        self.timings = np.concatenate([self.timings, np.array(timings, np.int64)])
        self.starts = np.concatenate([self.starts, np.array([_to_start(outline) for outline in found], np.int64)])
        hashes = {route: hash_text(route) for route in {outline.route for outline in found}}
        self.routes = np.concatenate([self.routes, np.array([hashes[o.route] for o in found], np.uint64)])
        self.is_frequency = np.concatenate([self.is_frequency, np.array([o.is_frequency for o in found], np.bool_)])


def _to_start(outline: TripOutline) -> int:
    """A run's own start takes the place of the template's first time, so that one is taken away here."""
    if not outline.is_frequency:
        return outline.start_s
    pairs = zip(outline.times.departures, outline.times.arrivals, strict=True)
    first = next((d if d is not None else a for d, a in pairs if d is not None or a is not None), 0)
    return -(first or 0)
