"""The trip updates of one source, joined to one timetable: who is named where, converted when asked."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.realtime import TripUpdate
from stopbell_server.domain.store import Store
from stopbell_server.feeds.realtime.decoding import DecodedFeed
from stopbell_server.feeds.realtime.delays import DelayMeasure
from stopbell_server.feeds.realtime.plan_memory import PlanMemory
from stopbell_server.feeds.realtime.trip_facts import to_descriptor, to_trip_update
from stopbell_server.feeds.realtime.values import to_text

_Relationship = gtfs_realtime_pb2.TripDescriptor

_ALWAYS_OWN = frozenset({_Relationship.NEW, _Relationship.REPLACEMENT, _Relationship.DUPLICATED})
_OWN_IF_UNKNOWN = frozenset({_Relationship.ADDED, _Relationship.UNSCHEDULED})
"""ADDED is deprecated: of a planned trip it is that trip's update, else it reads as NEW. UNSCHEDULED is for
runs of frequency trips (GTFS-RT reference, TripDescriptor.ScheduleRelationship)."""
_NOT_RUNNING = frozenset({_Relationship.CANCELED, _Relationship.DELETED})


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
    early_s: int
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
        self._delays = DelayMeasure(store, memory, decoded.header_time)
        self._by_trip: dict[str, int] = {}
        self._repeated: dict[str, list[int]] = {}
        self._without_trip: list[int] = []
        self._added_at: dict[str, list[int]] = {}
        self._duplicated: list[int] = []
        self._moved_to: dict[str, list[TripId]] = {}
        self._matched = 0
        self._added = 0

    def read_all(self) -> None:
        trips, relationships = self._decoded.trips, self._decoded.relationships
        self._by_trip = dict(zip(trips, range(len(trips)), strict=True))
        self._by_trip.pop("", None)
        if len(self._by_trip) + trips.count("") < len(trips):
            self._repeated = _list_repeated(trips)
        self._memory.begin(self._store, self._by_trip.keys())
        read_planned, is_known = self._read_planned, self._memory.is_known
        for place, message in enumerate(self._decoded.updates):
            trip = trips[place]
            if not relationships[place] and is_known(trip):
                read_planned(place, trip, message)  # nearly all of them: SCHEDULED is 0
            elif trip:
                self._read(place, trip, message)
            else:
                self._read_nameless(place, message)

    def _read(self, place: int, trip: str, message: gtfs_realtime_pb2.TripUpdate) -> None:
        relationship = self._decoded.relationships[place]
        is_known = self._memory.is_known(trip)
        if relationship in _ALWAYS_OWN or (relationship in _OWN_IF_UNKNOWN and not is_known):
            self._read_own(place, message, is_known=is_known)
        elif is_known:
            self._read_planned(place, trip, message)

    def _read_nameless(self, place: int, message: gtfs_realtime_pb2.TripUpdate) -> None:
        if self._decoded.relationships[place] in _ALWAYS_OWN | _OWN_IF_UNKNOWN:
            self._read_own(place, message, is_known=False)
            return
        self._without_trip.append(place)
        trip = self._memory.find_match(self._store, to_descriptor(message.trip))
        if trip is not None:
            self._read_planned(place, trip, message)

    def _read_planned(self, place: int, trip: str, message: gtfs_realtime_pb2.TripUpdate) -> None:
        self._matched += 1
        if self._decoded.relationships[place] not in _NOT_RUNNING:
            self._delays.add(message, trip)
            if place in self._decoded.assigning:
                self._read_assigned(message, TripId(trip))

    def _read_own(self, place: int, message: gtfs_realtime_pb2.TripUpdate, *, is_known: bool) -> None:
        self._matched += 1 if message.stop_time_update else is_known
        self._added += 1
        if self._decoded.relationships[place] == _Relationship.DUPLICATED:
            self._duplicated.append(place)
        for update in message.stop_time_update:
            for stop in {to_text(update.stop_id), to_text(update.stop_time_properties.assigned_stop_id)}:
                if stop and self._added_at.get(stop, [-1])[-1] != place:
                    self._added_at.setdefault(stop, []).append(place)

    def _read_assigned(self, message: gtfs_realtime_pb2.TripUpdate, trip: TripId) -> None:
        for update in message.stop_time_update:
            assigned = to_text(update.stop_time_properties.assigned_stop_id)
            if assigned:
                trips = self._moved_to.setdefault(assigned, [])
                if trip not in trips:
                    trips.append(trip)

    def finish(self, made_by: datetime | None) -> TripIndex:
        late_s, early_s = self._delays.finish()
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
            problems=Counter(self._delays.problems),
        )


def _list_repeated(trips: tuple[str, ...]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place, trip in enumerate(trips):
        places.setdefault(trip, []).append(place)
    return {trip: found for trip, found in places.items() if len(found) > 1 and trip}
