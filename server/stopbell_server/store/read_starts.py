"""Which trips leave when, over all lines; and ids by how they begin, for whoever types one."""

from datetime import date

from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.domain.planned_days import TripStart
from stopbell_server.store.database import Database
from stopbell_server.store.read_calendar import CalendarReader

_STARTS = """SELECT t.trip_id, r.route_id, t.start FROM routes r
    CROSS JOIN trips t ON t.route = r.id AND t.start BETWEEN ?1 AND ?2 AND t.is_frequency = 0
    WHERE (?4 IS NULL OR r.route_id = ?4)
    AND EXISTS(SELECT 1 FROM service_sets a WHERE a.service_set = ?3 AND a.service = t.service)
    ORDER BY t.start, r.id, t.trip_id"""
"""By the index `trips_by_start`, once for each line."""
_REPEATED = """SELECT DISTINCT t.trip_id FROM frequencies f CROSS JOIN trips t ON t.id = f.trip
    WHERE f.start < ? AND f.finish > ?
    AND EXISTS(SELECT 1 FROM service_sets a WHERE a.service_set = ? AND a.service = t.service)
    ORDER BY t.route, t.trip_id"""
"""Reads all of `frequencies`, which is small: a feed has few trips that repeat. CROSS: never `trips` first."""
_HIGHEST = "\U0010ffff"
_BEGINNING = "SELECT {id} FROM {table} WHERE {id} >= ? AND {id} < ? ORDER BY {id} LIMIT ?"
_TRIPS_OF_DAY = """SELECT t.trip_id FROM trips t INDEXED BY trips_by_id WHERE t.trip_id >= ? AND t.trip_id < ?
    AND EXISTS(SELECT 1 FROM service_sets a WHERE a.service_set = ? AND a.service = t.service)
    ORDER BY t.trip_id LIMIT ?"""
_STOPS = """SELECT stop_id FROM stops WHERE stop_id >= ? AND stop_id < ? AND location_type BETWEEN ? AND ?
    ORDER BY stop_id LIMIT ?"""


class StartReader:
    """Reads trips by when they leave their first stop."""

    def __init__(self, database: Database, calendar: CalendarReader) -> None:
        """Read from this file."""
        self._database = database
        self._calendar = calendar

    def list_leaving(self, day: date, from_s: int, to_s: int, route: RouteId | None) -> tuple[TripStart, ...]:
        """List the trips that run on this day and leave their first stop in [from_s, to_s], by that time."""
        rows = self._database.rows(_STARTS, (from_s, to_s, self._calendar.on(day).number, route))
        return tuple(map(TripStart._make, rows))

    def list_repeated(self, day: date, from_s: int, to_s: int) -> tuple[TripId, ...]:
        """List the trips that frequencies.txt repeats on this day at some time in [from_s, to_s]."""
        rows = self._database.rows(_REPEATED, (to_s + 1, from_s, self._calendar.on(day).number))
        return tuple(row[0] for row in rows)

    def list_route_ids(self, begin: str, limit: int) -> tuple[RouteId, ...]:
        """List routes whose id begins so, by id."""
        return tuple(RouteId(one) for one in self._list_beginning("routes", "route_id", begin, limit))

    def list_trip_ids(self, begin: str, limit: int, day: date | None) -> tuple[TripId, ...]:
        """List trips whose id begins so, by id; with a day those that run then."""
        if day is None:
            return tuple(TripId(one) for one in self._list_beginning("trips", "trip_id", begin, limit))
        services = self._calendar.on(day)
        if not services.services:
            return ()
        rows = self._database.rows(_TRIPS_OF_DAY, (begin, begin + _HIGHEST, services.number, limit))
        return tuple(TripId(row[0]) for row in rows)

    def list_stop_ids(self, begin: str, limit: int, *, is_station: bool | None) -> tuple[StopId, ...]:
        """List stops (or stations, or with None both) whose id begins so, by id; no doors or nodes."""
        kinds = (0, 1) if is_station is None else (int(is_station), int(is_station))
        return tuple(row[0] for row in self._database.rows(_STOPS, (begin, begin + _HIGHEST, *kinds, limit)))

    def _list_beginning(self, table: str, column: str, begin: str, limit: int) -> list[str]:
        rows = self._database.rows(_BEGINNING.format(id=column, table=table), (begin, begin + _HIGHEST, limit))
        return [row[0] for row in rows]
