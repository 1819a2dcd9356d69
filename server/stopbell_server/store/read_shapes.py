"""Shapes of a compiled feed, unpacked when asked."""

import zlib
from functools import lru_cache
from itertools import accumulate

from stopbell_server.domain.errors import StoreUnreadable
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.shapes import NextStop, Point, TripShape
from stopbell_server.store.database import Database
from stopbell_server.store.packing import unpack
from stopbell_server.store.schema import DEGREE_STEPS, PLACE_STEPS

_CACHED_SHAPES = 64
"""A shape takes some ten kilobytes in memory."""


class ShapeReader:
    """Reads shapes.txt as compiled."""

    def __init__(self, database: Database) -> None:
        """Read from this file."""
        self._database = database
        self._read = lru_cache(_CACHED_SHAPES)(self._read_shape)

    def find(self, trip: TripId) -> TripShape | None:
        """Give the shape of a trip; None when it has none or its stops do not lie along it."""
        row = self._database.first("SELECT shape, pattern FROM trips WHERE trip_id = ?", (trip,))
        return self._read(*row) if row and None not in row else None

    def list_next_stops(self, stop: StopId) -> tuple[NextStop, ...]:
        """List the stops that trips go to next from here, most trips first."""
        rows = self._database.rows(
            """SELECT n.stop_id, a.trips, a.bearing FROM stops s JOIN next_stops a ON a.stop = s.id
            JOIN stops n ON n.id = a.next WHERE s.stop_id = ? ORDER BY a.trips DESC, a.next""",
            (stop,),
        )
        return tuple(map(NextStop._make, rows))

    def _read_shape(self, shape: int, pattern: int) -> TripShape | None:
        row = self._database.first(
            """SELECT s.points, p.places FROM shape_stops p JOIN shapes s ON s.id = p.shape
            WHERE p.shape = ? AND p.pattern = ?""",
            (shape, pattern),
        )
        if row is None:
            return None
        try:
            steps = unpack(zlib.decompress(row[0]))
        except zlib.error as error:
            raise StoreUnreadable(
                f"The compiled feed {self._database.path.name} is damaged (a shape: {error}). "
                "Import its source again (stopbell feed update)."
            ) from error
        half = len(steps) // 2
        lats, lons = accumulate(steps[:half]), accumulate(steps[half:])
        return TripShape(
            tuple(Point(lat / DEGREE_STEPS, lon / DEGREE_STEPS) for lat, lon in zip(lats, lons, strict=True)),
            tuple(place / PLACE_STEPS for place in unpack(row[1])),
        )
