"""Points of shapes: checked row by row, put in order, none where no vehicle of the feed can be."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stopbell_server.feeds.importing.columns import SHAPES
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.stop_time_rows import RowReporter
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.values import NO_VALUE, parse_decimals, parse_numbers, report_rows
from stopbell_server.store.schema import DEGREE_STEPS, MOST_POINTS

_FAR_DEGREES = 1.0
"""About 100 km: a course may lead so far beyond the outermost stops."""
_LEFT_OUT = "point left out"

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ShapePoints:
    """Columns of equal length."""

    shapes: NDArray[np.int32]
    sequences: NDArray[np.int32] | None
    """None once the points stand in order."""
    lats: NDArray[np.int32]
    """In steps of `DEGREE_STEPS` to a degree."""
    lons: NDArray[np.int32]
    distances: NDArray[np.float32] | None
    """shape_dist_traveled, in the feed's own unit; NaN where a cell is empty or no number."""

    def take(self, places: NDArray[np.int64] | slice) -> "ShapePoints":
        """Give some of the points."""
        return ShapePoints(
            self.shapes[places],
            None if self.sequences is None else self.sequences[places],
            self.lats[places],
            self.lons[places],
            None if self.distances is None else self.distances[places],
        )


def join_points(pieces: list[ShapePoints]) -> ShapePoints:
    """Put pieces one after the other and empty the list: no more than one column is there twice at a time."""
    none = np.zeros(0, dtype=np.int32)
    if not pieces:
        return ShapePoints(none, None, none, none, None)
    columns = {column.name: [getattr(piece, column.name) for piece in pieces] for column in fields(ShapePoints)}
    pieces.clear()
    return ShapePoints(**{name: _join(columns.pop(name)) for name in tuple(columns)})


def _join(parts: list[Any]) -> Any:
    return None if any(part is None for part in parts) else np.concatenate(parts)


def check_points(
    table: Table, shapes: NDArray[np.int32], box: Box | None, log: FindingLog
) -> tuple[ShapePoints, Callable[[int], int]]:
    """Give the usable points of a piece, and what finds their lines; 0 in `shapes` is one that no trip has."""
    sequences, _ = parse_numbers(table, "shape_pt_sequence")
    lats, lons = parse_decimals(table, "shape_pt_lat"), parse_decimals(table, "shape_pt_lon")
    kept = shapes > 0
    nameless = ~kept & (table.frame["shape_id"] == "").to_numpy()
    report_rows(table, "shape_id", nameless, log, Severity.DROPPED, "row without an id", _LEFT_OUT)
    faults = (
        ("shape_pt_sequence", sequences == NO_VALUE, "not a whole number"),
        ("shape_pt_lat", ~(np.abs(lats) <= 90), "impossible position"),
        ("shape_pt_lon", ~(np.abs(lons) <= 180), "impossible position"),
        ("shape_pt_lat", _find_far(lats, lons, box), "a degree or more beyond all stops"),
    )
    for column, marked, what in faults:
        report_rows(table, column, marked & kept, log, Severity.DROPPED, what, _LEFT_OUT)
        kept &= ~marked
    has_distances = "shape_dist_traveled" in table.present
    places = np.flatnonzero(kept)
    points = ShapePoints(
        shapes[places],
        sequences[places],
        np.rint(lats[places] * DEGREE_STEPS).astype(np.int32),
        np.rint(lons[places] * DEGREE_STEPS).astype(np.int32),
        parse_decimals(table, "shape_dist_traveled")[places].astype(np.float32) if has_distances else None,
    )
    find_line = table.find_line
    if kept.all():
        return points, find_line
    return points, lambda row: find_line(int(places[row]))


def to_box(stops: CompiledStops) -> Box | None:
    """Give south, west, north and east of where vehicles may be; None when no stop has a position."""
    placed = [(stop.lat, stop.lon) for stop in stops.rows if stop.lat is not None and stop.lon is not None]
    if not placed:
        return None
    (south, west), (north, east) = np.min(placed, axis=0).tolist(), np.max(placed, axis=0).tolist()
    return south - _FAR_DEGREES, west - _FAR_DEGREES, north + _FAR_DEGREES, east + _FAR_DEGREES


def _find_far(lats: NDArray[np.float64], lons: NDArray[np.float64], box: Box | None) -> NDArray[np.bool_]:
    """Mark what lies far beyond the stops, such as points whose coordinates are swapped or have lost a digit."""
    south, west, north, east = box or (-90.0, -180.0, 90.0, 180.0)
    return ~((lats >= south) & (lats <= north) & (lons >= west) & (lons <= east))


def order_points(points: ShapePoints, find_line: Callable[[int], int], log: FindingLog) -> ShapePoints:
    """Sort by shape and sequence; what repeats the point before is dropped, and so is what no map could show."""
    shapes, sequences = points.shapes, points.sequences
    if sequences is None:
        return points
    goes_on = shapes[1:] > shapes[:-1]
    goes_on |= (shapes[1:] == shapes[:-1]) & (sequences[1:] > sequences[:-1])
    points = replace(points, sequences=None)
    if not goes_on.all():
        keys = shapes.astype(np.int64) << 32 | (sequences.astype(np.int64) + 2**31)
        order = np.argsort(keys, kind="stable")
        is_again = np.append(False, np.diff(keys[order]) == 0)
        reporter = RowReporter(SHAPES.file, find_line, log, order)
        what = "used twice in a shape"
        reporter.report("shape_pt_sequence", is_again, Severity.REPAIRED, what, "the file's order is kept")
        points = points.take(order)
    is_same = points.shapes[1:] == points.shapes[:-1]
    is_same &= (points.lats[1:] == points.lats[:-1]) & (points.lons[1:] == points.lons[:-1])
    if is_same.any():
        points = points.take(np.flatnonzero(~np.append(False, is_same)))
    return _thin(points, log)


def _thin(points: ShapePoints, log: FindingLog) -> ShapePoints:
    """Keep every so many-th point of shapes that have absurdly many."""
    lengths = np.bincount(points.shapes) if len(points.shapes) else np.zeros(1, dtype=np.int64)
    long = lengths > MOST_POINTS
    if not long.any():
        return points
    what = f"a shape of over {MOST_POINTS:,} points"
    log.add(Severity.REPAIRED, SHAPES.file, what, "every so many-th is used", column="shape_id", count=int(long.sum()))
    starts = np.cumsum(lengths) - lengths
    inside = np.arange(len(points.shapes)) - starts[points.shapes]
    steps = -(-lengths // (MOST_POINTS - 1))
    is_last = inside == lengths[points.shapes] - 1
    return points.take(np.flatnonzero((inside % steps[points.shapes] == 0) | is_last))
