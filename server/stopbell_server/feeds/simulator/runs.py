"""Runs: trips on one service day with all their planned instants, as the simulator moves them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache

from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.network import Trip
from stopbell_server.domain.service_day import list_service_days, to_day_start
from stopbell_server.domain.store import Store

_WHOLE_EARTH_M = 20_040_000
"""Half of the Earth's circumference: no stop is farther away from anywhere."""
_CACHED_TRIPS = 4096


@dataclass(frozen=True, slots=True)
class PlannedStop:
    """A planned call; instants are POSIX seconds."""

    stop: StopId
    sequence: int
    arrival: int
    departure: int


@dataclass(frozen=True, slots=True)
class Run:
    """One trip on one service day."""

    trip: Trip
    service_day: date
    stops: tuple[PlannedStop, ...]
    """At least two, in order."""
    start_s: int | None = None
    """First departure of a frequency trip's run, in seconds of the service day; None for others."""
    is_exact: bool = True
    """False for runs of which the plan promises only "about every" (exact_times=0)."""
    is_added: bool = False
    """True: the plan does not have it."""

    @property
    def key(self) -> str:
        """What tells this run from every other, as text; keys chance and names entities."""
        return f"{self.trip.id}/{self.service_day:%Y%m%d}/{'' if self.start_s is None else self.start_s}"

    @property
    def start(self) -> int:
        """Planned first departure."""
        return self.stops[0].departure

    @property
    def end(self) -> int:
        """Planned last arrival."""
        return self.stops[-1].arrival

    @property
    def middle(self) -> int:
        """Index of the call in the middle, which has a departure and, of three calls or more, an arrival."""
        return (len(self.stops) - 1) // 2

    @property
    def anchor(self) -> int:
        """Planned departure at the middle: the instant by which the run belongs to a part of the day."""
        return self.stops[self.middle].departure


class RunFinder:
    """Finds the runs of a timetable. Only stops with a position are looked at."""

    def __init__(self, store: Store) -> None:
        """Ask this store."""
        self._store = store
        self._list_template = lru_cache(_CACHED_TRIPS)(self._read_template)

    def list_between(self, start: int, end: int) -> tuple[Run, ...]:
        """List the runs that leave a stop between two instants (POSIX seconds), in order of their start."""
        info = self._store.info
        days = list_service_days(_to_instant(start), _to_instant(end), info.longest_s, info.zone)
        found = (run for day in days for run in (*self._list_planned(day, start, end), *self._list_frequent(day)))
        inside = (run for run in found if run.stops and run.start <= end and run.end >= start)
        return tuple(sorted(inside, key=lambda run: (run.start, run.key)))

    @cached_property
    def _stops(self) -> tuple[StopId, ...]:
        near = self._store.list_stops_near(0, 0, _WHOLE_EARTH_M, self._store.info.stop_count)
        return tuple(stop.id for stop, _ in near)

    def _list_planned(self, day: date, start: int, end: int) -> Iterator[Run]:
        zero = self._day_start(day)
        calls = self._store.list_planned_calls(self._stops, day, start - zero, end - zero)
        for trip_id in dict.fromkeys(call.trip for call in calls):
            if trip := self._store.find_trip(trip_id):
                yield Run(trip, day, self._place(trip_id, zero))

    def _list_frequent(self, day: date) -> Iterator[Run]:
        zero = self._day_start(day)
        calls = self._store.list_frequency_calls(self._stops, day)
        for trip_id in dict.fromkeys(call.trip for call in calls):
            trip, template = self._store.find_trip(trip_id), self._list_template(trip_id)
            if trip is None or not template:
                continue
            for row in self._store.list_frequencies(trip_id):
                for start_s in range(row.start_s, row.end_s, max(1, row.headway_s)):
                    stops = self._place(trip_id, zero + start_s - template[0].departure)
                    yield Run(trip, day, stops, start_s, row.is_exact)

    def _place(self, trip: TripId, shift: int) -> tuple[PlannedStop, ...]:
        return tuple(
            PlannedStop(call.stop, call.sequence, call.arrival + shift, call.departure + shift)
            for call in self._list_template(trip)
        )

    def _read_template(self, trip: TripId) -> tuple[PlannedStop, ...]:
        """Give a trip's calls in seconds of the service day; empty when a time is missing or there is one call only."""
        calls: list[PlannedStop] = []
        for row in self._store.list_stop_times(trip):
            if row.arrival_s is None or row.departure_s is None:
                return ()
            calls.append(PlannedStop(row.stop, row.sequence, row.arrival_s, row.departure_s))
        return tuple(calls) if len(calls) > 1 else ()

    def _day_start(self, day: date) -> int:
        return int(to_day_start(day, self._store.info.zone).timestamp())


def _to_instant(posix: int) -> datetime:
    return datetime.fromtimestamp(posix, UTC)
