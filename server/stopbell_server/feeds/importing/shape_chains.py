"""Where on a shape the stops of a trip lie: one after the other, each on the pass of the line that fits all of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np
from numpy.typing import NDArray

from stopbell_server.store.schema import DEGREE_STEPS

_STEP_M = 6_371_008.8 * np.pi / 180 / DEGREE_STEPS
FARTHEST_M = 250.0
"""A stop that lies farther from its shape than the platforms of a large station do is on another one."""
_WORST_M = 100.0
"""A pass of the line that is so much farther from a stop than the nearest one is no place for it."""
_BACK_M = 60.0
"""By so much may a stop lie before the one that comes before it: stops beside each other, points drawn by hand."""
_PRIOR_WEIGHT = 0.1
"""What a metre of the feed's own distance counts beside a metre from the line: it chooses between passes only."""
_CELLS_AT_ONCE = 2**20
_TINY = 1e-6
"""Square metres: at the poles two points of one meridian are one place."""
_INFINITY = float("inf")

Chain = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Of stops in order: metres along the line, and the same in point numbers; neither ever descends."""
Passes = Sequence[tuple[float, float, float]]
"""Of one stop: how far along the line in metres, the same in point numbers, and the squared metres from the line."""


@dataclass(frozen=True, slots=True)
class Line:
    """A shape on the ground, in metres east and north of its first point; at least two points."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    along: NDArray[np.float64]
    """Metres from the first point to each."""
    origin: tuple[int, int]
    """Latitude and longitude of the first point, in steps."""

    def project(
        self, lats: NDArray[np.float64], lons: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give metres east and north of positions in degrees."""
        return _to_metres(lats * DEGREE_STEPS, lons * DEGREE_STEPS, self.origin)


def to_line(lats: NDArray[np.int32], lons: NDArray[np.int32]) -> Line:
    """Lay out the points of a shape."""
    origin = int(lats[0]), int(lons[0])
    x, y = _to_metres(lats.astype(np.float64), lons.astype(np.float64), origin)
    along = np.append(0.0, np.cumsum(np.hypot(np.diff(x), np.diff(y))))
    return Line(x, y, along, origin)


def _to_metres(
    lats: NDArray[np.float64], lons: NDArray[np.float64], origin: tuple[int, int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    squeeze = np.cos(np.radians(origin[0] / DEGREE_STEPS))
    return (lons - origin[1]) * (_STEP_M * squeeze), (lats - origin[0]) * _STEP_M


class Nearness:
    """How near a line comes to some places, and where."""

    def __init__(self, line: Line, x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
        """Find the nearest point of the line for each place."""
        self._line = line
        self._x, self._y = x, y
        self._step_x, self._step_y = np.diff(line.x), np.diff(line.y)
        self._squares = np.maximum(self._step_x * self._step_x + self._step_y * self._step_y, _TINY)
        rows = np.arange(len(x))
        self._table = self._work_out(rows) if rows.size * self._squares.size <= _CELLS_AT_ONCE else None
        found = [self._find_nearest(some) for some in self._split(rows)]
        self._metres, self._places, least = (np.concatenate(column) for column in zip(*found, strict=True))
        self._least = np.maximum(least, 0.0)

    def _split(self, rows: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """Yield so many rows that the table of places by steps of the line stays small."""
        at_once = max(1, _CELLS_AT_ONCE // len(self._squares))
        yield from (rows[start : start + at_once] for start in range(0, len(rows), at_once))

    def _measure(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give for each place and step of the line which part of it is nearest, and how near, in square metres."""
        if self._table is not None:
            return self._table[0][rows], self._table[1][rows]
        return self._work_out(rows)

    def _work_out(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        x, y, step_x, step_y = self._x[rows], self._y[rows], self._step_x, self._step_y
        from_x, from_y = self._line.x[:-1], self._line.y[:-1]
        places = np.column_stack([x, y])
        ahead = places @ np.stack([step_x, step_y]) - (from_x * step_x + from_y * step_y)
        parts = ahead / self._squares
        np.maximum(parts, 0.0, out=parts)
        np.minimum(parts, 1.0, out=parts)
        # With p a place, a and s the start and step of a piece: |p - a - t s|² = |p - a|² - t (2 (p - a) s - t s²)
        ahead *= 2
        ahead -= parts * self._squares
        ahead *= parts
        squared = places @ np.stack([-2 * from_x, -2 * from_y])
        squared += from_x * from_x + from_y * from_y
        squared += (x * x + y * y)[:, None]
        squared -= ahead
        return parts, squared

    def _find_nearest(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.float64], ...]:
        parts, squared = self._measure(rows)
        steps = squared.argmin(axis=1)
        inside = np.arange(len(rows))
        return *self._locate(steps, parts[inside, steps]), squared[inside, steps]

    def choose(self, rows: NDArray[np.int64], prior: NDArray[np.float64] | None) -> Chain | None:
        """Choose where the line passes these places one after the other, nearest in all; None when it does not.

        `prior` is where the feed itself says they are, in metres along the line; NaN where it does not.
        """
        metres = self._metres[rows]
        is_rising = (metres[1:] >= metres[:-1]).all() and (self._least[rows] <= FARTHEST_M * FARTHEST_M).all()
        if is_rising and not self._is_doubtful(rows, metres, prior):
            return metres, self._places[rows]
        return choose_chain(self._list_passes(rows), None if prior is None else prior.tolist())

    def _is_doubtful(
        self, rows: NDArray[np.int64], metres: NDArray[np.float64], prior: NDArray[np.float64] | None
    ) -> bool:
        """Whether the feed puts a place elsewhere than on the nearest pass, and the line passes it there as well."""
        if prior is None:
            return False
        away = np.abs(metres - prior) > _WORST_M
        rows, metres, prior = rows[away], metres[away], prior[away]
        line = self._line
        x, y = np.interp(prior, line.along, line.x), np.interp(prior, line.along, line.y)
        is_near = np.hypot(x - self._x[rows], y - self._y[rows]) <= np.sqrt(self._least[rows]) + _WORST_M
        others = self._list_passes(rows[is_near])
        return any(
            abs(other - said) + _WORST_M < abs(chosen - said)
            for passes, chosen, said in zip(others, metres[is_near], prior[is_near], strict=True)
            for other, _, _ in passes
        )

    def _locate(self, steps: NDArray[np.int64], parts: NDArray[np.float64]) -> Chain:
        along = self._line.along
        return along[steps] + parts * (along[steps + 1] - along[steps]), steps + parts

    def _list_passes(self, wanted: NDArray[np.int64]) -> list[Passes]:
        """List for each of these places where the line comes near it, in order along the line."""
        found: list[list[tuple[float, float, float]]] = [[] for _ in range(len(wanted))]
        for inside in self._split(np.arange(len(wanted))):
            parts, squared = self._measure(wanted[inside])
            limit = np.minimum(np.sqrt(np.maximum(squared.min(axis=1), 0.0)) + _WORST_M, FARTHEST_M) ** 2
            # The line comes near within a step, at its ends, and where one step leads there and the next one away.
            is_pass = (parts > 0) & (parts < 1)
            is_pass[:, 1:] |= (parts[:, 1:] == 0) & (parts[:, :-1] == 1)
            is_pass[:, 0] |= parts[:, 0] == 0
            is_pass[:, -1] |= parts[:, -1] == 1
            is_pass &= squared <= limit[:, None]
            rows, steps = np.nonzero(is_pass)
            metres, places = self._locate(steps, parts[rows, steps])
            listed = zip(metres.tolist(), places.tolist(), squared[rows, steps].tolist(), strict=True)
            owners: list[int] = inside[rows].tolist()
            for owner, one in zip(owners, listed, strict=True):
                found[owner].append(one)
        return list(found)


def choose_chain(stops: Sequence[Passes], prior: Sequence[float] | None) -> Chain | None:
    """Choose one pass for each stop so that they follow each other and are nearest in all."""
    costs: list[list[float]] = []
    backs: list[list[int]] = []
    before: Passes = ()
    for number, passes in enumerate(stops):
        own = [square + _weigh(metres, number, prior) for metres, _, square in passes]
        if number:
            reached, back = _reach(before, costs[-1], passes)
            own = [cost + base for cost, base in zip(own, reached, strict=True)]
            backs.append(back)
        if not own or min(own) == _INFINITY:
            return None
        costs.append(own)
        before = passes
    place = costs[-1].index(min(costs[-1]))
    places: list[int] = [place]
    for back in reversed(backs):
        place = back[place]
        places.append(place)
    chosen = [passes[place] for passes, place in zip(stops, reversed(places), strict=True)]
    return _rise([metres for metres, _, _ in chosen]), _rise([place for _, place, _ in chosen])


def _weigh(metres: float, number: int, prior: Sequence[float] | None) -> float:
    away = 0.0 if prior is None else _PRIOR_WEIGHT * (metres - prior[number])
    return 0.0 if isnan(away) else away * away


def _reach(before: Passes, costs: Sequence[float], passes: Passes) -> tuple[list[float], list[int]]:
    """Give for each pass the least cost of those that it can follow, and which that is."""
    reached: list[float] = []
    back: list[int] = []
    least, which, following = _INFINITY, 0, 0
    for metres, _, _ in passes:
        while following < len(before) and before[following][0] <= metres + _BACK_M:
            if costs[following] < least:
                least, which = costs[following], following
            following += 1
        reached.append(least)
        back.append(which)
    return reached, back


def _rise(numbers: list[float]) -> NDArray[np.float64]:
    return np.maximum.accumulate(np.array(numbers))
