"""How late and how early the vehicles of a live feed run, measured cheaply.

A board must look back as far as the latest vehicle is late. Reading every stop time update would cost
more than decoding them. Of a trip that is new in the feed, the first, the middle and the last are read; of
the others one of these at each refresh, in turn, and the extremes of three refreshes count. A margin stands
for what lies between. A feed that gives times only is measured against the timetable; as long as some of
its trips could not be read yet, the delay counts as the largest possible: looking back too far costs
a moment, too short would hide a vehicle that still comes.

Only the extremes matter, so whatever does not exceed them is not looked at closely.
"""

from collections import Counter
from datetime import datetime

from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.store import Store
from stopbell_server.feeds.realtime.plan_memory import NEVER_SAME, Anchor, PlanMemory
from stopbell_server.feeds.realtime.planned_instants import PlannedInstants, to_place
from stopbell_server.feeds.realtime.values import to_posix

MAX_LATE_S = 6 * 3600
MAX_EARLY_S = 3600
CREDIBLE_S = 12 * 3600
"""A larger shift is nearer to another service day than to its own: a wrong day, not a delay."""
MARGIN_S = 600
"""What a delay may grow between two updates that are read."""

_Update = gtfs_realtime_pb2.TripUpdate.StopTimeUpdate
_Event = gtfs_realtime_pb2.TripUpdate.StopTimeEvent
_SCHEDULED = _Update.SCHEDULED
_PLANS_TO_CHECK = 200
"""Trips whose plan is read to see whether the feed's sequences and stops agree with it."""


class DelayMeasure:
    """Takes one trip update after the other and keeps the extremes."""

    def __init__(self, store: Store, memory: PlanMemory, header_time: datetime | None) -> None:
        """Measure against this timetable; `header_time` helps to date trips without start_date."""
        self._store = store
        self._memory = memory
        self._planned = PlannedInstants(store, header_time)
        self._late_s = 0
        self._early_s = 0
        self._has_gaps = False
        self._has_unread = False
        self._checks_left = _PLANS_TO_CHECK
        self.problems = Counter[str]()

    def finish(self) -> tuple[int, int]:
        """Give how late and how early, in seconds and positive, with the margin, at most six hours and one hour."""
        late_s, early_s = self._memory.keep_extremes(self._late_s, self._early_s)
        if self._has_unread:
            return MAX_LATE_S, MAX_EARLY_S
        margin_s = MARGIN_S if self._has_gaps else 0
        return (
            min(late_s + margin_s, MAX_LATE_S) if late_s else 0,
            min(early_s + margin_s, MAX_EARLY_S) if early_s else 0,
        )

    def add(self, message: gtfs_realtime_pb2.TripUpdate, trip: str) -> None:
        """Read one update of a trip that the timetable knows."""
        if message.delay:
            self._take(message.delay)
        updates = message.stop_time_update
        count = len(updates)
        if not count:
            return
        if count > 3:
            self._has_gaps = True
        places = (0, count >> 1, count - 1)
        if self._checks_left > 0:
            self._check(message, trip, [updates[place] for place in set(places)])
        if trip in self._memory.new_trips:
            for slot in range(min(count, 3)):
                self._read(message, updates[places[slot]], trip, slot)
        else:
            slot = self._memory.slot_in_turn
            self._read(message, updates[places[slot]], trip, slot)

    def _read(self, message: gtfs_realtime_pb2.TripUpdate, update: _Update, trip: str, slot: int) -> None:
        event = update.departure
        shift_s = event.delay
        if not shift_s:
            time = event.time
            if not time:
                event = update.arrival
                shift_s, time = event.delay, event.time
            if time and not shift_s:
                planned = self._recall(message, update, event, trip, slot)
                shift_s = 0 if planned is None else time - planned
        if shift_s > self._late_s or -shift_s > self._early_s:
            self._look_closely(message, update, event, trip, slot)

    def _recall(
        self, message: gtfs_realtime_pb2.TripUpdate, update: _Update, event: _Event, trip: str, slot: int
    ) -> int | None:
        """Give the planned instant by memory, which may be of another day: that shift is large and looked into."""
        anchors = self._memory.anchors[slot]
        anchor = anchors.get(trip)
        if anchor is None or anchor[0] != (update.stop_sequence or update.stop_id):
            anchor = self._find_anchor(message, update, event, trip)
            if anchor is None:
                return None
            anchors[trip] = anchor
        return anchor[1]

    def _find_anchor(
        self, message: gtfs_realtime_pb2.TripUpdate, update: _Update, event: _Event, trip: str
    ) -> Anchor | None:
        """Ask the timetable; None when it cannot be asked for this trip in this build."""
        key = update.stop_sequence or update.stop_id
        if event.HasField("delay"):
            return key, None  # a delay of zero: the feed has compared it
        posix = to_posix(event.time)
        if posix is None:
            return key, 0  # far from any time, to be looked at closely
        plan = self._memory.find_plan(self._store, trip)
        if plan is None:
            self._has_unread = True
            return None
        # Runs of a frequency trip share all but their start: what is true of one must not be kept for the next.
        return NEVER_SAME if plan.is_frequency else key, self._planned.find(message, update, plan, posix)

    def _look_closely(
        self, message: gtfs_realtime_pb2.TripUpdate, update: _Update, event: _Event, trip: str, slot: int
    ) -> None:
        """Take an extreme if it is one: of a stop that is served, by a time that can be, on the right day."""
        if update.schedule_relationship != _SCHEDULED:
            return
        if event.delay:
            self._take(event.delay)
            return
        posix = to_posix(event.time, self.problems)
        anchor = None if posix is None else self._find_anchor(message, update, event, trip)
        if posix is not None and anchor is not None and anchor[1] is not None:
            self._memory.anchors[slot][trip] = anchor
            self._take(posix - anchor[1])

    def _check(self, message: gtfs_realtime_pb2.TripUpdate, trip: str, updates: list[_Update]) -> None:
        self._checks_left -= 1
        plan = self._memory.find_plan(self._store, trip)
        if plan is not None:
            self.problems["sequence-disagrees"] += sum(plan.has_other_stop(*to_place(update)) for update in updates)
            # The trip_id counts, and the update is used; but the timetable may be another one (GTFS-RT TripDescriptor).
            self.problems["route-disagrees"] += message.trip.route_id not in ("", plan.route)

    def _take(self, shift_s: int) -> None:
        if abs(shift_s) > CREDIBLE_S:
            self.problems["implausible-delays"] += 1
        elif shift_s > self._late_s:
            self._late_s = shift_s
        elif -shift_s > self._early_s:
            self._early_s = -shift_s
