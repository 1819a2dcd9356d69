"""How a line runs on a kind of day: calendars differ from week to week, so dates are compared and one is chosen."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import date, timedelta

from stopbell_server.domain.day_kinds import DayKind, UsualDay
from stopbell_server.domain.ids import ServiceId
from stopbell_server.domain.network import Route, Trip
from stopbell_server.domain.outline import TripOutline
from stopbell_server.domain.store import Store

_WEEKS = 4
"""How many dates of one weekday are compared to tell the usual timetable from that of a holiday."""


def list_compared_days(store: Store, today: date) -> tuple[date, ...]:
    """List the four weeks from today that the timetable covers, moved to what it covers; fewer where it is shorter."""
    first = today
    if store.info.last_day is not None:
        first = min(first, store.info.last_day - timedelta(days=7 * _WEEKS - 1))
    if store.info.first_day is not None:
        first = max(first, store.info.first_day)
    days = (first + timedelta(days=n) for n in range(7 * _WEEKS))
    return tuple(day for day in days if store.info.last_day is None or day <= store.info.last_day)


def choose_usual_days(store: Store, routes: Sequence[Route], kind: DayKind, today: date) -> tuple[UsualDay, ...]:
    """Choose the date that stands for a kind of day: the next one on which the line runs as on most of them.

    A weekend is one day where Saturdays and Sundays are alike, else two; a kind that the timetable has no day of is
    none.
    """
    tell = _make_teller(store, routes)
    days = list_compared_days(store, today)
    if kind is not DayKind.WEEKEND:
        return _choose(kind, days, tell, today)
    saturdays = _choose(DayKind.SATURDAY, days, tell, today)
    sundays = _choose(DayKind.SUNDAY, days, tell, today)
    if saturdays and sundays and tell(saturdays[0].day) != tell(sundays[0].day):
        return (*saturdays, *sundays)
    return _choose(kind, days, tell, today)


def _choose(kind: DayKind, days: Iterable[date], tell: Callable[[date], Hashable], today: date) -> tuple[UsualDay, ...]:
    compared = tuple(day for day in days if day.weekday() in kind.weekdays)
    if not compared:
        return ()
    (usual, _), *_ = Counter(map(tell, compared)).most_common(1)
    alike = [day for day in compared if tell(day) == usual]
    others = tuple(day for day in compared if tell(day) != usual)
    chosen = next((day for day in alike if day >= today), alike[-1])
    return (UsualDay(kind, chosen, compared, others),)


def _make_teller(store: Store, routes: Sequence[Route]) -> Callable[[date], Hashable]:
    """Give what tells the timetable of the routes on a day: equal if and only if the same trips leave alike."""
    by_service: dict[ServiceId, list[Trip]] = defaultdict(list)
    for route in routes:
        for trip in store.list_trips_of(route.id):
            by_service[trip.service].append(trip)
    every = [trip.id for trips in by_service.values() for trip in trips]
    outlines = {outline.trip: outline for outline in store.list_outlines(every)}
    told: dict[frozenset[ServiceId], Hashable] = {}

    def tell(day: date) -> Hashable:
        services = store.services_on(day).intersection(by_service)
        if services not in told:
            runs = (_describe(store, trip, outlines[trip.id]) for one in services for trip in by_service[one])
            told[services] = frozenset(Counter(runs).items())
        return told[services]

    return tell


def _describe(store: Store, trip: Trip, outline: TripOutline) -> Hashable:
    """Give what a rider would notice of a trip; stops and times are shared objects, so they compare at once."""
    repeated = store.list_frequencies(trip.id) if trip.is_frequency else ()
    return trip.direction, trip.headsign, outline.stops, outline.times, outline.start_s, repeated
