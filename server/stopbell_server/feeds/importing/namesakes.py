"""Stops of one name that stand together: to a rider one place, such as the two sides of a street."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import cos, radians

from stopbell_server.feeds.importing.stops import CompiledStop
from stopbell_server.store.read_stops import EARTH_RADIUS_M, measure_m

TOGETHER_M = 200.0
"""Each stop of a group is within this of another one of it."""

_CELL_DEGREES = 140 / radians(1) / EARTH_RADIUS_M
"""Cells of 140 m: two stops in one cell are always within `TOGETHER_M`."""
_REACH = range(-2, 3)
_COMPARED = 6
"""How many stops of a cell are compared with those of the next: enough for streets, and never a hostile feed's n²."""

Cell = tuple[int, int]


def group_by_place(stops: Sequence[CompiledStop]) -> list[list[CompiledStop]]:
    """Split namesakes into groups that stand together; a stop without a position stands alone."""
    if len(stops) == 1:
        return [list(stops)]
    cells: dict[Cell, list[CompiledStop]] = defaultdict(list)
    alone: list[list[CompiledStop]] = []
    for stop in stops:
        cell = _find_cell(stop)
        if cell is None:
            alone.append([stop])
        else:
            cells[cell].append(stop)
    groups: list[list[CompiledStop]] = []
    waiting = dict.fromkeys(cells)
    while waiting:
        reached = [waiting.popitem()[0]]
        for cell in reached:
            near = [other for other in _list_around(cell) if other in waiting and _touch(cells[cell], cells[other])]
            for other in near:
                del waiting[other]
            reached += near
        groups.append([stop for cell in sorted(reached) for stop in cells[cell]])
    return groups + alone


def _find_cell(stop: CompiledStop) -> Cell | None:
    if stop.lat is None or stop.lon is None:
        return None
    row = round(stop.lat / _CELL_DEGREES)
    # Columns are as wide as at the equator-side edge of their row, so that cells of one row are alike.
    width = _CELL_DEGREES / max(0.01, cos(radians(row * _CELL_DEGREES)))
    return row, round(stop.lon / width)


def _list_around(cell: Cell) -> Iterable[Cell]:
    return ((cell[0] + row, cell[1] + column) for row in _REACH for column in _REACH if row or column)


def _touch(some: Sequence[CompiledStop], others: Sequence[CompiledStop]) -> bool:
    return any(
        measure_m(one.lat or 0, one.lon or 0, other.lat or 0, other.lon or 0) <= TOGETHER_M
        for one in some[:_COMPARED]
        for other in others[:_COMPARED]
    )
