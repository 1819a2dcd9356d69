"""Departure boards before realtime: the hottest query of the program, one blob for each hour at a stop."""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from itertools import chain
from operator import attrgetter

from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.store import MARKS, PlannedCall
from stopbell_server.store.database import Database
from stopbell_server.store.packing import unpack
from stopbell_server.store.read_calendar import CalendarReader
from stopbell_server.store.read_stops import StopReader
from stopbell_server.store.schema import HOURS_PER_STOP, MARK_BITS, NUMBERS_PER_CALL

_HOUR_S = 3600
_SLICE_HOURS = 2
"""A slice begins at any full hour, so that one is enough for the usual window of an hour."""
_CACHED_SLICES = 1024
_MOST_SLICED_HOURS = 12
"""Longer windows are asked once, for a whole day, and are read in one go."""
_CACHED_IDS = 16_384
_ANY_MARK = MARKS - 1
_ANY_TEMPLATE = "SELECT 1 FROM template_calls WHERE stop = ? LIMIT 1"
_TEMPLATES = """SELECT t.trip_id, c.sequence, c.departure - c.dwell, c.departure, v.service_id
    FROM template_calls c JOIN trips t ON t.id = c.trip JOIN services v ON v.id = c.service
    WHERE c.stop = ? AND EXISTS(SELECT 1 FROM service_sets a WHERE a.service_set = ? AND a.service = c.service)
    ORDER BY c.departure"""


class CallReader:
    """Reads stop_times.txt by stop as compiled.

    Whoever waits asks for the same stop again and again: the calls of two hours are kept for a while.
    """

    def __init__(self, database: Database, stops: StopReader, calendar: CalendarReader) -> None:
        """Read from this file."""
        self._database = database
        self._stops = stops
        self._calendar = calendar
        self._slice = lru_cache(_CACHED_SLICES)(self._read_hours)
        self._trip_ids: dict[int, TripId] = {}

    def list_planned(self, stops: Iterable[StopId], day: date, from_s: int, to_s: int) -> tuple[PlannedCall, ...]:
        """List calls of trips that run on this day with departure in [from_s, to_s], by departure."""
        first, last = max(0, from_s) // _HOUR_S, min(to_s // _HOUR_S, HOURS_PER_STOP - 1)
        boards = [self._list_hours(stop, day, first, last) for stop in dict.fromkeys(stops)]
        return _merge([[call for call in board if from_s <= call.departure_s <= to_s] for board in boards])

    def has_templates(self, stops: Iterable[StopId]) -> bool:
        """Whether any frequency trip calls at any of these stops."""
        numbers = (self._stops.find_number(stop) for stop in stops)
        return any(self._database.first(_ANY_TEMPLATE, (number,)) for number in numbers)

    def list_templates(self, stops: Iterable[StopId], day: date) -> tuple[PlannedCall, ...]:
        """List calls of frequency trips that run on this day, as the template has them."""
        services = self._calendar.on(day).number
        boards: list[list[PlannedCall]] = []
        for stop in dict.fromkeys(stops):
            rows = self._database.rows(_TEMPLATES, (self._stops.find_number(stop), services))
            boards.append(
                [
                    PlannedCall(trip, stop, sequence, arrival, departure, service)
                    for trip, sequence, arrival, departure, service in rows
                ]
            )
        return _merge(boards)

    def _list_hours(self, stop: StopId, day: date, first: int, last: int) -> Iterable[PlannedCall]:
        """List the calls of at least these hours."""
        if last - first >= _MOST_SLICED_HOURS:
            return self._read_hours(stop, day, first, last)
        hours = range(first, last + 1, _SLICE_HOURS)
        return chain.from_iterable(self._slice(stop, day, hour, hour + _SLICE_HOURS - 1) for hour in hours)

    def _read_hours(self, stop: StopId, day: date, first: int, last: int) -> list[PlannedCall]:
        number = self._stops.find_number(stop)
        if number is None:
            return []
        service_of = self._calendar.on(day).service_of
        base = number * HOURS_PER_STOP
        places = (base + first, base + min(last, HOURS_PER_STOP - 1))
        blobs = self._database.rows("SELECT calls FROM boards WHERE place BETWEEN ? AND ? ORDER BY place", places)
        numbers = unpack(b"".join(blob for (blob,) in blobs))
        columns = (numbers[field::NUMBERS_PER_CALL] for field in range(NUMBERS_PER_CALL))
        running = [row for row in zip(*columns, strict=True) if row[4] in service_of]
        trip_ids = self._find_trip_ids([row[2] for row in running])
        return [
            PlannedCall._make(
                (
                    trip_ids[t],
                    stop,
                    sequence,
                    departure - (dwell >> MARK_BITS),
                    departure,
                    service_of[v],
                    dwell & _ANY_MARK,
                )
            )
            for departure, dwell, t, sequence, v in running
        ]

    def _find_trip_ids(self, trips: list[int]) -> Mapping[int, TripId]:
        """Give the ids of these trips at least, remembered from stop to stop."""
        known = self._trip_ids
        if len(known) > _CACHED_IDS:
            known = self._trip_ids = {}  # not cleared: another thread may be reading the old one
        missing = [trip for trip in trips if trip not in known]
        if missing:
            known.update(self._database.rows_for("SELECT id, trip_id FROM trips WHERE id IN (%s)", missing))
        return known


def _merge(boards: list[list[PlannedCall]]) -> tuple[PlannedCall, ...]:
    """Join the calls of several stops by departure; calls at one instant keep the order of the stops."""
    if len(boards) == 1:
        return tuple(boards[0])
    return tuple(sorted(chain.from_iterable(boards), key=attrgetter("departure_s")))
