"""The two ways of a line: where vehicles stop each way, and when they leave the first stop."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from stopbell_server.domain.ids import ServiceId, StopId
from stopbell_server.domain.network import Route, Trip
from stopbell_server.domain.outline import TripOutline
from stopbell_server.domain.store import Store
from stopbell_server.timetable.same_place import is_same_place, list_same_place
from stopbell_server.timetable.usual_days import list_compared_days

_MINUTE_S = 60
_DAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class LineRun:
    """A trip of a line with where and when it calls."""

    trip: Trip
    outline: TripOutline


@dataclass(frozen=True, slots=True)
class LineWay:
    """One way of a line; a way that nothing runs has no stops."""

    stops: tuple[StopId, ...] = ()
    """In the order in which most vehicles call; others may leave some out or end earlier."""
    runs: tuple[LineRun, ...] = ()


@dataclass(frozen=True, slots=True)
class FirstStopTimes:
    """When vehicles leave the first stop of a way, as "HH:MM" in the feed's zone, in the order of the service day."""

    today: tuple[str, ...] = ()
    workday: tuple[str, ...] = ()
    """Monday to Friday, each time once."""
    saturday: tuple[str, ...] = ()
    sunday: tuple[str, ...] = ()
    weekend: tuple[str, ...] = ()
    """Saturday and Sunday together, each time once."""


def list_ways(store: Store, routes: Iterable[Route], today: date) -> tuple[LineWay, LineWay]:
    """Give both ways of a line, the outbound one first (GTFS trips.direction_id 0, then 1).

    Trips that run within the usual week are looked at; all of them where none does. Where a feed has no
    direction_id, a trip that begins where most of them end goes the other way.
    """
    trips = [trip for route in routes for trip in store.list_trips_of(route.id)]
    usual = frozenset[ServiceId]().union(*_list_usual(store, today).values())
    trips = [trip for trip in trips if trip.service in usual] or trips
    outlines = {outline.trip: outline for outline in store.list_outlines([trip.id for trip in trips])}
    runs = [LineRun(trip, outlines[trip.id]) for trip in trips if outlines[trip.id].stops.stops]
    unsaid = _choose_stops([run for run in runs if run.trip.direction is None])
    sides: tuple[list[LineRun], list[LineRun]] = ([], [])
    for run in runs:
        sides[_to_side(store, run, unsaid)].append(run)
    first, second = (LineWay(_choose_stops(side), tuple(side)) for side in sides)
    return first, second


def _to_side(store: Store, run: LineRun, unsaid: Sequence[StopId]) -> int:
    if run.trip.direction is not None:
        return 1 if run.trip.direction else 0
    stops = run.outline.stops.stops
    is_loop = bool(unsaid) and is_same_place(store, unsaid[0], unsaid[-1])
    return int(not is_loop and bool(unsaid) and is_same_place(store, stops[0], unsaid[-1]))


def _choose_stops(runs: Sequence[LineRun]) -> tuple[StopId, ...]:
    """Give the stops of the pattern with the most trips; the longest of several."""
    counted = Counter(run.outline.stops.stops for run in runs)
    return max(counted, key=lambda stops: (counted[stops], len(stops), stops), default=())


def list_first_stop_times(store: Store, way: LineWay, today: date) -> FirstStopTimes:
    """Give when vehicles leave the first stop of a way, today and on each kind of day of the usual week.

    Trips that only come about every so many minutes have no times (frequencies.txt, exact_times 0).
    """
    usual = _list_usual(store, today)
    times = {day: _list_times(store, way, services) for day, services in usual.items()}
    merged = {name: _merge(times[day] for day in days) for name, days in _KINDS_OF_DAY.items()}
    return FirstStopTimes(today=_to_texts(_list_times(store, way, store.services_on(today))), **merged)


_KINDS_OF_DAY = {"workday": range(5), "saturday": (5,), "sunday": (6,), "weekend": (5, 6)}


def _list_usual(store: Store, today: date) -> Mapping[int, frozenset[ServiceId]]:
    """Give the services of each weekday, Monday as 0: those that most of its next dates have."""
    found: dict[int, list[frozenset[ServiceId]]] = defaultdict(list)
    for day in list_compared_days(store, today):
        found[day.weekday()].append(store.services_on(day))
    return {day: Counter(found[day] or [frozenset[ServiceId]()]).most_common(1)[0][0] for day in range(7)}


def _list_times(store: Store, way: LineWay, services: frozenset[ServiceId]) -> set[int]:
    """Give the departures from the way's first stop in minutes of the service day."""
    found: set[int] = set()
    places = list_same_place(store, way.stops[0], (stop for run in way.runs for stop in run.outline.stops.stops[:-1]))
    for run in way.runs:
        stops = run.outline.stops.stops
        start = next((place for place, stop in enumerate(stops[:-1]) if stop in places), None)
        if run.trip.service not in services or start is None:
            continue
        seconds = run.outline.times.departures[start]
        if seconds is not None:
            found.update(start // _MINUTE_S for start in _list_starts(store, run, seconds))
    return found


def _list_starts(store: Store, run: LineRun, seconds: int) -> Iterable[int]:
    if not run.outline.is_frequency:
        return (run.outline.start_s + seconds,)
    offset = seconds - (run.outline.times.departures[0] or 0)
    return (
        start + offset
        for row in store.list_frequencies(run.trip.id)
        if row.is_exact
        for start in range(row.start_s, row.end_s, row.headway_s)
    )


def _merge(days: Iterable[set[int]]) -> tuple[str, ...]:
    return _to_texts(set[int]().union(*days))


def _to_texts(minutes: set[int]) -> tuple[str, ...]:
    return tuple(f"{m % _DAY_MINUTES // 60:02}:{m % 60:02}" for m in sorted(minutes))
