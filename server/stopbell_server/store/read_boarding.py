"""Hailing and booking as compiled: what a rider must know at a stop beyond its times."""

from stopbell_server.domain.boarding import Booking, BookingRule, Hailing
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Boarding
from stopbell_server.store.database import Database

_HAILING = """SELECT r.route_id, h.pickup, h.drop_off, h.is_every FROM stops s JOIN hailing h ON h.stop = s.id
    JOIN routes r ON r.id = h.route WHERE s.stop_id = ? ORDER BY h.route"""
_BOOKINGS = """SELECT r.route_id, k.for_pickup, k.for_drop_off, k.is_every, k.rule, b.phone, b.message
    FROM stops s JOIN bookings k ON k.stop = s.id JOIN routes r ON r.id = k.route
    LEFT JOIN booking_rules b ON b.id = k.rule WHERE s.stop_id = ? ORDER BY k.route"""


class BoardingReader:
    """Reads continuous pickup and booking rules as compiled."""

    def __init__(self, database: Database) -> None:
        """Read from this file."""
        self._database = database

    def list_hailing(self, stop: StopId) -> tuple[Hailing, ...]:
        """List the lines that are boarded or left between stops from this stop on, in natural order."""
        rows = self._database.rows(_HAILING, (stop,))
        return tuple(Hailing(row[0], Boarding(row[1]), Boarding(row[2]), bool(row[3])) for row in rows)

    def list_bookings(self, stop: StopId) -> tuple[Booking, ...]:
        """List the lines that must be booked to stop here, in natural order."""
        return tuple(
            Booking(
                route=row[0],
                for_pickup=bool(row[1]),
                for_drop_off=bool(row[2]),
                is_every_trip=bool(row[3]),
                rule=BookingRule(row[5], row[6]) if row[4] is not None else None,
            )
            for row in self._database.rows(_BOOKINGS, (stop,))
        )
