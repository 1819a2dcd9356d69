"""The trip updates of one source, joined to one timetable: who is named where, converted when asked."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.realtime import TripUpdate
from stopbell_server.domain.snapshot import USUAL_EARLY_S, USUAL_LATE_S
from stopbell_server.domain.store import Store
from stopbell_server.feeds.realtime.decoding import DecodedFeed
from stopbell_server.feeds.realtime.delays import measure
from stopbell_server.feeds.realtime.plan_memory import NEXT_DAY, PlanMemory
from stopbell_server.feeds.realtime.trip_facts import NOT_RUNNING, to_descriptor, to_trip_update
from stopbell_server.feeds.realtime.values import find_own_id, to_text
from stopbell_server.feeds.realtime.wire import Flags, Ints, Words

_Relationship = gtfs_realtime_pb2.TripDescriptor

_ALWAYS_OWN = (_Relationship.NEW, _Relationship.REPLACEMENT, _Relationship.DUPLICATED)
_OWN_IF_UNKNOWN = (_Relationship.ADDED, _Relationship.UNSCHEDULED)
"""ADDED is deprecated: of a planned trip it is that trip's update, else it reads as NEW. UNSCHEDULED is for
runs of frequency trips (GTFS-RT reference, TripDescriptor.ScheduleRelationship)."""


@dataclass(frozen=True, slots=True)
class TripIndex:
    """Places are positions in the feed; facts are converted once, when somebody asks."""

    decoded: DecodedFeed
    memory: PlanMemory
    """Of the timetable it was joined to; only the thread that builds snapshots may use it."""
    made_by: datetime | None
    """No update may claim to be younger than this; None when the snapshot's own time says it for all."""
    by_trip: Mapping[str, int]
    """The last place that names this trip."""
    repeated: Mapping[str, list[int]]
    """All places, for trips that are named more than once."""
    without_trip: tuple[int, ...]
    added_at: Mapping[str, list[int]]
    """By stop, also by assigned stop."""
    duplicated: tuple[int, ...]
    moved_to: Mapping[str, tuple[TripId, ...]]
    matched: int
    added: int
    late_s: int
    """The largest delay of any stop of any planned trip."""
    early_s: int
    far_at: Mapping[StopId, tuple[TripId, ...]]
    """By planned stop, the trips that are later or earlier than usual somewhere."""
    problems: Mapping[str, int]
    _facts: dict[int, TripUpdate] = field(default_factory=dict[int, TripUpdate])

    def list_places(self, trip: str) -> Iterable[int]:
        """List the places that name this trip, in feed order."""
        if trip in self.repeated:
            return self.repeated[trip]
        place = self.by_trip.get(trip)
        return () if place is None else (place,)

    def list_facts(self, places: Iterable[int]) -> tuple[TripUpdate, ...]:
        """Convert the updates at these places; the same place always gives the same object."""
        return tuple(self._facts.get(place) or self._convert(place) for place in places)

    def _convert(self, place: int) -> TripUpdate:
        fact = to_trip_update(self.decoded.updates[place])
        if self.made_by is not None:
            fact = replace(fact, timestamp=min(fact.timestamp or self.made_by, self.made_by))
        return self._facts.setdefault(place, fact)


def index_updates(decoded: DecodedFeed, store: Store, memory: PlanMemory, made_by: datetime | None) -> TripIndex:
    """Join the updates of one source to the timetable."""
    indexing = _Indexing(decoded, store, memory)
    indexing.read_all()
    return indexing.finish(made_by)


