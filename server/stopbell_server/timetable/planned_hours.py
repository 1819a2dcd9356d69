"""What the timetable alone has at a stop, hour by hour, in the order of the clock; kept while a feed is in use."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple, overload

from stopbell_server.domain.calls import CallKind
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.network import Boarding, Stop
from stopbell_server.domain.outline import TripOutline
from stopbell_server.domain.service_day import DAY_S, to_day_start
from stopbell_server.domain.store import (
    DROP_OFF_MARK_SHIFT,
    FIRST_MARK,
    LAST_MARK,
    MARKS,
    PICKUP_MARK_SHIFT,
    PlannedCall,
    Store,
)
from stopbell_server.timetable.boarding_stops import list_boarding_stops
from stopbell_server.timetable.dated_call import DatedCall

HOUR_S = 3600
LONGEST_DWELL_S = 3600
"""Plans are found by departure; a call whose arrival is in the window may leave this much later."""
_CACHED_HOURS = 4096
_CACHED_STOPS = 8192
_CACHED_OUTLINES = 40_000

Order = tuple[int, str, int]
"""What boards are ordered by: POSIX second, then trip and sequence so that equal times have one order."""


def is_boardable(kind: CallKind, *, is_first: bool, is_last: bool, pickup: Boarding, drop_off: Boarding) -> bool:
    """Whether one can leave (arrive) here: not at the last (first) call, nor with type 1 (GTFS stop_times)."""
    if kind is CallKind.DEPARTURES:
        return not is_last and pickup is not Boarding.NOT_AVAILABLE
    return not is_first and drop_off is not Boarding.NOT_AVAILABLE


def _is_marked_boardable(kind: CallKind, marks: int) -> bool:
    return is_boardable(
        kind,
        is_first=bool(marks & FIRST_MARK),
        is_last=bool(marks & LAST_MARK),
        pickup=Boarding(marks >> PICKUP_MARK_SHIFT & 3),
        drop_off=Boarding(marks >> DROP_OFF_MARK_SHIFT & 3),
    )


_BOARDABLE = {kind: tuple(_is_marked_boardable(kind, marks) for marks in range(MARKS)) for kind in CallKind}


class _Planned(NamedTuple):
    order: Order
    call: PlannedCall
    day: date
    day_start: int


class PlannedHour:
    """The calls of one hour of the clock at some stops, in order."""

    def __init__(self, store: Store, planned: list[_Planned]) -> None:
        """Take them sorted."""
        self._store = store
        self._planned = planned
        self.orders = [one.order for one in planned]
        self._calls: list[DatedCall | None] = [None] * len(planned)

    def get(self, place: int) -> DatedCall:
        """Give a call; the same place always gives the same object."""
        found = self._calls[place]
        if found is None:
            _, call, day, day_start = self._planned[place]
            times = day_start + call.arrival_s, day_start + call.departure_s
            found = self._calls[place] = DatedCall(self._store, call.trip, call.sequence, day, *times)
        return found


class PlannedWindow(Sequence[DatedCall]):
    """The calls of a window, in order; only those that are looked at are made."""

    def __init__(self, parts: list[tuple[PlannedHour, int, int]]) -> None:
        """Take parts of hours: from a place, to before a place."""
        self._parts = parts
        self._length = sum([end - start for _, start, end in parts])

    def __len__(self) -> int:
        """How many calls there are."""
        return self._length

    def __iter__(self) -> Iterator[DatedCall]:
        """Give all of them."""
        for hour, start, end in self._parts:
            for place in range(start, end):
                yield hour.get(place)

    @overload
    def __getitem__(self, key: int) -> DatedCall: ...
    @overload
    def __getitem__(self, key: slice) -> list[DatedCall]: ...
    def __getitem__(self, key: int | slice) -> DatedCall | list[DatedCall]:
        """Give one, or some as a list."""
        if not isinstance(key, slice):
            return next(islice(self, range(self._length)[key], None))
        start, stop, step = key.indices(self._length)
        return list(islice(self, start, stop, step))

    def with_orders(self) -> Iterator[tuple[Order, DatedCall]]:
        """Give all of them with what they are ordered by."""
        for hour, start, end in self._parts:
            for place in range(start, end):
                yield hour.orders[place], hour.get(place)


class PlannedHours:
    """The hours of one feed that were asked for lately, and what else of its timetable every board needs."""

    def __init__(self, store: Store) -> None:
        """Remember the feed; nothing is read before the first question."""
        self._store = store
        # By kind apart: hashing an enum costs more than all the rest of a look-up.
        self._departures: dict[tuple[frozenset[StopId], int], PlannedHour] = {}
        self._arrivals: dict[tuple[frozenset[StopId], int], PlannedHour] = {}
        self._stops: dict[StopId, frozenset[StopId]] = {}
        self._has_templates: dict[frozenset[StopId], bool] = {}
        self._starts: dict[date, int] = {}
        self._templates: dict[tuple[frozenset[StopId], date], tuple[PlannedCall, ...]] = {}
        self._outlines: dict[TripId, TripOutline] = {}

    def list_between(self, stops: frozenset[StopId], kind: CallKind, first: float, last: float) -> PlannedWindow:
        """List the calls whose planned time of this kind is between two POSIX instants, both included.

        Trips of frequencies.txt are not among them.
        """
        from_hour, to_hour = int(first // HOUR_S), int(last // HOUR_S)
        known = self._arrivals if kind is CallKind.ARRIVALS else self._departures
        parts: list[tuple[PlannedHour, int, int]] = []
        for number in range(from_hour, to_hour + 1):
            hour = known.get((stops, number))
            if hour is None:
                self._read(known, stops, kind, number, to_hour)
                hour = known[stops, number]
            orders = hour.orders
            start = bisect_left(orders, (first,)) if number == from_hour else 0
            end = bisect_right(orders, (last, "\U0010ffff")) if number == to_hour else len(orders)
            if end > start:
                parts.append((hour, start, end))
        return PlannedWindow(parts)

    def list_boarding_stops(self, stop: Stop) -> frozenset[StopId]:
        """Give the stops whose calls belong to a question about this one; always the same object."""
        found = self._stops.get(stop.id)
        if found is None:
            _make_room(self._stops, _CACHED_STOPS)
            found = self._stops[stop.id] = list_boarding_stops(self._store, stop)
        return found

    def has_templates(self, stops: frozenset[StopId]) -> bool:
        """Whether any frequency trip calls at these stops, on whatever day."""
        found = self._has_templates.get(stops)
        if found is None:
            _make_room(self._has_templates, _CACHED_STOPS)
            found = self._has_templates[stops] = self._store.has_frequency_calls(stops)
        return found

    def list_templates(self, stops: frozenset[StopId], day: date) -> tuple[PlannedCall, ...]:
        """List the calls of frequency trips that run on this day, as the template has them."""
        found = self._templates.get((stops, day))
        if found is None:
            _make_room(self._templates, _CACHED_STOPS)
            found = self._templates[stops, day] = self._store.list_frequency_calls(stops, day)
        return found

    def list_outlines(self, trips: Collection[TripId]) -> dict[TripId, TripOutline]:
        """Give where and when those of these trips call that the timetable has, by trip."""
        known = {trip: found for trip in trips if (found := self._outlines.get(trip)) is not None}
        missing = [trip for trip in trips if trip not in known]
        if missing:
            _make_room(self._outlines, _CACHED_OUTLINES)
            fresh = {one.trip: one for one in self._store.list_outlines(missing)}
            self._outlines |= fresh
            known |= fresh
        return known

    def find_day_start(self, day: date) -> int:
        """Give the POSIX second from which the times of a service day count."""
        return self._find_start(day)

    def _read(
        self,
        known: dict[tuple[frozenset[StopId], int], PlannedHour],
        stops: frozenset[StopId],
        kind: CallKind,
        first: int,
        last: int,
    ) -> None:
        """Read hours of the clock, from and to, as far as they are not known."""
        store = self._store
        _make_room(known, _CACHED_HOURS)
        wanted = [number for number in range(first, last + 1) if (stops, number) not in known]
        rows: dict[int, list[_Planned]] = {number: [] for number in wanted}
        begin, end = first * HOUR_S, (last + 1) * HOUR_S - 1
        if kind is CallKind.ARRIVALS:
            end += LONGEST_DWELL_S  # plans are found by departure
        boardable, is_arrival = _BOARDABLE[kind], kind is CallKind.ARRIVALS
        for day, day_start in self._list_days(begin, end):
            for call in store.list_planned_calls(stops, day, max(0, begin - day_start), end - day_start):
                if boardable[call.marks]:
                    posix = day_start + (call.arrival_s if is_arrival else call.departure_s)
                    hour = rows.get(posix // HOUR_S)
                    if hour is not None:
                        hour.append(_Planned((posix, call.trip, call.sequence), call, day, day_start))
        for number, planned in rows.items():
            planned.sort()
            known[stops, number] = PlannedHour(store, planned)

    def _list_days(self, begin: int, end: int) -> Iterator[tuple[date, int]]:
        """Give the service days that can have a time between two POSIX seconds, and from when their times count."""
        zone, longest_s = self._store.info.zone, self._store.info.longest_s
        day = datetime.fromtimestamp(begin, zone).date() - timedelta(days=longest_s // DAY_S + 1)
        while (day_start := self._find_start(day)) <= end:
            if begin - day_start <= longest_s:
                yield day, day_start
            day += timedelta(days=1)

    def _find_start(self, day: date) -> int:
        found = self._starts.get(day)
        if found is None:
            _make_room(self._starts, _CACHED_STOPS)
            found = self._starts[day] = int(to_day_start(day, self._store.info.zone).timestamp())
        return found


def _make_room(cache: dict[Any, Any], most: int) -> None:
    """Drop the oldest quarter of a full cache."""
    if len(cache) >= most:
        for key in list(islice(cache, most // 4)):
            cache.pop(key, None)
