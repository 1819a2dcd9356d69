"""The piece of a course between two stops, and a course with fewer points."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell_server.domain.shapes import Point, TripShape
from stopbell_server.timetable.shapes import cut, thin, to_length_m

STEP = 0.0009
"""100 m, in degrees at the equator."""


def at(north: float, east: float) -> Point:
    return Point(round(north * STEP, 7), round(east * STEP, 7))


CORNER = TripShape((at(0, 0), at(10, 0), at(10, 10)), (0.5, 1.0, 1.0, 1.5))


@pytest.mark.parametrize(
    ("first", "last", "piece"),
    [
        (0, -1, [at(5, 0), at(10, 0), at(10, 5)]),
        (0, 1, [at(5, 0), at(10, 0)]),
        (1, 2, [at(10, 0)]),
        (2, 3, [at(10, 0), at(10, 5)]),
    ],
)
def test_the_piece_between_two_stops_begins_and_ends_at_them(first: int, last: int, piece: list[Point]) -> None:
    assert [at(lat / STEP, lon / STEP) for lat, lon in cut(CORNER, first, last)] == piece


def test_the_length_is_that_of_the_way_not_of_the_crow() -> None:
    assert round(to_length_m(cut(CORNER))) == 1001


def test_a_spur_stays_although_it_comes_back_the_same_way() -> None:
    line = [at(0, 0), at(0, 5), at(8, 5), at(0, 5), at(0, 20)]
    assert thin(line, 5, 100) == (tuple(line), 5)


def test_fewer_points_need_a_wider_tolerance_and_it_is_told() -> None:
    zigzag = [at(0.1 * (place % 2), place) for place in range(41)]
    points, tolerance_m = thin(zigzag, 5, 10)
    assert (points, tolerance_m) == ((zigzag[0], zigzag[-1]), 20)


def to_ground(point: Point) -> tuple[float, float]:
    return point.lon * 111_195.08, point.lat * 111_195.08


def measure(point: Point, before: Point, after: Point) -> float:
    """Give the metres from a point to a straight piece."""
    (x, y), (a, b), (c, d) = to_ground(point), to_ground(before), to_ground(after)
    square = (c - a) ** 2 + (d - b) ** 2
    part = max(0.0, min(1.0, ((x - a) * (c - a) + (y - b) * (d - b)) / square)) if square else 0.0
    return math.hypot(x - a - part * (c - a), y - b - part * (d - b))


TENTHS = st.integers(-30, 30).map(lambda tenths: tenths / 10)


@settings(max_examples=300, deadline=None)
@given(
    line=st.lists(st.builds(at, TENTHS, TENTHS), min_size=2, max_size=40), tolerance_m=st.sampled_from([2, 5, 20, 80])
)
def test_what_is_left_out_lies_within_the_tolerance(line: list[Point], tolerance_m: int) -> None:
    points, told_m = thin(line, tolerance_m, 1000)

    assert told_m == tolerance_m
    assert (points[0], points[-1]) == (line[0], line[-1])
    ends = {0}
    for after in points[1:]:
        ends = {
            end
            for start in ends
            for end in range(start + 1, len(line))
            if line[end] == after and _fits(line[start : end + 1], told_m)
        }
    assert len(line) - 1 in ends


def _fits(piece: list[Point], tolerance_m: float) -> bool:
    return all(measure(point, piece[0], piece[-1]) <= tolerance_m + 1e-6 for point in piece[1:-1])
