"""How late and how early the vehicles of a live feed run, measured cheaply.

A board must look back as far as the latest vehicle is late. Reading every stop time update would cost
more than decoding them, so the first, the middle and the last of each trip are read, and a margin stands
for what lies between. A feed that gives times only is measured against the timetable; as long as some of
its trips could not be read yet, the delay counts as the largest possible: looking back too far costs
a moment, too short would hide a vehicle that still comes.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta

from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.service_day import DAY_S, to_day_start
from stopbell_server.domain.store import Store
from stopbell_server.feeds.realtime.plan_memory import PlanMemory, TripPlan
from stopbell_server.feeds.realtime.values import find_day_seconds, find_service_day, to_posix, to_text

MAX_LATE_S = 6 * 3600
MAX_EARLY_S = 3600
CREDIBLE_S = 12 * 3600
"""A larger shift is nearer to another service day than to its own: a wrong day, not a delay."""
MARGIN_S = 600
"""What a delay may grow between two updates that are read."""

_SCHEDULED = gtfs_realtime_pb2.TripUpdate.StopTimeUpdate.SCHEDULED
_PLANS_TO_CHECK = 200
"""Trips with delays whose plan is read only to see whether sequences and stops agree."""


class DelayMeasure:
    """Takes one trip update after the other and keeps the extremes."""

    def __init__(self, store: Store, memory: PlanMemory, header_time: datetime | None) -> None:
        """Measure against this timetable; `header_time` helps to date trips without start_date."""
        self._store = store
        self._memory = memory
        self._header_time = header_time
        self._late_s = 0
        self._early_s = 0
        self._has_gaps = False
        self._has_unread = False
        self._checks_left = _PLANS_TO_CHECK
        self._day_starts: dict[str, int | None] = {}
        self._near_day_starts: tuple[int, ...] = ()
        self.problems = Counter[str]()

    @property
    def late_s(self) -> int:
        """The largest delay in seconds, with the margin, at most six hours."""
        if self._has_unread:
            return MAX_LATE_S
        margin_s = MARGIN_S if self._late_s and self._has_gaps else 0
        return min(self._late_s + margin_s, MAX_LATE_S)

    @property
    def early_s(self) -> int:
        """How far the earliest is ahead of its plan in seconds, with the margin, at most one hour."""
        if self._has_unread:
            return MAX_EARLY_S
        margin_s = MARGIN_S if self._early_s and self._has_gaps else 0
        return min(self._early_s + margin_s, MAX_EARLY_S)

    def add(self, message: gtfs_realtime_pb2.TripUpdate, trip: str) -> None:
        """Read one update of a trip that the timetable knows."""
        if message.delay:
            self._take(message.delay)
        updates = message.stop_time_update
        count = len(updates)
        if count > 3:
            self._has_gaps = True
        plan: TripPlan | None = None
        if self._checks_left > 0:
            self._checks_left -= 1
            plan = self._memory.find_plan(self._store, trip)
        for place in {0, count // 2, count - 1} if count else ():
            update = updates[place]
            if plan and plan.has_other_stop(*_to_place(update)):
                self.problems["sequence-disagrees"] += 1
            if update.schedule_relationship == _SCHEDULED:
                self._read(message, update, trip)

    def _read(
        self,
        message: gtfs_realtime_pb2.TripUpdate,
        update: gtfs_realtime_pb2.TripUpdate.StopTimeUpdate,
        trip: str,
    ) -> None:
        departure, arrival = update.departure, update.arrival
        time = departure.time or arrival.time
        if departure.time > 0 or arrival.time > 0:
            for given in (departure.time, arrival.time):
                to_posix(given, self.problems)
        delays = [event.delay for event in (departure, arrival) if event.delay or event.HasField("delay")]
        for delay_s in delays:
            self._take(delay_s)
        posix = to_posix(time) if time and not delays else None
        if posix is not None:
            self._compare(message, update, trip, posix)

    def _compare(
        self,
        message: gtfs_realtime_pb2.TripUpdate,
        update: gtfs_realtime_pb2.TripUpdate.StopTimeUpdate,
        trip: str,
        posix: int,
    ) -> None:
        plan = self._memory.find_plan(self._store, trip)
        if plan is None:
            self._has_unread = True
            return
        planned_s = plan.find_time(*_to_place(update))
        if planned_s is None:
            return
        if plan.is_frequency:
            start_s = find_day_seconds(message.trip.start_time)
            if start_s is None:
                return
            planned_s += start_s - plan.first_s
        day_start = self._find_day_start(to_text(message.trip.start_date) or "")
        if day_start is not None:
            self._take(posix - day_start - planned_s)
        else:
            near = self._list_near_day_starts(posix)
            self._take(min((posix - start - planned_s for start in near), key=abs))

    def _take(self, delay_s: int) -> None:
        if abs(delay_s) > CREDIBLE_S:
            self.problems["implausible-delays"] += 1
        elif delay_s > self._late_s:
            self._late_s = delay_s
        elif -delay_s > self._early_s:
            self._early_s = -delay_s

    def _find_day_start(self, start_date: str) -> int | None:
        if start_date not in self._day_starts:
            day = find_service_day(start_date)
            zone = self._store.info.zone
            self._day_starts[start_date] = int(to_day_start(day, zone).timestamp()) if day else None
        return self._day_starts[start_date]

    def _list_near_day_starts(self, posix: int) -> tuple[int, ...]:
        if not self._near_day_starts:
            info = self._store.info
            today = (self._header_time or datetime.fromtimestamp(posix, UTC)).astimezone(info.zone).date()
            days = (today + timedelta(days=n) for n in range(-(info.longest_s // DAY_S) - 1, 2))
            self._near_day_starts = tuple(int(to_day_start(day, info.zone).timestamp()) for day in days)
        return self._near_day_starts


def _to_place(update: gtfs_realtime_pb2.TripUpdate.StopTimeUpdate) -> tuple[int | None, str]:
    sequence = update.stop_sequence if update.HasField("stop_sequence") else None
    return sequence, to_text(update.stop_id) or ""
