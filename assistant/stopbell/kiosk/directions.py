"""Where things are from a kiosk, by the clock face: twelve is ahead of whoever stands with the back to it.

A kiosk can say that because it does not turn; what it says is computed from positions, not looked at on the spot.
"""

import math
from dataclasses import dataclass

_EARTH_M = 6_371_000.0
_HOUR_DEGREES = 30.0
NEAREST_M = 3.0
"""What is nearer than a few steps has no direction that positions could tell."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place on Earth, in degrees."""

    latitude: float
    longitude: float


def measure_distance(here: Point, there: Point) -> float:
    """Give metres between two places that are near each other."""
    north, east = _to_meters(here, there)
    return math.hypot(north, east)


def find_bearing(here: Point, there: Point) -> float:
    """Give degrees from north, 0 to 360, in which one looks from here to there."""
    north, east = _to_meters(here, there)
    return math.degrees(math.atan2(east, north)) % 360


def to_clock(bearing: float, heading: float) -> int:
    """Give the hour, 1 to 12, in which a bearing lies for one who looks in the heading; both in degrees from north."""
    return round((bearing - heading) % 360 / _HOUR_DEGREES) % 12 or 12


def _to_meters(here: Point, there: Point) -> tuple[float, float]:
    north = math.radians(there.latitude - here.latitude) * _EARTH_M
    shrink = math.cos(math.radians((here.latitude + there.latitude) / 2))
    turn = (there.longitude - here.longitude + 180) % 360 - 180
    return north, math.radians(turn) * shrink * _EARTH_M
