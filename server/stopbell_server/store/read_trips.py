"""Trips of a compiled feed and their stop times, unpacked when asked."""

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import Any

from stopbell_server.domain.ids import RouteId, TripId
from stopbell_server.domain.network import Boarding, Frequency, PatternStop, StopTime, Trip
from stopbell_server.store.database import Database
from stopbell_server.store.packing import unpack
from stopbell_server.store.read_calendar import CalendarReader
from stopbell_server.store.read_routes import RouteReader
from stopbell_server.store.read_stops import ACCESS_BY_CODE
from stopbell_server.store.schema import APPROXIMATE_BIT, DROP_OFF_SHIFT, NO_TIME, PICKUP_BITS

_CACHED_PATTERNS = 2048
_CACHED_TRIPS = 4096
_BOARDING = tuple(Boarding(code) for code in range(4))

_SELECT = """SELECT t.trip_id, r.route_id, v.service_id, h.text, t.short_name, t.direction, t.block, t.wheelchair,
    t.is_frequency, t.pattern FROM trips t JOIN routes r ON r.id = t.route JOIN services v ON v.id = t.service
    LEFT JOIN headsigns h ON h.id = t.headsign"""

_STARTING = f"""{_SELECT} WHERE t.route = ? AND t.start = ? AND t.is_frequency = 0
    AND EXISTS(SELECT 1 FROM service_sets a WHERE a.service_set = ? AND a.service = t.service)
    ORDER BY t.id"""  # noqa: S608 # made of our own words
_OF_ROUTE = f"""{_SELECT} WHERE t.route = ? AND t.start BETWEEN ? AND ? AND t.is_frequency = 0
    AND EXISTS(SELECT 1 FROM service_sets a WHERE a.service_set = ? AND a.service = t.service)
    ORDER BY t.start, t.id"""  # noqa: S608 # made of our own words
_REPEATED = f"""{_SELECT} WHERE t.route = ? AND t.is_frequency = 1
    AND EXISTS(SELECT 1 FROM service_sets a WHERE a.service_set = ? AND a.service = t.service)
    ORDER BY t.id"""  # noqa: S608 # made of our own words
_STARTING_EXACT = f"""{_SELECT} WHERE t.route = ? AND t.is_frequency = 1
    AND EXISTS(SELECT 1 FROM service_sets a WHERE a.service_set = ? AND a.service = t.service)
    AND EXISTS(SELECT 1 FROM frequencies f WHERE f.trip = t.id AND f.is_exact = 1
        AND f.start <= ? AND ? < f.finish AND (? - f.start) % f.headway = 0)
    ORDER BY t.id"""  # noqa: S608 # made of our own words


