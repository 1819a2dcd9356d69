"""What the timetable says of the trips in the live feed, remembered from one snapshot to the next.

Every refresh names much the same trips; asking the store for all of them each time would cost more than
decoding the feed. Only the thread that builds snapshots touches it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from stopbell_server.domain.ids import RouteId, TripId
from stopbell_server.domain.outline import PlannedStops, TripOutline
from stopbell_server.domain.realtime import TripDescriptor
from stopbell_server.domain.service_day import DAY_S
from stopbell_server.domain.store import Store
from stopbell_server.feeds.realtime.plan_tables import StopTable, TimeTable
from stopbell_server.feeds.realtime.wire import Flags, Ints, Words, hash_text

NEXT_DAY = "start-date-of-the-next-day"
"""A trip after midnight is dated by the calendar and not by its service day (GTFS-RT TripDescriptor.start_date): it
is not guessed that it is meant, but counted."""
UNKNOWN = -1
"""In place of a row: the timetable has no such trip."""

_FORGET_ABOVE = 1000
"""Trips that are gone are kept until they are as many as those that are there, and some more."""

_TRIPS_AT_ONCE = 400
"""As many as the store asks for in one statement; what is read of them is gone before the garbage collector looks."""
_ROWS_AT_ONCE = 8192
"""Between two such parts other threads may take the interpreter's lock."""


class PlanMemory:
    """Answers from one store version, kept as long as the live feed speaks of the trips. Known trips have rows."""

    def __init__(self, store: Store) -> None:
        """Begin empty."""
        self.version = store.info.version
        self._forget()

    def _forget(self) -> None:
        self._rows: dict[str, int] = {"": UNKNOWN}
        self._trips: list[TripId] = []
        self._hashes: dict[RouteId, int] = {}
        self._matches: dict[TripDescriptor, str | None] = {}
        self._beside: dict[TripDescriptor, bool] = {}
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

    def list_rows(self, trips: Sequence[str]) -> Ints:
        """Give the row of each trip that was named to `begin` or matched; UNKNOWN for others and for no name."""
        parts = (trips[first : first + _ROWS_AT_ONCE] for first in range(0, len(trips), _ROWS_AT_ONCE))
        found = [np.fromiter(map(self._rows.__getitem__, part), np.int64) for part in parts]
        return np.concatenate([np.zeros(0, np.int64), *found])

    def get_trip(self, row: int) -> TripId:
        """Give the trip of a row."""
        return self._trips[row]

    def get_stops(self, row: int) -> PlannedStops | None:
        """Give the stops of a row's trip; None when it has none."""
        pattern = int(self.patterns[row])
        return None if pattern < 0 else self.stops.get(pattern)

    def find_match(self, store: Store, descriptor: TripDescriptor) -> str | None:
        """Give the one trip with this route, direction, date and start (GTFS-RT TripDescriptor); None unless one."""
        if descriptor not in self._matches:
            trips = _list_starting(store, descriptor)
            self._matches[descriptor] = trips[0] if len(trips) == 1 else None
            self._learn(store, trips[:1])
        return self._matches[descriptor]

    def would_match_a_day_before(self, store: Store, descriptor: TripDescriptor) -> bool:
        """Whether exactly one trip of the service day before starts then, counted beyond 24 hours."""
        day, start_s = descriptor.start_date, descriptor.start_s
        if day is None or start_s is None or start_s >= DAY_S or day == date.min:
            return False
        before = replace(descriptor, start_date=day - timedelta(days=1), start_s=start_s + DAY_S)
        if before not in self._beside:
            self._beside[before] = len(_list_starting(store, before)) == 1
        return self._beside[before]

    def _learn(self, store: Store, named: Iterable[str]) -> None:
        unasked = [TripId(trip) for trip in named if trip not in self._rows]
        if not unasked:
            return
        columns: tuple[list[int], ...] = ([], [], [], [], [])
        for first in range(0, len(unasked), _TRIPS_AT_ONCE):
            asked = unasked[first : first + _TRIPS_AT_ONCE]
            self._rows.update(dict.fromkeys(asked, UNKNOWN))
            for outline in store.list_outlines(asked):
                self._rows[outline.trip] = len(self._trips)
                self._trips.append(outline.trip)
                has_stops = bool(outline.stops.stops)
                columns[0].append(self.stops.add(outline.stops) if has_stops else -1)
                columns[1].append(self.times.add(outline.times) if has_stops else -1)
                columns[2].append(_to_start(outline))
                columns[3].append(self._hash_route(outline.route))
                columns[4].append(outline.is_frequency)
        patterns, timings, starts, routes, flags = columns
        self.patterns = np.concatenate([self.patterns, np.array(patterns, np.int64)])
        self.timings = np.concatenate([self.timings, np.array(timings, np.int64)])
        self.starts = np.concatenate([self.starts, np.array(starts, np.int64)])
        self.routes = np.concatenate([self.routes, np.array(routes, np.uint64)])
        self.is_frequency = np.concatenate([self.is_frequency, np.array(flags, np.bool_)])

    def _hash_route(self, route: RouteId) -> int:
        if route not in self._hashes:
            self._hashes[route] = hash_text(route)
        return self._hashes[route]


def _list_starting(store: Store, descriptor: TripDescriptor) -> list[TripId]:
    if descriptor.route is None or descriptor.start_date is None or descriptor.start_s is None:
        return []
    return [
        trip.id
        for trip in store.list_trips_starting(descriptor.route, descriptor.start_date, descriptor.start_s)
        if descriptor.direction is None or trip.direction == descriptor.direction
    ]


def _to_start(outline: TripOutline) -> int:
    """A run's own start takes the place of the template's first time, so that one is taken away here."""
    if not outline.is_frequency:
        return outline.start_s
    pairs = zip(outline.times.departures, outline.times.arrivals, strict=True)
    first = next((d if d is not None else a for d, a in pairs if d is not None or a is not None), 0)
    return -(first or 0)
