"""The course of trips on the ground: the piece between two stops, its length, and the same with fewer points."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.shapes import Point, TripShape
from stopbell_server.domain.store import Store
from stopbell_server.timetable.geo import EARTH_RADIUS_M, to_distance_m

_ASIDE, _BACK = 0.8, 0.6
"""Parts of the tolerance: a left-out point may lie so far beside the line and so far beyond its end, both together
making one tolerance at most (0.8² + 0.6² = 1)."""


def find_shape(store: Store, trips: Iterable[TripId]) -> TripShape | None:
    """Give the shape that most of these trips of one pattern have; None when none has any."""
    shapes = Counter(shape for trip in trips if (shape := store.find_shape(trip)) is not None)
    return shapes.most_common(1)[0][0] if shapes else None


def cut(shape: TripShape, first: int = 0, last: int = -1) -> tuple[Point, ...]:
    """Give the piece between two stops, counted as the trip's stop times are; without them the whole way it calls.

    One point alone when both lie at one place.
    """
    start, end = shape.places[first], shape.places[last]
    between = shape.points[math.floor(start) + 1 : math.ceil(end)]
    head, *tail = (_find_point(shape, start), *between, _find_point(shape, end))
    return (head, *(point for before, point in pairwise((head, *tail)) if point != before))


def _find_point(shape: TripShape, place: float) -> Point:
    number = min(math.floor(place), len(shape.points) - 2)
    part = place - number
    (lat, lon), (next_lat, next_lon) = shape.points[number], shape.points[number + 1]
    return Point(lat + part * (next_lat - lat), lon + part * (next_lon - lon))


def to_length_m(points: Iterable[Point]) -> float:
    """Give the metres along a line."""
    return sum(to_distance_m(*before, *after) for before, after in pairwise(points))


def thin(points: Sequence[Point], tolerance_m: float, most: int) -> tuple[tuple[Point, ...], float]:
    """Leave out points that lie within a tolerance of the line without them; the ends stay.

    The tolerance is doubled until no more than `most` points (at least 2) are left; it is given back with them.
    """
    ground = _to_metres(points)
    while True:
        kept = _choose(ground, tolerance_m)
        if len(kept) <= most:
            return tuple(points[place] for place in kept), tolerance_m
        tolerance_m *= 2


def _to_metres(points: Sequence[Point]) -> list[tuple[float, float]]:
    north_m = math.radians(1) * EARTH_RADIUS_M
    east_m = north_m * math.cos(math.radians(points[0].lat)) if points else 0.0
    return [(point.lon * east_m, point.lat * north_m) for point in points]


def _choose(ground: Sequence[tuple[float, float]], tolerance_m: float) -> list[int]:
    """Choose which points stay, in one pass: from each the line goes as far as all it leaves out lie beside it.

    Linear whatever the line is, for a feed decides how many points there are and how they wind.
    """
    kept = [0]
    place = 1
    while place < len(ground):
        place = _find_end(ground, kept[-1], tolerance_m)
        kept.append(place)
        place += 1
    return kept


def _find_end(ground: Sequence[tuple[float, float]], anchor: int, tolerance_m: float) -> int:
    """Find the last point that a straight line from the anchor may go to."""
    x, y = ground[anchor]
    base, low, high, farthest = 0.0, -math.pi, math.pi, 0.0
    for place in range(anchor + 1, len(ground)):
        east, north = ground[place][0] - x, ground[place][1] - y
        away = math.hypot(east, north)
        is_back = farthest - away > _BACK * tolerance_m
        if away <= _ASIDE * tolerance_m:
            # So near that any line from the anchor passes it; but no line to here passes what lies farther out.
            if farthest > tolerance_m:
                return place - 1
            continue
        angle = math.atan2(north, east)
        if farthest <= _ASIDE * tolerance_m:
            base = angle
        turn = (angle - base + math.pi) % math.tau - math.pi
        if is_back or not low <= turn <= high:
            return place - 1
        farthest = max(farthest, away)
        half = math.asin(_ASIDE * tolerance_m / away)
        low, high = max(low, turn - half), min(high, turn + half)
    return len(ground) - 1