class _Indexing:
    def __init__(self, decoded: DecodedFeed, store: Store, memory: PlanMemory) -> None:
        self._decoded, self._store, self._memory = decoded, store, memory
        self._by_trip: dict[str, int] = {}
        self._repeated: dict[str, list[int]] = {}
        self._without_trip: list[int] = []
        self._added_at: dict[str, list[int]] = {}
        self._duplicated: list[int] = []
        self._moved_to: dict[str, list[TripId]] = {}
        self._far_at: dict[StopId, list[TripId]] = {}
        self._matched = 0
        self._added = 0
        self._problems = Counter[str]()
        self._largest = 0, 0

    def read_all(self) -> None:
        trips = self._decoded.trips
        self._by_trip = dict(zip(trips, range(len(trips)), strict=True))
        nameless = self._by_trip.pop("", None) is not None
        if len(self._by_trip) + (trips.count("") if nameless else 0) < len(trips):
            self._repeated = _list_repeated(trips)
        self._memory.begin(self._store, self._by_trip.keys())
        rows = self._memory.list_rows(trips)
        relationships = np.frombuffer(self._decoded.relationships, np.uint8)
        is_own = np.isin(relationships, _ALWAYS_OWN) | (np.isin(relationships, _OWN_IF_UNKNOWN) & (rows < 0))
        for place in np.flatnonzero(is_own).tolist():
            self._read_own(place, is_known=bool(rows[place] >= 0))
        if nameless:
            self._match_nameless(rows, is_own)
        is_planned = (rows >= 0) & ~is_own
        self._matched += int(is_planned.sum())
        is_running = is_planned & ~np.isin(relationships, NOT_RUNNING)
        for place in sorted(self._decoded.assigning):
            if is_running[place]:
                self._read_assigned(place, rows)
        self._compare_routes(rows[is_planned], self._decoded.columns.routes[is_planned])
        self._measure(np.where(is_running, rows, -1))

    def _match_nameless(self, rows: Ints, is_own: Flags) -> None:
        for place, trip in enumerate(self._decoded.trips):
            if trip or is_own[place]:
                continue
            self._without_trip.append(place)
            descriptor = to_descriptor(self._decoded.updates[place].trip)
            match = self._memory.find_match(self._store, descriptor)
            if match is not None:
                rows[place] = self._memory.list_rows([match])[0]
            elif self._memory.would_match_a_day_before(self._store, descriptor):
                self._problems[NEXT_DAY] += 1

    def _compare_routes(self, rows: Ints, routes: Words) -> None:
        """The trip_id counts, and the update is used; but the timetable may be another one (GTFS-RT TripDescriptor)."""
        if len(rows):
            self._problems["route-disagrees"] += int(((routes != 0) & (routes != self._memory.routes[rows])).sum())

    def _measure(self, rows: Ints) -> None:
        memory = self._memory
        delays = measure(self._decoded, rows, memory, self._store.info)
        self._problems += delays.problems
        self._largest = int(delays.late_s.max(initial=0)), int(delays.early_s.max(initial=0))
        for place in np.flatnonzero((delays.late_s > USUAL_LATE_S) | (delays.early_s > USUAL_EARLY_S)).tolist():
            row = int(rows[place])
            trip, stops = memory.get_trip(row), memory.get_stops(row)
            for stop in dict.fromkeys(stops.stops) if stops else ():
                self._far_at.setdefault(stop, []).append(trip)

    def _read_own(self, place: int, *, is_known: bool) -> None:
        message = self._decoded.updates[place]
        trip = self._decoded.trips[place]
        if trip and not is_known and not find_own_id(trip):
            self._problems["unusable-trip-ids"] += 1
            return
        self._matched += 1 if message.stop_time_update else is_known
        self._added += 1
        if self._decoded.relationships[place] == _Relationship.DUPLICATED:
            self._duplicated.append(place)
        for update in message.stop_time_update:
            for stop in {to_text(update.stop_id), to_text(update.stop_time_properties.assigned_stop_id)}:
                if stop and self._added_at.get(stop, [-1])[-1] != place:
                    self._added_at.setdefault(stop, []).append(place)

    def _read_assigned(self, place: int, rows: Ints) -> None:
        trip = self._memory.get_trip(int(rows[place]))
        for update in self._decoded.updates[place].stop_time_update:
            assigned = to_text(update.stop_time_properties.assigned_stop_id)
            if assigned:
                trips = self._moved_to.setdefault(assigned, [])
                if trip not in trips:
                    trips.append(trip)

    def finish(self, made_by: datetime | None) -> TripIndex:
        late_s, early_s = self._largest
        return TripIndex(
            decoded=self._decoded,
            memory=self._memory,
            made_by=made_by,
            by_trip=self._by_trip,
            repeated=self._repeated,
            without_trip=tuple(self._without_trip),
            added_at=self._added_at,
            duplicated=tuple(self._duplicated),
            moved_to={stop: tuple(trips) for stop, trips in self._moved_to.items()},
            matched=self._matched,
            added=self._added,
            late_s=late_s,
            early_s=early_s,
            far_at={stop: tuple(dict.fromkeys(trips)) for stop, trips in self._far_at.items()},
            problems=self._problems,
        )


def _list_repeated(trips: tuple[str, ...]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place, trip in enumerate(trips):
        places.setdefault(trip, []).append(place)
    return {trip: found for trip, found in places.items() if len(found) > 1 and trip}
