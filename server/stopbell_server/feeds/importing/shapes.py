"""shapes.txt → points of the shapes that trips use, in order; whatever is wrong with it, the feed stays usable."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.feeds.archive import Archive
from stopbell_server.feeds.importing.columns import SHAPES
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.raw_pieces import open_pieces
from stopbell_server.feeds.importing.reading import read_pieces
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.shape_points import ShapePoints, check_points, join_points, order_points, to_box
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.tables import Table, join_finders
from stopbell_server.feeds.importing.trips import to_numbers
from stopbell_server.feeds.importing.values import report_rows

_FEWEST_POINTS = 2
_PARTS = 8
"""It is read beside the largest table, so in smaller pieces."""
_MOST_UNUSED = 100_000
_UNTOLD = "told without its shape"
_WITHOUT = "the feed is told without shapes"


def _no_points() -> ShapePoints:
    return join_points([])


@dataclass(frozen=True, slots=True)
class CompiledShapes:
    """The shapes that trips use, numbered from 1 as trips name them; one that has no points is used by none."""

    of_trip: NDArray[np.int32]
    """Shape number by trip number, at place trip - 1; 0 is none."""
    points: ShapePoints = field(default_factory=_no_points)
    starts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))
    """The shape with number N has the points from place `starts[N - 1]` to before place `starts[N]`."""

    @property
    def count(self) -> int:
        """Give how many trips use."""
        return int((np.diff(self.starts) > 0).sum())

    def list_numbers(self) -> Iterator[int]:
        """Yield the numbers of those that have points."""
        yield from (np.flatnonzero(np.diff(self.starts)) + 1).tolist()

    def get(self, number: int) -> ShapePoints:
        """Give the points of one shape."""
        return self.points.take(slice(int(self.starts[number - 1]), int(self.starts[number])))


def compile_shapes(archive: Archive, trips: Table, stops: CompiledStops, log: FindingLog) -> CompiledShapes:
    """Read the shapes that trips name; `trips` has the column shape_id in the order of the trips' numbers.

    Nothing that is wrong here makes a feed unusable: a file that cannot be read is reported and left out. The log is
    one of its own, so that this may run in another thread; `pass_on` gives what it has to the report.
    """
    ids = trips.frame["shape_id"]
    named: list[str] = ids.filter(ids != "").unique(maintain_order=True).to_list()
    numbers = {shape: number for number, shape in enumerate(named, start=1)}
    of_trip = to_numbers(ids, numbers, 0)
    if not numbers or SHAPES.file in archive.bombs:
        return CompiledShapes(np.zeros_like(of_trip))
    try:
        read = _read(archive, numbers, stops, log) if archive.has(SHAPES.file) else _no_points()
    except FeedRefused as error:
        if not any(one.severity is Severity.REFUSED for one in log.list_findings()):
            log.add(Severity.DROPPED, SHAPES.file, "cannot be read", _WITHOUT, example=str(error))
        return CompiledShapes(np.zeros_like(of_trip))
    return _compile(read, of_trip, len(numbers), trips, log)


def pass_on(own: FindingLog, log: FindingLog) -> None:
    """Report what was found here: what would refuse a table that is needed only leaves this one out."""
    for one in own.list_findings():
        severity, handling = one.severity, one.handling
        if severity is Severity.REFUSED:
            severity, handling = Severity.DROPPED, _WITHOUT
        places = [(place.line, place.value) for place in one.places]
        log.add(
            severity, one.file, one.what, handling, column=one.column, count=one.count, rule=one.rule, places=places
        )


def _read(archive: Archive, numbers: Mapping[str, int], stops: CompiledStops, log: FindingLog) -> ShapePoints:
    """Give the usable points by shape and sequence; memory holds 16 bytes for each and two pieces of the file."""
    checked: list[ShapePoints] = []
    finders: list[Callable[[int], int]] = []
    unused: dict[str, int] = {}
    box = to_box(stops)
    with open_pieces(archive, SHAPES.file, _PARTS) as raw:
        for table in read_pieces(raw, SHAPES, log):
            shapes = to_numbers(table.frame["shape_id"], numbers, 0)
            _note_unused(table, shapes, unused)
            points, find_line = check_points(table, shapes, box, log)
            checked.append(points)
            finders.append(find_line)
    if unused:
        places = [(line, shape) for shape, line in list(unused.items())[: log.most_places]]
        what = "no trip has the shape"
        log.add(
            Severity.NOTED, SHAPES.file, what, "left out", column="shape_id", count=len(unused), places=places
        )  # fmt: skip
    find_line = join_finders(finders, [len(points.shapes) for points in checked])
    return order_points(join_points(checked), find_line, log)


def _note_unused(table: Table, shapes: NDArray[np.int32], unused: dict[str, int]) -> None:
    """Remember the first line of each shape that no trip has; some more than a feed can well have are enough."""
    if len(unused) >= _MOST_UNUSED:
        return
    ids = table.frame["shape_id"]
    places = pl.Series(np.flatnonzero(shapes == 0))
    if len(places):
        named = pl.DataFrame({"id": ids.gather(places), "row": places}).unique("id", keep="first", maintain_order=True)
        for shape, row in named.iter_rows():
            if shape and shape not in unused:
                unused[shape] = table.find_line(row)


def _compile(
    read: ShapePoints, of_trip: NDArray[np.int32], count: int, trips: Table, log: FindingLog
) -> CompiledShapes:
    lengths = np.bincount(read.shapes, minlength=count + 1)
    is_missing, is_short = lengths == 0, (lengths > 0) & (lengths < _FEWEST_POINTS)
    is_missing[0] = False
    report_rows(
        trips, "shape_id", is_missing[of_trip], log, Severity.DROPPED, "no usable point in shapes.txt", _UNTOLD
    )  # fmt: skip
    report_rows(
        trips, "shape_id", is_short[of_trip], log, Severity.DROPPED, "one usable point in shapes.txt", _UNTOLD
    )  # fmt: skip
    usable = lengths >= _FEWEST_POINTS
    points = read if not is_short.any() else read.take(np.flatnonzero(usable[read.shapes]))
    lengths[~usable] = 0
    return CompiledShapes(np.where(usable[of_trip], of_trip, 0).astype(np.int32), points, np.cumsum(lengths))
