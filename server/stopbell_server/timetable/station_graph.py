"""Pathways as a graph in which ways are found; a way is one that every part lets one walk (GTFS pathways.txt)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.station_ways import Heading, Step
from stopbell_server.domain.stations import Pathway, PathwayMode, StationPlace

STEP_FREE = frozenset(PathwayMode) - {PathwayMode.STAIRS, PathwayMode.ESCALATOR}
_WALKED = (PathwayMode.WALKWAY, PathwayMode.MOVING_WALKWAY)
_FASTEST_WALK = 2.5
"""Metres a second. Whoever publishes faster walks counts in feet, and no length of that station is believed."""
_USUAL_SECONDS = {
    PathwayMode.WALKWAY: 20.0,
    PathwayMode.STAIRS: 25.0,
    PathwayMode.MOVING_WALKWAY: 20.0,
    PathwayMode.ESCALATOR: 30.0,
    PathwayMode.LIFT: 60.0,
    PathwayMode.FARE_GATE: 5.0,
    PathwayMode.EXIT_GATE: 5.0,
}
"""Only to choose among ways whose times are not published; never told."""
_WALK_SPEED = 1.2
_MOST_LEVELS_ON_FOOT = 2
"""Ramps lead to the next level; what passes more on foot is drawn too simply to be called step-free."""

Passable = Callable[[Pathway], bool]


@dataclass(frozen=True, slots=True)
class Edge:
    """A pathway walked in one of its directions."""

    pathway: Pathway
    start: StopId
    end: StopId


Explored = Mapping[StopId, Edge | None]
"""Place → the edge by which it is reached, nearest first; None at the start."""


@dataclass(frozen=True)
class StationGraph:
    """The places of a station and the pathways between them."""

    places: Mapping[StopId, StationPlace]
    pathways: tuple[Pathway, ...]
    edges: Mapping[StopId, tuple[Edge, ...]] = field(repr=False)
    has_credible_lengths: bool = True
    doubtful: frozenset[str] = frozenset()
    """Walkways by id that pass two levels or more without a slope: stairs or a lift are missing from them."""

    def explore(self, start: StopId, passable: Passable) -> Explored:
        """Find the quickest way over passable pathways to every place that can be reached, nearest first."""
        turn = count()
        queue: list[tuple[float, int, StopId, Edge | None]] = [(0.0, next(turn), start, None)]
        came: dict[StopId, Edge | None] = {}
        while queue:
            cost, _, here, edge = heappop(queue)
            if here in came:
                continue
            came[here] = edge
            for onward in self.edges.get(here, ()):
                if onward.end not in came and passable(onward.pathway):
                    heappush(queue, (cost + self._to_cost(onward.pathway), next(turn), onward.end, onward))
        return came

    def _to_cost(self, pathway: Pathway) -> float:
        if pathway.seconds is not None:
            return float(pathway.seconds)
        if pathway.mode in _WALKED and pathway.length_m is not None and self.has_credible_lengths:
            return pathway.length_m / _WALK_SPEED
        return _USUAL_SECONDS[pathway.mode]

    def to_step(self, edge: Edge) -> Step:
        """Describe an edge as it is walked: signs and stairs turn round with it (pathways.txt stair_count)."""
        pathway, is_reversed = edge.pathway, edge.start != edge.pathway.start
        start, end = self.places[edge.start], self.places[edge.end]
        rise = _to_rise(start, end)
        stairs = pathway.stairs or 0
        climbed = -stairs if is_reversed else stairs
        upward = climbed or rise or 0
        is_climb = pathway.mode in (PathwayMode.STAIRS, PathwayMode.ESCALATOR, PathwayMode.LIFT)
        slope = pathway.slope
        return Step(
            mode=pathway.mode,
            start=start,
            end=end,
            heading=(Heading.UP if upward > 0 else Heading.DOWN) if upward and is_climb else None,
            levels=abs(round(rise)) if rise and is_climb and float(rise).is_integer() else None,
            stairs=abs(stairs) or None,
            length_m=pathway.length_m if self.has_credible_lengths else None,
            seconds=pathway.seconds,
            width_m=pathway.width_m,
            slope=-slope if slope and is_reversed else slope,
            sign=pathway.reversed_sign if is_reversed else pathway.sign,
        )


def make_graph(places: Iterable[StationPlace], pathways: tuple[Pathway, ...]) -> StationGraph:
    """Join the pathways whose both ends are places of the station."""
    known = {place.stop.id: place for place in places}
    inside = tuple(one for one in pathways if one.start in known and one.end in known)
    edges: dict[StopId, list[Edge]] = defaultdict(list)
    for one in inside:
        edges[one.start].append(Edge(one, one.start, one.end))
        if one.is_two_way:
            edges[one.end].append(Edge(one, one.end, one.start))
    return StationGraph(
        known,
        inside,
        {place: tuple(out) for place, out in edges.items()},
        _has_credible_lengths(inside),
        frozenset(one.id for one in inside if _is_doubtful(one, known)),
    )


def _is_doubtful(pathway: Pathway, places: Mapping[StopId, StationPlace]) -> bool:
    rise = _to_rise(places[pathway.start], places[pathway.end])
    return pathway.mode is PathwayMode.WALKWAY and not pathway.slope and abs(rise or 0) >= _MOST_LEVELS_ON_FOOT


def _has_credible_lengths(pathways: Iterable[Pathway]) -> bool:
    timed = [(p.length_m, p.seconds) for p in pathways if p.mode is PathwayMode.WALKWAY and p.length_m and p.seconds]
    seconds = sum(time for _, time in timed)
    return not seconds or sum(length for length, _ in timed) / seconds <= _FASTEST_WALK


def _to_rise(start: StationPlace, end: StationPlace) -> float | None:
    """Give by how many levels the end lies above the start; None where either has no level."""
    if start.level is None or end.level is None or start.level.height is None or end.level.height is None:
        return None
    return end.level.height - start.level.height


def find_way(came: Explored, ends: Iterable[StopId]) -> tuple[Edge, ...] | None:
    """Give the way to the nearest of these ends; None: none is reached; () if one stands there already."""
    wanted = frozenset(ends)
    end = next((place for place in came if place in wanted), None)
    if end is None:
        return None
    way: list[Edge] = []
    edge = came[end]
    while edge is not None:
        way.append(edge)
        edge = came[edge.start]
    return tuple(reversed(way))