class TripReader:
    """Reads trips.txt, stop_times.txt by trip, and frequencies.txt as compiled."""

    def __init__(self, database: Database, routes: RouteReader, calendar: CalendarReader) -> None:
        """Read from this file."""
        self._database = database
        self._routes = routes
        self._calendar = calendar
        self._pattern = lru_cache(_CACHED_PATTERNS)(self._read_pattern)
        self._find_with_pattern = lru_cache(_CACHED_TRIPS)(self._read_trip)
        self.list_stop_times = lru_cache(_CACHED_TRIPS)(self._list_stop_times)

    def find(self, trip: TripId) -> Trip | None:
        """Give a row of trips.txt."""
        return self._find_with_pattern(trip)[0]

    def list_pattern(self, trip: TripId) -> tuple[PatternStop, ...]:
        """List what the trip's stop times share with those of all trips that stop alike."""
        pattern = self._find_with_pattern(trip)[1]
        return self._pattern(pattern) if pattern else ()

    def list_of(self, route: RouteId) -> tuple[Trip, ...]:
        """List all trips of a route by first departure."""
        rows = self._database.rows(
            f"{_SELECT} WHERE t.route = ? ORDER BY t.start, t.id", (self._routes.find_number(route),)
        )
        return tuple(map(_to_trip, rows))

    def _read_trip(self, trip: TripId) -> tuple[Trip | None, int | None]:
        row = self._database.first(f"{_SELECT} WHERE t.trip_id = ?", (trip,))
        return (_to_trip(row), row[9]) if row else (None, None)

    def _list_stop_times(self, trip: TripId) -> tuple[StopTime, ...]:
        row = self._database.first(
            """SELECT t.pattern, t.start, m.times FROM trips t JOIN timings m ON m.id = t.timing
            WHERE t.trip_id = ?""",
            (trip,),
        )
        if row is None:
            return ()
        start = row[1] or 0
        times = [None if time == NO_TIME else time + start for time in unpack(row[2])]
        return tuple(
            StopTime(p.stop, p.sequence, arrival, departure, p.pickup, p.drop_off, p.headsign, p.is_approximate)
            for p, arrival, departure in zip(self._pattern(row[0]), times[::2], times[1::2], strict=True)
        )

    def _read_pattern(self, pattern: int) -> tuple[PatternStop, ...]:
        stops, sequences, flags, headsigns = self._database.get(
            "SELECT stops, sequences, flags, headsigns FROM patterns WHERE id = ?", (pattern,)
        )
        numbers = unpack(stops)
        marks: bytes = flags
        stop_ids = dict(self._database.rows_for("SELECT id, stop_id FROM stops WHERE id IN (%s)", set(numbers)))
        texts = unpack(headsigns) if headsigns else [0] * len(numbers)
        words = dict(self._database.rows_for("SELECT id, text FROM headsigns WHERE id IN (%s)", set(texts)))
        counted = unpack(sequences) if sequences else range(1, len(numbers) + 1)
        return tuple(
            PatternStop(
                stop_ids[number],
                sequence,
                _BOARDING[flag & PICKUP_BITS],
                _BOARDING[flag >> DROP_OFF_SHIFT & PICKUP_BITS],
                words.get(text),
                bool(flag & APPROXIMATE_BIT),
            )
            for number, sequence, flag, text in zip(numbers, counted, marks, texts, strict=True)
        )

    def list_frequencies(self, trip: TripId) -> tuple[Frequency, ...]:
        """List the trip's rows of frequencies.txt by start."""
        rows = self._database.rows(
            """SELECT f.start, f.finish, f.headway, f.is_exact FROM trips t JOIN frequencies f ON f.trip = t.id
            WHERE t.trip_id = ? ORDER BY f.start""",
            (trip,),
        )
        return tuple(Frequency(start, end, headway, bool(is_exact)) for start, end, headway, is_exact in rows)

    def list_starting(self, route: RouteId, day: date, start_s: int) -> tuple[Trip, ...]:
        """List the trips of a route that run on this day and leave their first stop at this time.

        A trip of frequencies.txt only if its times are exact and one of its runs starts then.
        """
        number, services = self._routes.find_number(route), self._calendar.on(day).number
        rows = self._database.rows(_STARTING, (number, start_s, services))
        rows += self._database.rows(_STARTING_EXACT, (number, services, start_s, start_s, start_s))
        return tuple(map(_to_trip, rows))

    def list_of_route(self, route: RouteId, day: date, from_s: int, to_s: int) -> tuple[Trip, ...]:
        """List the trips of a route that run on this day and leave their first stop in [from_s, to_s], by that time."""
        number, services = self._routes.find_number(route), self._calendar.on(day).number
        return tuple(map(_to_trip, self._database.rows(_OF_ROUTE, (number, from_s, to_s, services))))

    def list_frequency_of_route(self, route: RouteId, day: date) -> tuple[Trip, ...]:
        """List the trips of a route that frequencies.txt repeats on this day."""
        number, services = self._routes.find_number(route), self._calendar.on(day).number
        return tuple(map(_to_trip, self._database.rows(_REPEATED, (number, services))))

    def known(self, trips: Iterable[TripId]) -> frozenset[TripId]:
        """Give those of these ids that trips.txt has."""
        rows = self._database.rows_for("SELECT trip_id FROM trips WHERE trip_id IN (%s)", trips)
        return frozenset(row[0] for row in rows)


def _to_trip(row: Any) -> Trip:
    return Trip(
        id=row[0],
        route=row[1],
        service=row[2],
        headsign=row[3],
        short_name=row[4],
        direction=row[5],
        block=row[6],
        wheelchair=ACCESS_BY_CODE[row[7]],
        is_frequency=bool(row[8]),
    )
