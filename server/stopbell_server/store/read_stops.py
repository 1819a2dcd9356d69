"""Stops and stations of a compiled feed: by id, code, station and place."""

from functools import lru_cache
from math import asin, cos, degrees, radians, sin, sqrt
from typing import Any

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.store.database import Database

EARTH_RADIUS_M = 6_371_008.8
ACCESS_BY_CODE = {0: Access.UNKNOWN, 1: Access.YES, 2: Access.NO}
_CACHED_STOPS = 4096

SELECT_STOPS = """SELECT s.stop_id, s.name, s.location_type, s.spoken_name, s.code, s.platform, p.stop_id, s.lat, s.lon,
    s.wheelchair, s.description, s.zone_name FROM stops s LEFT JOIN stops p ON p.id = s.parent"""
"""Rows for `to_stop`."""


class StopReader:
    """Reads stops.txt as compiled."""

    def __init__(self, database: Database) -> None:
        """Read from this file."""
        self._database = database
        self.find_number = lru_cache(_CACHED_STOPS)(self._find_number)
        self.find = lru_cache(_CACHED_STOPS)(self._find)

    def _find_number(self, stop: StopId) -> int | None:
        """Give the number by which other tables know a stop."""
        row = self._database.first("SELECT id FROM stops WHERE stop_id = ?", (stop,))
        return row[0] if row else None

    def _find(self, stop: StopId) -> Stop | None:
        row = self._database.first(f"{SELECT_STOPS} WHERE s.stop_id = ?", (stop,))
        return to_stop(row) if row else None

    def list_platforms(self, station: StopId) -> tuple[Stop, ...]:
        """List the stops (location_type 0) of a station in the feed's order."""
        rows = self._database.rows(
            f"{SELECT_STOPS} WHERE s.parent = ? AND s.location_type = 0 ORDER BY s.id", (self.find_number(station),)
        )
        return tuple(map(to_stop, rows))

    def list_by_code(self, code: str) -> tuple[Stop, ...]:
        """List stops and stations with exactly this code."""
        rows = self._database.rows(f"{SELECT_STOPS} WHERE s.code = ? AND s.location_type <= 1 ORDER BY s.id", (code,))
        return tuple(map(to_stop, rows))

    def list_near(self, lat: float, lon: float, radius_m: float, limit: int) -> tuple[tuple[Stop, float], ...]:
        """List stops and stations within a radius, with metres on the globe, nearest first."""
        found: dict[int, tuple[float, int, Any]] = {}
        for box in _boxes(lat, lon, radius_m):
            for row in self._database.rows(
                f"""{SELECT_STOPS} JOIN stop_places b ON b.id = s.id
                WHERE b.lat_to >= ? AND b.lat_from <= ? AND b.lon_to >= ? AND b.lon_from <= ?""",
                box,
            ):
                metres = measure_m(lat, lon, row[7], row[8])
                if metres <= radius_m:
                    found[row[0]] = (metres, len(found), row)
        nearest = sorted(found.values())[:limit]
        return tuple((to_stop(row), metres) for metres, _, row in nearest)


def measure_m(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    """Give the distance between two places on a round Earth, in metres."""
    north = sin(radians(other_lat - lat) / 2)
    east = sin(radians(other_lon - lon) / 2)
    square = north * north + cos(radians(lat)) * cos(radians(other_lat)) * east * east
    return 2 * EARTH_RADIUS_M * asin(min(1.0, sqrt(square)))


def _boxes(lat: float, lon: float, radius_m: float) -> list[tuple[float, float, float, float]]:
    """Give boxes (lat from, lat to, lon from, lon to) around a circle; two where it crosses the 180th meridian."""
    angle = radius_m / EARTH_RADIUS_M
    high = degrees(angle) * 1.0001
    south, north = lat - high, lat + high
    # Widest where the circle touches a meridian: asin(sin r / cos lat); near a pole it is all around.
    ratio = sin(min(angle, 1.5)) / max(1e-9, cos(radians(lat)))
    if ratio >= 1 or south <= -90 or north >= 90:
        return [(south, north, -180.0, 180.0)]
    wide = degrees(asin(ratio)) * 1.0001
    west, east = lon - wide, lon + wide
    boxes = [(south, north, west, east)]
    if west < -180:
        boxes.append((south, north, west + 360, 180.0))
    if east > 180:
        boxes.append((south, north, -180.0, east - 360))
    return boxes


def to_stop(row: Any) -> Stop:
    """Give the stop of a row that begins with the columns of `SELECT_STOPS`."""
    return Stop(
        id=row[0],
        name=row[1],
        location_type=LocationType(row[2]),
        spoken_name=row[3],
        code=row[4],
        platform=row[5],
        parent=row[6],
        lat=row[7],
        lon=row[8],
        wheelchair=ACCESS_BY_CODE[row[9]],
        description=row[10],
        zone_name=row[11],
    )
