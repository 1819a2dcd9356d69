"""Patterns by the lines that go along them, and the days on which a service runs."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache

from stopbell_server.domain.ids import RouteId, ServiceId, StopId, TripId
from stopbell_server.domain.patterns import RoutePattern
from stopbell_server.domain.planned_days import ServiceStretch
from stopbell_server.store.database import Database
from stopbell_server.store.packing import unpack
from stopbell_server.store.read_routes import RouteReader
from stopbell_server.store.schema import WEEKDAYS

_CACHED_ROUTES = 256
_CACHED_SERVICES = 1024
_WEEK = len(WEEKDAYS)
_GROUPS = """SELECT t.pattern, t.direction, count(*), min(t.trip_id) FROM trips t
    WHERE t.route = ? AND t.pattern IS NOT NULL GROUP BY t.pattern, t.direction"""
"""By the index `trips_by_start`, whose first column is the route."""


class PatternReader:
    """Reads patterns as the lines have them; what differs only in numbers, times or signs is one pattern."""

    def __init__(self, database: Database, routes: RouteReader) -> None:
        """Read from this file."""
        self._database = database
        self._routes = routes
        self.list_of = lru_cache(_CACHED_ROUTES)(self._list_of)

    def _list_of(self, route: RouteId) -> tuple[RoutePattern, ...]:
        groups = self._database.rows(_GROUPS, (self._routes.find_number(route),))
        stops = self._list_stops({pattern for pattern, *_ in groups})
        counts: dict[tuple[int | None, tuple[StopId, ...]], list[tuple[int, TripId]]] = defaultdict(list)
        for pattern, direction, trips, example in groups:
            counts[direction, stops[pattern]].append((trips, example))
        found = (
            RoutePattern(route, direction, path, sum(trips for trips, _ in told), min(example for _, example in told))
            for (direction, path), told in counts.items()
        )
        return tuple(sorted(found, key=lambda one: (-one.trips, one.id)))

    def _list_stops(self, patterns: Iterable[int]) -> dict[int, tuple[StopId, ...]]:
        rows = self._database.rows_for("SELECT id, stops FROM patterns WHERE id IN (%s)", patterns)
        numbers = {pattern: unpack(blob) for pattern, blob in rows}
        asked = {stop for found in numbers.values() for stop in found}
        ids: dict[int, StopId] = dict(self._database.rows_for("SELECT id, stop_id FROM stops WHERE id IN (%s)", asked))
        return {pattern: tuple(ids[stop] for stop in found) for pattern, found in numbers.items()}


class ServiceDays:
    """Reads on which days a service runs."""

    def __init__(self, database: Database) -> None:
        """Read from this file."""
        self._database = database
        self.list_of = lru_cache(_CACHED_SERVICES)(self._list_of)

    def _list_of(self, service: ServiceId) -> tuple[ServiceStretch, ...]:
        periods = self._database.rows("SELECT * FROM periods ORDER BY first")
        number = self._database.first("SELECT id FROM services WHERE service_id = ?", (service,))
        sets = {one for _, *weekdays in periods for one in weekdays if one}
        if number is None or not sets:
            return ()
        statement = f"SELECT service_set FROM service_sets WHERE service = {int(number[0])} AND service_set IN (%s)"  # noqa: S608
        having = {row[0] for row in self._database.rows_for(statement, sets)}
        return tuple(_merge(periods, having))


def _merge(periods: list[tuple[int, ...]], having: set[int]) -> Iterator[ServiceStretch]:
    """Join neighbouring periods in which the service runs on the same weekdays, as far as they have these."""
    known: dict[int, bool] = {}
    begin = end = 0
    for place, (first, *sets) in enumerate(periods):
        # The last period is without end; all of its sets are empty, or nothing is known to end it.
        last = periods[place + 1][0] - 1 if place + 1 < len(periods) else first + _WEEK - 1
        flags = {(day - 1) % _WEEK: sets[(day - 1) % _WEEK] in having for day in range(first, min(last, first + 6) + 1)}
        if known and all(known.get(weekday, runs) is runs for weekday, runs in flags.items()):
            known.update(flags)
        else:
            yield from _to_stretch(begin, end, known)
            known, begin = flags, first
        end = last
    yield from _to_stretch(begin, end, known)


def _to_stretch(begin: int, end: int, known: dict[int, bool]) -> Iterator[ServiceStretch]:
    """Give the stretch from its first running day to its last; none when there is no such day."""
    weekdays = tuple(sorted(weekday for weekday, runs in known.items() if runs))
    if not weekdays:
        return
    first = next((day for day in range(begin, min(end, begin + 6) + 1) if (day - 1) % _WEEK in weekdays), None)
    last = next((day for day in range(end, max(begin, end - 6) - 1, -1) if (day - 1) % _WEEK in weekdays), None)
    if first is not None and last is not None:
        yield ServiceStretch(date.fromordinal(first), date.fromordinal(last), weekdays)
