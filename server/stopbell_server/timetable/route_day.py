"""What a line does on one service day, by plan alone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise
from statistics import median

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Route, Stop, StopTime, Trip
from stopbell_server.domain.route_day import Period, RouteDay, RouteDirection
from stopbell_server.domain.service_day import to_instant
from stopbell_server.domain.store import Store
from stopbell_server.timetable.calendar import to_coverage
from stopbell_server.timetable.dated_trip import to_first_departure
from stopbell_server.timetable.same_place import list_same_place
from stopbell_server.timetable.shapes import cut, find_shape
from stopbell_server.timetable.view import FeedView

_HOURS = (0, 5, 9, 15, 19, 24)
"""Where one part of a service day ends and the next begins; the last lasts until the day does."""
_FEWEST = 3
"""Of fewer departures nobody would say that they leave every so many minutes."""

Direction = tuple[int | None, str | None]


def describe_route_day(view: FeedView, routes: Sequence[Route], day: date, at: frozenset[StopId]) -> RouteDay:
    """Tell what the routes of one line do on a day, from the first stop of each direction, or from `at`.

    With `at` only directions that one can board there are told.
    """
    store = view.store
    by_direction: dict[Direction, list[Trip]] = defaultdict(list)
    for route in routes:
        planned = store.list_trips_of_route(route.id, day, -(1 << 30), store.info.longest_s)
        for trip in (*planned, *store.list_frequency_trips_of_route(route.id, day)):
            by_direction[_to_direction(trip)].append(trip)
    told = (_describe(store, day, trips, at) for trips in by_direction.values())
    directions = sorted((one for one in told if one), key=lambda one: len(one.departures), reverse=True)
    return RouteDay(store.info, tuple(routes), day, to_coverage(store, day), tuple(directions))


def _to_direction(trip: Trip) -> Direction:
    """Tell directions apart by direction_id; where the feed has none, by where the vehicles go."""
    return (trip.direction, None) if trip.direction is not None else (None, trip.headsign)


def _describe(store: Store, day: date, trips: Sequence[Trip], at: frozenset[StopId]) -> RouteDirection | None:
    """Tell one direction; the way that most of its trips go stands for it."""
    rows = {trip.id: store.list_stop_times(trip.id) for trip in trips}
    patterns = Counter(tuple(call.stop for call in rows[trip.id]) for trip in trips)
    (pattern, _), *_ = patterns.most_common(1)
    # A terminus has several platforms: who asks for the first stop means all of them.
    places = (
        at & set(pattern[:-1]) or at or list_same_place(store, pattern[0], (s for way in patterns for s in way[:-1]))
    )
    starts: list[int] = []
    repeated: list[Period] = []
    for trip in trips:
        call = next((one for one in rows[trip.id][:-1] if one.stop in places), None)
        if call is None or call.departure_s is None:
            continue
        if trip.is_frequency:
            repeated += _list_repeated(store, trip, day, rows[trip.id], call.departure_s)
        else:
            starts.append(call.departure_s)
    if not starts and not repeated:
        return None
    headsigns = Counter(trip.headsign for trip in trips if trip.headsign)
    shape = find_shape(store, (trip.id for trip in trips if tuple(call.stop for call in rows[trip.id]) == pattern))
    first = next((stop for stop in pattern if stop in places), next(iter(places)))
    return RouteDirection(
        headsign=headsigns.most_common(1)[0][0] if headsigns else None,
        stops=tuple(_get_stop(store, stop) for stop in pattern),
        start=_get_stop(store, first),
        departures=tuple(to_instant(day, second, store.info.zone) for second in sorted(starts)),
        periods=(*_list_periods(store, day, sorted(starts)), *sorted(repeated, key=lambda one: one.start)),
        variants=len(patterns),
        course=cut(shape) if shape else (),
    )


def _get_stop(store: Store, stop: StopId) -> Stop:
    return store.find_stop(stop) or Stop(stop, stop)


def _list_periods(store: Store, day: date, starts: Sequence[int]) -> Iterable[Period]:
    """List the parts of the day with enough departures; neighbours of one headway, in whole minutes, are one part."""
    told: list[tuple[int, int, int]] = []
    last_end = -1
    for first, last in pairwise((*_HOURS, 1 << 16)):
        inside = [second for second in starts if first * 3600 <= second < last * 3600]
        if len(inside) >= _FEWEST:
            gap_s = int(median(after - before for before, after in pairwise(inside)))
            if told and last_end == first and round(told[-1][2] / 60) == round(gap_s / 60):
                told[-1] = (told[-1][0], inside[-1], told[-1][2])
            else:
                told.append((inside[0], inside[-1], gap_s))
            last_end = last
    return [_to_period(store, day, *one) for one in told]


def _list_repeated(store: Store, trip: Trip, day: date, rows: Sequence[StopTime], departure_s: int) -> Iterable[Period]:
    """Yield what frequencies.txt says, moved to the stop; of exact times too, for they are as regular."""
    offset_s = departure_s - to_first_departure(tuple(rows))
    for row in store.list_frequencies(trip.id):
        yield _to_period(store, day, row.start_s + offset_s, row.end_s + offset_s, row.headway_s)


def _to_period(store: Store, day: date, start_s: int, end_s: int, headway_s: int) -> Period:
    zone = store.info.zone
    return Period(to_instant(day, start_s, zone), to_instant(day, end_s, zone), headway_s)
