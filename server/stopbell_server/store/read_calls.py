"""Departure boards before realtime: the hottest query of the program, one clustered range scan per stop."""

from collections.abc import Iterable
from datetime import date
from operator import attrgetter
from typing import Any

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


class CallReader:
    """Reads stop_times.txt by stop as compiled."""

    def __init__(self, database: Database, stops: StopReader, calendar: CalendarReader) -> None:
        """Read from this file."""
        self._database = database
        self._stops = stops
        self._calendar = calendar

    def list_planned(self, stops: Iterable[StopId], day: date, from_s: int, to_s: int) -> tuple[PlannedCall, ...]:
        """List calls of trips that run on this day with departure in [from_s, to_s], by departure."""
        services = self._calendar.on(day).number
        return self._gather(_PLANNED, stops, (from_s, to_s, services))

    def list_templates(self, stops: Iterable[StopId], day: date) -> tuple[PlannedCall, ...]:
        """List calls of frequency trips that run on this day, as the template has them."""
        return self._gather(_TEMPLATES, stops, (self._calendar.on(day).number,))

    def _gather(self, sql: str, stops: Iterable[StopId], values: tuple[Any, ...]) -> tuple[PlannedCall, ...]:
        calls: list[PlannedCall] = []
        runs = 0
        for stop in dict.fromkeys(stops):
            number = self._stops.find_number(stop)
            if number is None:
                continue
            calls += [
                PlannedCall(trip, stop, sequence, arrival, departure, service)
                for trip, sequence, arrival, departure, service in self._database.rows(sql, (number, *values))
            ]
            runs += 1
        if runs > 1:
            calls.sort(key=attrgetter("departure_s"))
        return tuple(calls)
