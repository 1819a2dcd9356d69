"""Shapes and the patterns that follow them → rows of `shapes` and `shape_stops`, and how the line leaves each stop."""

import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.patterns import CompiledPatterns
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.shape_chains import FARTHEST_M, Line, Nearness, to_line
from stopbell_server.feeds.importing.shape_points import ShapePoints
from stopbell_server.feeds.importing.shapes import CompiledShapes
from stopbell_server.feeds.importing.stop_time_rows import CompiledStopTimes
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.values import report_rows
from stopbell_server.store.schema import PLACE_STEPS

_LEAVING_M = 25.0
"""The way a line leaves a stop is measured over so many metres: beyond them the road may bend."""
_SHORTEST_M = 5.0
_LOW_BITS = 2**32 - 1
_AGREEMENT = 0.7
"""As `timetable.geo.to_mean_bearing`: below, the ways that lines leave differ too much for one bearing."""
_POLE = (90.0, 180.0)
_COMPRESSION = 1


@dataclass(slots=True)
class CompiledCourses:
    """How patterns lie on shapes."""

    rows: list[tuple[int, int, bytes]] = field(default_factory=list[tuple[int, int, bytes]])
    """Of `shape_stops`, their columns in order."""
    unfit: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """(shape, pattern) whose stops do not follow each other along the shape, or lie too far from it."""
    leaving: list[NDArray[np.float64]] = field(default_factory=list[NDArray[np.float64]])
    """Columns of stops, next stops, trips, and how the line leaves for them: metres east and north, the length of it.
    """

    def add(
        self,
        shape: int,
        group: "_Group",
        stops: NDArray[np.int32],
        line: Line,
        metres: NDArray[np.float64],
        places: NDArray[np.float64],
    ) -> None:
        """Add where the stops of a pattern lie, and how the line leaves each of them but the last."""
        packed = np.rint(places * PLACE_STEPS).astype("<i4").tobytes()
        self.rows.append((shape, group.pattern, packed))
        both = np.concatenate([metres[:-1], np.minimum(metres[:-1] + _LEAVING_M, metres[1:])])
        x, y = np.interp(both, line.along, line.x), np.interp(both, line.along, line.y)
        count = len(stops) - 1
        leaving = np.empty((6, count))
        leaving[0], leaving[1], leaving[2] = stops[:-1], stops[1:], group.trips
        leaving[3], leaving[4] = x[count:] - x[:count], y[count:] - y[:count]
        leaving[5] = np.hypot(leaving[3], leaving[4])
        self.leaving.append(leaving)

    def to_bearings(self) -> Mapping[tuple[int, int], int]:
        """Give the bearing in which lines leave a stop for the next, in whole degrees from north."""
        if not self.leaving:
            return {}
        stops, following, trips, east, north, lengths = np.concatenate(self.leaving, axis=1)
        kept = lengths >= _SHORTEST_M
        weights = np.where(kept, trips / np.where(kept, lengths, 1.0), 0.0)
        keys, group = np.unique(
            stops[kept].astype(np.int64) << 32 | following[kept].astype(np.int64), return_inverse=True
        )
        east, north, trips = (
            np.bincount(group, column[kept], len(keys)) for column in (east * weights, north * weights, trips)
        )
        agreed = np.flatnonzero(np.hypot(east, north) >= _AGREEMENT * trips)
        bearings = np.rint(np.degrees(np.arctan2(east, north))).astype(np.int64) % 360
        return {
            (key >> 32, key & _LOW_BITS): bearing
            for key, bearing in zip(keys[agreed].tolist(), bearings[agreed].tolist(), strict=True)
        }


@dataclass(frozen=True, slots=True)
class _Group:
    """The trips of one pattern on one shape."""

    pattern: int
    trips: int
    """How many."""
    place: int
    """Where the first of them is among the trips with stop times."""


def pack_shapes(shapes: CompiledShapes) -> Iterator[tuple[int, bytes]]:
    """Yield the rows of `shapes`: the first point, then the steps to each next one, compressed."""
    for number in shapes.list_numbers():
        points = shapes.get(number)
        steps = np.concatenate([np.diff(points.lats, prepend=0), np.diff(points.lons, prepend=0)])
        yield number, zlib.compress(steps.astype("<i4").tobytes(), _COMPRESSION)


def compile_courses(
    shapes: CompiledShapes, patterns: CompiledPatterns, rows: CompiledStopTimes, stops: CompiledStops
) -> CompiledCourses:
    """Place the stops of every pattern on each shape that trips of it have."""
    courses = CompiledCourses()
    if not shapes.count:
        return courses
    # A stop without a position is nowhere on the line, and no place is made up for it.
    positions = np.array([_POLE if stop.lat is None else (stop.lat, stop.lon) for stop in stops.rows], dtype=np.float64)
    firsts = rows.starts()
    for shape, groups in _group(shapes, patterns).items():
        points = shapes.get(shape)
        line = to_line(points.lats, points.lons)
        numbers = [np.frombuffer(patterns.patterns[group.pattern - 1].stops, dtype="<i4") for group in groups]
        called = np.unique(np.concatenate(numbers))
        nearness = Nearness(line, *line.project(*positions[called - 1].T))
        for group, own in zip(groups, numbers, strict=True):
            prior = _find_prior(points, line, rows, int(firsts[group.place]), len(own))
            chosen = nearness.choose(np.searchsorted(called, own), prior)
            if chosen is None:
                courses.unfit.add((shape, group.pattern))
            else:
                courses.add(shape, group, own, line, *chosen)
    return courses


def _group(shapes: CompiledShapes, patterns: CompiledPatterns) -> Mapping[int, list[_Group]]:
    of_trip = shapes.of_trip[patterns.trips - 1].astype(np.int64)
    keys = pl.DataFrame({"key": of_trip << 32 | patterns.pattern_of}).with_row_index("place")
    found = keys.group_by("key").agg(pl.len(), pl.col("place").min()).sort("key")
    groups: dict[int, list[_Group]] = defaultdict(list)
    for key, count, first in found.iter_rows():
        if key >> 32:
            groups[key >> 32].append(_Group(key & _LOW_BITS, count, first))
    return groups


def _find_prior(
    points: ShapePoints, line: Line, rows: CompiledStopTimes, first: int, count: int
) -> NDArray[np.float64] | None:
    """Give where the feed's own distances put the stops, in metres along the line; None where they say nothing."""
    if points.distances is None or rows.distances is None:
        return None
    said, own = points.distances, rows.distances[first : first + count]
    given = own[~np.isnan(own)]
    # NaN compares as false: one missing distance of the shape is enough.
    is_sound = (said[1:] >= said[:-1]).all() and said[-1] > said[0] and (given[1:] >= given[:-1]).all()
    return np.interp(own, said, line.along) if len(given) and is_sound else None


def note_unfit(
    table: Table, courses: CompiledCourses, shapes: CompiledShapes, patterns: CompiledPatterns, log: FindingLog
) -> None:
    """Note the trips whose stops are not on their shape; `table` has the trips in the order of their numbers."""
    if not courses.unfit:
        return
    keys = shapes.of_trip[patterns.trips - 1].astype(np.int64) << 32 | patterns.pattern_of
    unfit = np.isin(keys, [shape << 32 | pattern for shape, pattern in courses.unfit])
    marked = np.zeros(len(table.frame), dtype=np.bool_)
    marked[patterns.trips[unfit] - 1] = True
    what = f"stops do not lie along the shape, or over {FARTHEST_M:.0f} m from it"
    report_rows(table, "shape_id", marked, log, Severity.NOTED, what, "told without its shape")
