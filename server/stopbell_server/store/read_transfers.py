"""transfers.txt of a compiled feed, and the trips of a block."""

from collections.abc import Iterable
from datetime import date

from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.network import Trip
from stopbell_server.domain.transfers import Transfer, TransferKind
from stopbell_server.store.database import Database
from stopbell_server.store.read_calendar import CalendarReader
from stopbell_server.store.read_trips import TripReader

_SELECT = """SELECT x.kind, a.stop_id, b.stop_id, c.route_id, d.route_id, e.trip_id, f.trip_id, x.minimum, x.id
    FROM transfers x LEFT JOIN stops a ON a.id = x.from_stop LEFT JOIN stops b ON b.id = x.to_stop
    LEFT JOIN routes c ON c.id = x.from_route LEFT JOIN routes d ON d.id = x.to_route
    LEFT JOIN trips e ON e.id = x.from_trip LEFT JOIN trips f ON f.id = x.to_trip"""
_OF_STOPS = f"{_SELECT} WHERE x.from_stop IN (SELECT id FROM stops WHERE stop_id IN (%s))"  # noqa: S608 # our own words
_OF_TRIP = f"{_SELECT} WHERE x.from_trip = (SELECT id FROM trips WHERE trip_id = ?)"  # noqa: S608 # our own words
_IN_BLOCK = """SELECT t.trip_id FROM trips t WHERE t.block = ? AND t.is_frequency = 0
    AND EXISTS(SELECT 1 FROM service_sets a WHERE a.service_set = ? AND a.service = t.service)
    ORDER BY t.start, t.id"""


class TransferReader:
    """Reads transfers.txt as compiled."""

    def __init__(self, database: Database, trips: TripReader, calendar: CalendarReader) -> None:
        """Read from this file."""
        self._database = database
        self._trips = trips
        self._calendar = calendar

    def list_from(self, stops: Iterable[StopId], trip: TripId | None) -> tuple[Transfer, ...]:
        """List the rows that begin at any of these stops or with this trip, in the feed's order."""
        rows = self._database.rows_for(_OF_STOPS, stops)
        if trip is not None:
            rows += self._database.rows(_OF_TRIP, (trip,))
        found = {row[8]: Transfer(TransferKind(row[0]), *row[1:8]) for row in rows}
        return tuple(found[number] for number in sorted(found))

    def list_block(self, block: str, day: date) -> tuple[Trip, ...]:
        """List the trips of a block that run on this day, by first departure; none of frequencies.txt."""
        rows = self._database.rows(_IN_BLOCK, (block, self._calendar.on(day).number))
        return tuple(trip for row in rows if (trip := self._trips.find(row[0])))
