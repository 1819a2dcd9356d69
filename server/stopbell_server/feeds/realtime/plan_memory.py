"""What the timetable says of the trips in the live feed, remembered from one snapshot to the next.

Every refresh names much the same trips; asking the store for all of them each time would cost more than
decoding the feed. Only the thread that builds snapshots touches it.
"""

from array import array
from collections.abc import Collection
from dataclasses import dataclass

from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.realtime import TripDescriptor
from stopbell_server.domain.store import Store

PLANS_PER_BUILD = 1000
"""How many trips' stop times one build may read anew, about 0.1 s: somebody may wait for the first answer."""


@dataclass(frozen=True, slots=True)
class TripPlan:
    """A trip's planned calls, packed: 50,000 trips are kept in memory."""

    sequences: "array[int]"
    times: "array[int]"
    """Departure, else arrival, in seconds of the service day; -1 for none."""
    stops: tuple[StopId, ...]
    is_frequency: bool
    route: str = ""

    def find_time(self, sequence: int | None, stop: str) -> int | None:
        """Give the planned time of the call an update speaks of, by sequence if the stop agrees, else by stop.

        A stop that is called at twice, with no sequence that helps, gives None.
        """
        if sequence is not None and sequence in self.sequences:
            place = self.sequences.index(sequence)
            if not stop or self.stops[place] == stop:
                return self._time_at(place)
        if stop and self.stops.count(StopId(stop)) == 1:
            return self._time_at(self.stops.index(StopId(stop)))
        return None

    def has_other_stop(self, sequence: int | None, stop: str) -> bool:
        """Whether the plan has another stop at this sequence than the update says."""
        if sequence is None or not stop or sequence not in self.sequences:
            return False
        return self.stops[self.sequences.index(sequence)] != stop

    @property
    def first_s(self) -> int:
        """The first planned time, 0 without any: what a frequency run's start_time is counted against."""
        return next((time for time in self.times if time >= 0), 0)

    def _time_at(self, place: int) -> int | None:
        time = self.times[place]
        return None if time < 0 else time


NEVER_SAME = -1
"""In place of an anchor's sequence: not to be found again."""

Anchor = tuple[int | str, int | None]
"""Sequence or stop, and the planned instant that a predicted time there is compared with, in POSIX seconds;
None: there is none."""


class PlanMemory:
    """Answers from one store version, kept as long as the live feed speaks of the trips."""

    def __init__(self, store: Store) -> None:
        """Begin empty."""
        self.version = store.info.version
        self._known: dict[str, bool] = {}
        self._plans: dict[str, TripPlan] = {}
        self.anchors: tuple[dict[str, Anchor], ...] = ({}, {}, {})
        """By trip, for the first, the middle and the last stop that was told."""
        self._extremes: list[tuple[int, int]] = []
        """How late and how early the builds before this one were, the last ones only."""
        self.new_trips: frozenset[str] = frozenset()
        """The known trips that this build sees for the first time."""
        self.slot_in_turn = 0
        """Which of first, middle and last this build reads of the other trips."""
        self._matches: dict[TripDescriptor, TripId | None] = {}
        self._stop_ids: dict[StopId, StopId] = {}
        self._plans_left = 0

    def begin(self, store: Store, named: Collection[str]) -> None:
        """Start a build: learn which of these trips the timetable has, forget the trips that are gone."""
        self._plans_left = PLANS_PER_BUILD
        if len(self._known) > 2 * len(named) + 1000:
            self._known = {trip: known for trip, known in self._known.items() if trip in named}
            self._plans = {trip: plan for trip, plan in self._plans.items() if trip in named}
            for anchors in self.anchors:
                for trip in anchors.keys() - named:
                    del anchors[trip]
            self._matches.clear()
        self.slot_in_turn = (self.slot_in_turn + 1) % 3
        unasked = [TripId(trip) for trip in named if trip not in self._known]
        found = store.known_trips(unasked) if unasked else frozenset[TripId]()
        self._known.update((trip, trip in found) for trip in unasked)
        self.new_trips = found

    def is_known(self, trip: str) -> bool:
        """Whether trips.txt has this trip."""
        return self._known.get(trip, False)

    def find_plan(self, store: Store, trip: str) -> TripPlan | None:
        """Give a known trip's plan; None when this build has read enough for now."""
        plan = self._plans.get(trip)
        if plan is None and self._plans_left > 0:
            self._plans_left -= 1
            plan = self._plans[trip] = self._read_plan(store, TripId(trip))
        return plan

    def _read_plan(self, store: Store, trip: TripId) -> TripPlan:
        calls = store.list_stop_times(trip)
        row = store.find_trip(trip)
        times = (c.departure_s if c.departure_s is not None else c.arrival_s for c in calls)
        return TripPlan(
            sequences=array("q", (call.sequence for call in calls)),
            times=array("q", (-1 if time is None else time for time in times)),
            stops=tuple(self._stop_ids.setdefault(call.stop, call.stop) for call in calls),
            is_frequency=row is not None and row.is_frequency,
            route=row.route if row else "",
        )

    def keep_extremes(self, late_s: int, early_s: int) -> tuple[int, int]:
        """Remember this build's extremes and give those of the last three, which together have read every slot."""
        self._extremes = [*self._extremes[-2:], (late_s, early_s)]
        return max(late for late, _ in self._extremes), max(early for _, early in self._extremes)

    def find_match(self, store: Store, descriptor: TripDescriptor) -> TripId | None:
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
        return self._matches[descriptor]
