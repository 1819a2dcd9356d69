"""Departure boards before realtime: the hottest query of the program, one clustered range scan per stop."""

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from itertools import chain
from operator import attrgetter

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.store import PlannedCall
from stopbell_server.store.database import Database
from stopbell_server.store.read_calendar import CalendarReader
from stopbell_server.store.read_stops import StopReader

_PLANNED = """SELECT t.trip_id, c.sequence, c.departure - c.dwell, c.departure, v.service_id
    FROM calls c JOIN trips t ON t.id = c.trip JOIN services v ON v.id = c.service
    WHERE c.stop = ? AND c.departure BETWEEN ? AND ?
    AND EXISTS(SELECT 1 FROM service_sets a WHERE a.service_set = ? AND a.service = c.service)
    ORDER BY c.departure"""
_TEMPLATES = """SELECT t.trip_id, c.sequence, c.departure - c.dwell, c.departure, v.service_id
    FROM template_calls c JOIN trips t ON t.id = c.trip JOIN services v ON v.id = c.service
    WHERE c.stop = ? AND EXISTS(SELECT 1 FROM service_sets a WHERE a.service_set = ? AND a.service = c.service)
    ORDER BY c.departure"""


_HOUR_S = 3600
_SLICE_S = 2 * _HOUR_S
"""A slice begins at any full hour, so that one is enough for the usual window of an hour."""
_CACHED_SLICES = 1024
_LONGEST_SLICED_S = 12 * _HOUR_S
"""Longer windows are asked once, for a whole day, and are read in one go."""


class CallReader:
    """Reads stop_times.txt by stop as compiled.

    Whoever waits asks for the same stop again and again: the calls of two hours are kept for a while.
    """

    def __init__(self, database: Database, stops: StopReader, calendar: CalendarReader) -> None:
        """Read from this file."""
        self._database = database
        self._stops = stops
        self._calendar = calendar
        self._slice = lru_cache(_CACHED_SLICES)(self._read_slice)

    def list_planned(self, stops: Iterable[StopId], day: date, from_s: int, to_s: int) -> tuple[PlannedCall, ...]:
        """List calls of trips that run on this day with departure in [from_s, to_s], by departure."""
        services = self._calendar.on(day).number
        found = [self._list_window(stop, services, max(0, from_s), to_s) for stop in dict.fromkeys(stops)]
        return _merge(found)

    def list_templates(self, stops: Iterable[StopId], day: date) -> tuple[PlannedCall, ...]:
        """List calls of frequency trips that run on this day, as the template has them."""
        services = self._calendar.on(day).number
        return _merge([self._read(_TEMPLATES, stop, services) for stop in dict.fromkeys(stops)])

    def _list_window(self, stop: StopId, services: int, from_s: int, to_s: int) -> list[PlannedCall]:
        if to_s - from_s > _LONGEST_SLICED_S:
            return self._read(_PLANNED, stop, from_s, to_s, services)
        found: list[PlannedCall] = []
        for start in range(from_s - from_s % _HOUR_S, to_s + 1, _SLICE_S):
            found += [call for call in self._slice(stop, services, start) if from_s <= call.departure_s <= to_s]
        return found

    def _read_slice(self, stop: StopId, services: int, start: int) -> list[PlannedCall]:
        return self._read(_PLANNED, stop, start, start + _SLICE_S - 1, services)

    def _read(self, sql: str, stop: StopId, *values: int) -> list[PlannedCall]:
        number = self._stops.find_number(stop)
        if number is None:
            return []
        return [
            PlannedCall(trip, stop, sequence, arrival, departure, service)
            for trip, sequence, arrival, departure, service in self._database.rows(sql, (number, *values))
        ]


def _merge(boards: list[list[PlannedCall]]) -> tuple[PlannedCall, ...]:
    """Join the calls of several stops by departure; calls at one instant keep the order of the stops."""
    if len(boards) == 1:
        return tuple(boards[0])
    return tuple(sorted(chain.from_iterable(boards), key=attrgetter("departure_s")))
