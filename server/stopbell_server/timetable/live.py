"""Which updates belong to which trips of the timetable, once per snapshot."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple

from stopbell_server.domain.calls import AlertMatch
from stopbell_server.domain.certainty import FeedState
from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.domain.realtime import Alert, Selector, TripRelationship, TripUpdate
from stopbell_server.domain.snapshot import Snapshot
from stopbell_server.domain.store import Store

OWN_STOPS = frozenset({TripRelationship.NEW, TripRelationship.REPLACEMENT})
"""Their stop time updates are the whole journey; the plan is not used (GTFS-RT TripDescriptor)."""


class Closure(NamedTuple):
    """One selector of an alert that closes a stop."""

    alert: Alert
    selector: Selector


Closures = Mapping[StopId, Sequence[Closure]]
"""By the stop or station that is closed."""


@dataclass(frozen=True, slots=True)
class LiveFacts:
    """What holds of a snapshot's trip updates at whatever time it is asked; see `freshness`."""

    source_time: datetime | None = None
    """Their own clock, else when they first came; None when there are none."""
    is_dated: bool = False
    """Whether the feed itself says when it was made."""
    retrieved_time: datetime | None = None
    fault: FeedState | None = None
    """UNMATCHED or FROZEN: why they are not used at all."""
    matched: int = 0
    updates: int = 0


class LiveIndex:
    """Joins updates to planned trips, also those that name a trip only by route, direction and start."""

    def __init__(self, store: Store, snapshot: Snapshot | None) -> None:
        """Remember both; nothing is computed before the first question."""
        self._store = store
        self._snapshot = snapshot
        self.predictions: dict[object, object] = {}
        """Cache of dated predictions, owned by `prediction.predict`; lives as long as the snapshot."""
        self._added_at: dict[frozenset[StopId], tuple[TripUpdate, ...]] = {}
        self.kept_calls: dict[object, object] = {}
        """What boards found at stops, owned by `live_calls`."""
        self.facts: LiveFacts | None = None
        """Cache of `freshness`."""
        self.closures: Closures | None = None
        """Cache of `closures`."""
        self.directions: dict[tuple[frozenset[StopId], date], Mapping[RouteId, frozenset[int | None]]] = {}
        """Cache of `directions.has_direction`."""
        self.alerts_at: dict[tuple[StopId, date], tuple[AlertMatch, ...]] = {}
        """Cache of `alerts`: those that concern a stop on a day, active or not."""
        self.stations_of_parts: dict[StopId, StopId | None] = {}
        """Cache of `selectors`: the stations of the doors and nodes that alerts name."""

    def list_added(self, stops: frozenset[StopId]) -> tuple[TripUpdate, ...]:
        """List the updates that bring trips of their own to any of these stops, each once."""
        found = self._added_at.get(stops)
        if found is None:
            named = (update for stop in stops for update in self._snapshot.list_added(stop)) if self._snapshot else ()
            found = self._added_at[stops] = tuple(dict.fromkeys(named))
        return found

    def list_updates(self, trip: TripId) -> tuple[TripUpdate, ...]:
        """List the updates that speak of this planned trip, on whatever day; not copies of it."""
        if self._snapshot is None:
            return ()
        named = self._snapshot.list_updates(trip)
        matched = self._matched_by_start.get(trip, ())
        if not named:
            return matched
        return tuple(u for u in named if u.descriptor.relationship is not TripRelationship.DUPLICATED) + matched

    @cached_property
    def _matched_by_start(self) -> dict[TripId, tuple[TripUpdate, ...]]:
        """Match updates without trip_id: route, direction, start_date and start_time, exactly one trip.

        GTFS-RT reference, TripDescriptor: none or several matches means the update is discarded.
        """
        if self._snapshot is None:
            return {}
        found: dict[TripId, list[TripUpdate]] = defaultdict(list)
        for update in self._snapshot.list_updates_without_trip():
            descriptor = update.descriptor
            if descriptor.route is None or descriptor.start_date is None or descriptor.start_s is None:
                continue
            trips = [
                trip
                for trip in self._store.list_trips_starting(descriptor.route, descriptor.start_date, descriptor.start_s)
                if descriptor.direction is None or trip.direction == descriptor.direction
            ]
            if len(trips) == 1:
                found[trips[0].id].append(update)
        return {trip: tuple(updates) for trip, updates in found.items()}
