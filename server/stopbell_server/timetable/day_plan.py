"""The plan of one day, divided into hours and minutes where it is too much to be told at once."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.domain.store import Store
from stopbell_server.timetable.dated_trip import to_first_departure

MOST_MEMBERS = 100
"""A day or an hour with more journeys is told by its parts."""
MOST_OF_MINUTE = 400
"""A minute has no parts; whoever wants what is beyond asks by line."""
_HOUR_S, _MINUTE_S = 3600, 60
_SPAN = re.compile(r"(0\d|[1-9]\d|[1-9]\d\d)(?::([0-5]\d))?")


@dataclass(frozen=True, slots=True)
class Span:
    """A day, an hour or a minute of a service day."""

    name: str
    """Empty for the day; HH, or HH:MM. Hours may exceed 23, as the day goes on after midnight."""
    from_s: int
    to_s: int
    """The last second that belongs to it."""
    part_s: int
    """How long its parts are; 0 when it has none."""

    def holds(self, start_s: int, end_s: int | None = None) -> bool:
        """Whether an instant, or any of those before `end_s`, belongs to it."""
        return start_s <= self.to_s and (start_s >= self.from_s or (end_s is not None and end_s > self.from_s))


@dataclass(frozen=True, slots=True)
class PlannedStart:
    """A journey of the day, and when it leaves."""

    trip: TripId
    start_s: int | None
    """For one run of several of a frequency trip: when it leaves its first stop; its identity needs it."""
    leaves_s: int
    until_s: int | None = None
    """For what has no single runs: until when it comes every `headway_s`."""
    headway_s: int | None = None


@dataclass(frozen=True, slots=True)
class DayPlan:
    """What is planned in a span."""

    span: Span
    starts: tuple[PlannedStart, ...]
    """In order; empty where there are parts."""
    parts: tuple[tuple[Span, int | None], ...] = ()
    """With how many journeys each has; None: not counted."""
    more: int = 0
    """Journeys beyond those, in a minute that has too many."""
    count: int | None = None
    """How many there are; None: not counted."""


def parse_span(text: str) -> Span | None:
    """Read an hour or a minute in its one spelling: `08`, `25`, `08:15`; None for any other text."""
    found = _SPAN.fullmatch(text)
    if found is None or not text.isascii():
        return None
    hour, minute = int(found[1]), found[2]
    if minute is None:
        return to_hour(hour)
    first = hour * _HOUR_S + int(minute) * _MINUTE_S
    return Span(text, first, first + _MINUTE_S - 1, 0)


def to_hour(hour: int) -> Span:
    """Give an hour of the service day."""
    return Span(f"{hour:02d}", hour * _HOUR_S, (hour + 1) * _HOUR_S - 1, _MINUTE_S)


def to_whole_day(store: Store) -> Span:
    """Give the whole service day, as long as the timetable has it."""
    return Span("", 0, max(24 * _HOUR_S, store.info.longest_s + 1) - 1, _HOUR_S)


def is_within_day(store: Store, span: Span) -> bool:
    """Whether the service days of a timetable last that long; each has 24 hours at least."""
    return span.from_s <= to_whole_day(store).to_s


def plan_route(store: Store, route: RouteId, day: date, span: Span) -> DayPlan:
    """Tell which journeys of a route leave their first stop in a span."""
    starts = list(_list_leaving(store, day, span, route))
    for trip in store.list_frequency_trips_of_route(route, day):
        starts += _list_repeated(store, trip.id, span, 0)
    return divide(starts, span)


def plan_stop(store: Store, stop: StopId, day: date, span: Span) -> DayPlan:
    """Tell which journeys call at a stop in a span, by when they leave it, or come, where it is their last."""
    calls = store.list_planned_calls((stop,), day, span.from_s, span.to_s)
    starts = [PlannedStart(call.trip, None, call.departure_s) for call in calls]
    for call in store.list_frequency_calls((stop,), day):
        offset_s = call.departure_s - to_first_departure(store.list_stop_times(call.trip))
        starts += _list_repeated(store, call.trip, span, offset_s)
    return divide(starts, span)


def plan_day(store: Store, day: date, span: Span) -> DayPlan:
    """Tell which journeys of all routes leave their first stop in a span; of the whole day only its hours."""
    if not span.name:
        hours = range(span.to_s // _HOUR_S + 1)
        return DayPlan(span, (), tuple((to_hour(hour), None) for hour in hours))
    starts = list(_list_leaving(store, day, span, None))
    for trip in store.list_trips_repeated(day, span.from_s, span.to_s):
        starts += _list_repeated(store, trip, span, 0)
    return divide(starts, span)


def _list_leaving(store: Store, day: date, span: Span, route: RouteId | None) -> Iterable[PlannedStart]:
    rows = store.list_trips_leaving(day, span.from_s, span.to_s, route)
    return (PlannedStart(one.trip, None, one.start_s) for one in rows)


def _list_repeated(store: Store, trip: TripId, span: Span, offset_s: int) -> Iterable[PlannedStart]:
    """Yield the single runs of frequencies.txt where times are exact, else how often the trip comes and until when."""
    for row in store.list_frequencies(trip):
        begin, end = row.start_s + offset_s, row.end_s + offset_s
        if not row.is_exact:
            if span.holds(begin, end):
                yield PlannedStart(trip, None, begin, end, row.headway_s)
            continue
        for start in range(row.start_s, row.end_s, max(1, row.headway_s)):
            if span.holds(start + offset_s):
                yield PlannedStart(trip, start, start + offset_s)


def divide(found: Sequence[PlannedStart], span: Span) -> DayPlan:
    """Tell the journeys themselves where they are few, else the parts of the span that have any."""
    ordered = sorted(found, key=lambda one: (one.leaves_s, one.trip, one.start_s or 0))
    # A journey that calls twice within the span is one journey.
    once: dict[tuple[TripId, int | None, int | None], PlannedStart] = {}
    for one in ordered:
        once.setdefault((one.trip, one.start_s, one.headway_s and one.leaves_s), one)
    starts = tuple(once.values())
    if not span.part_s:
        return DayPlan(span, starts[:MOST_OF_MINUTE], more=max(0, len(starts) - MOST_OF_MINUTE), count=len(starts))
    if len(starts) <= MOST_MEMBERS:
        return DayPlan(span, starts, count=len(starts))
    return DayPlan(span, (), tuple(_count_parts(starts, span)), count=len(starts))


def _count_parts(starts: Iterable[PlannedStart], span: Span) -> Iterable[tuple[Span, int]]:
    """Yield the parts that have journeys; what comes again and again counts in each that it comes in."""
    parts = tuple(list_parts(span))
    counts = [0] * len(parts)
    for one in starts:
        first = max(0, (one.leaves_s - span.from_s) // span.part_s)
        last = first if one.until_s is None else min(len(parts) - 1, (one.until_s - 1 - span.from_s) // span.part_s)
        for place in range(first, last + 1):
            counts[place] += 1
    return ((part, count) for part, count in zip(parts, counts, strict=True) if count)


def list_parts(span: Span) -> Iterable[Span]:
    """Give the hours of a day, or the minutes of an hour."""
    for first in range(span.from_s, span.to_s + 1, span.part_s):
        hour, rest_s = divmod(first, _HOUR_S)
        if span.part_s == _HOUR_S:
            yield to_hour(hour)
        else:
            name = f"{hour:02d}:{rest_s // _MINUTE_S:02d}"
            yield Span(name, first, first + _MINUTE_S - 1, 0)
