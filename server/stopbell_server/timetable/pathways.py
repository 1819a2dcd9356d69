"""Ways inside stations: from the street to platforms, step-free or not, open now or closed (GTFS pathways.txt)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from enum import Enum

from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import AlertMatch
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.domain.station_ways import PlatformAccess, StationInside, StepFree, Way
from stopbell_server.domain.stations import Pathway, PathwayMode, StationPlace
from stopbell_server.timetable.lifts import list_lifts
from stopbell_server.timetable.station_closures import StationClosures, find_closures, is_step_free
from stopbell_server.timetable.station_graph import STEP_FREE, Edge, Explored, StationGraph, find_way, make_graph
from stopbell_server.timetable.view import FeedView


def describe_inside(view: FeedView, stop: Stop, now: datetime) -> StationInside | None:
    """Tell how the platforms of a station are reached; None where the feed describes no way inside it.

    Asked of a platform or a door, only that one's ways are told. A station that has any pathway has them all (GTFS
    pathways.txt), so that a step-free way that is not there is a fact.
    """
    station = _find_station(view, stop)
    pathways = view.store.list_pathways(station.id) if station else ()
    if station is None or not pathways:
        return None
    graph = make_graph(view.store.list_station_places(station.id), pathways)
    search = _Search(graph, find_closures(view, station, graph, now))
    platforms = _list_asked(graph, stop)
    doors = [place for place in graph.places.values() if place.stop.location_type is LocationType.ENTRANCE]
    if stop.location_type is LocationType.ENTRANCE:
        doors = [door for door in doors if door.stop.id == stop.id]
    told = tuple(_tell_platform(search, station, platform, doors) for platform in platforms)
    ways = [way for platform in platforms for way in _list_ways(search, platform, doors, stop)]
    lifts = list_lifts(graph, search.closures)
    return StationInside(
        station=station,
        platforms=told,
        ways=tuple(sorted(ways, key=lambda way: way.step_free is not Access.YES)),
        lifts=lifts,
        blocked=tuple(_list_blocking(search)),
    )


class _Need(Enum):
    """What a way must be."""

    STEP_FREE = 1
    PERHAPS_STEP_FREE = 2
    """Also over walkways that are drawn too simply."""
    ANY = 3


class _Search:
    """Ways of one station; from each door everything is looked at once."""

    def __init__(self, graph: StationGraph, closures: StationClosures) -> None:
        self.graph = graph
        self.closures = closures
        self._explored: dict[tuple[StopId, _Need, bool], Explored] = {}
        self._areas: dict[StopId, list[StopId]] = defaultdict(list)
        for place in graph.places.values():
            if place.stop.parent:
                self._areas[place.stop.parent].append(place.stop.id)

    def find(
        self, door: StationPlace, platform: StationPlace, need: _Need, *, planned: bool = False
    ) -> tuple[Edge, ...] | None:
        """Find a way; `planned` disregards what is closed now."""
        # A door that is said not to lead to the platforms step-free does not (stops.txt wheelchair_boarding 2).
        if need is not _Need.ANY and door.stop.wheelchair is Access.NO:
            return None
        key = door.stop.id, need, planned or self.closures.is_empty
        if key not in self._explored:
            self._explored[key] = self.graph.explore(door.stop.id, self._to_passable(*key[1:]))
        # Pathways may end at a platform's boarding areas instead (stops.txt location_type 4).
        return find_way(self._explored[key], (platform.stop.id, *self._areas.get(platform.stop.id, ())))

    def _to_passable(self, need: _Need, planned: bool) -> Callable[[Pathway], bool]:
        step_free = need is not _Need.ANY
        doubtful: frozenset[str] = self.graph.doubtful if need is _Need.STEP_FREE else frozenset()

        def is_passable(pathway: Pathway) -> bool:
            if (step_free and not is_step_free(pathway)) or pathway.id in doubtful:
                return False
            return planned or not self.closures.list_for(pathway, step_free=step_free)

        return is_passable

    def find_all(
        self, doors: Iterable[StationPlace], platform: StationPlace, need: _Need, *, planned: bool = False
    ) -> list[tuple[Edge, ...]]:
        """Find the way from each door that has one."""
        found = (self.find(door, platform, need, planned=planned) for door in doors)
        return [way for way in found if way is not None]

    def to_way(self, door: StationPlace, platform: StationPlace, edges: Sequence[Edge]) -> Way:
        """Describe a way that was found."""
        steps = tuple(self.graph.to_step(edge) for edge in edges)
        step_free = Access.YES if all(step.mode in STEP_FREE for step in steps) else Access.NO
        if step_free is Access.YES and any(edge.pathway.id in self.graph.doubtful for edge in edges):
            step_free = Access.UNKNOWN
        return Way(door, platform.stop, steps, step_free)


def _find_station(view: FeedView, stop: Stop) -> Stop | None:
    if stop.location_type is LocationType.STATION:
        return stop
    parent = view.store.find_stop(stop.parent) if stop.parent else None
    if parent is None or parent.location_type is LocationType.STATION:
        return parent
    return view.store.find_stop(parent.parent) if parent.parent else None


def _list_asked(graph: StationGraph, stop: Stop) -> list[StationPlace]:
    """List the platforms in question: the one asked about, or all of them."""
    platforms = [place for place in graph.places.values() if place.stop.location_type is LocationType.STOP]
    own = [place for place in platforms if place.stop.id in (stop.id, stop.parent)]
    return own or platforms


def _tell_platform(
    search: _Search, station: Stop, platform: StationPlace, doors: Sequence[StationPlace]
) -> PlatformAccess:
    open_ways = search.find_all(doors, platform, _Need.STEP_FREE)
    planned = search.find_all(doors, platform, _Need.STEP_FREE, planned=True)
    closures = search.closures
    if open_ways:
        state = StepFree.YES
    elif planned:
        state = StepFree.CLOSED
    else:
        # A platform that no way at all reaches is missing from the description, not out of reach.
        reached = search.find_all(doors, platform, _Need.ANY, planned=True)
        perhaps = search.find_all(doors, platform, _Need.PERHAPS_STEP_FREE, planned=True)
        state = StepFree.NO if reached and not perhaps else StepFree.UNKNOWN
    if state is StepFree.NO and platform.street_access is Access.YES:
        # It is reached straight from the street too, and of that way nothing is said (stops.txt stop_access 1).
        state = StepFree.UNKNOWN
    closing = (match for way in planned for edge in way for match in closures.list_for(edge.pathway, step_free=True))
    ways = open_ways or planned
    by_lift = bool(ways) and all(any(e.pathway.mode is PathwayMode.LIFT for e in way) for way in ways)
    notices = tuple(_unique((*closures.notices.get(station.id, ()), *closures.notices.get(platform.stop.id, ()))))
    if state is StepFree.YES and by_lift and notices:
        state = StepFree.IN_DOUBT
    return PlatformAccess(
        platform=platform.stop,
        step_free=state,
        by_lift=by_lift,
        street_access=platform.street_access,
        closed_by=tuple(_unique(closing)) if state is StepFree.CLOSED else (),
        notices=notices,
    )


def _list_ways(search: _Search, platform: StationPlace, doors: Sequence[StationPlace], asked: Stop) -> Iterator[Way]:
    """List the open ways, step-free where there is one: of a station the shortest alone, else one for each door."""
    found = [way for door in doors if (way := _find_best(search, door, platform)) is not None]
    found.sort(key=lambda way: (way.step_free is not Access.YES, way.seconds or 0, len(way.steps)))
    yield from found[:1] if asked.location_type is LocationType.STATION else found


def _find_best(search: _Search, door: StationPlace, platform: StationPlace) -> Way | None:
    for need in _Need:
        edges = search.find(door, platform, need)
        if edges is not None:
            return search.to_way(door, platform, edges)
    return None


def _list_blocking(search: _Search) -> Iterator[AlertMatch]:
    every = (search.closures.list_for(one, step_free=True) for one in search.graph.pathways)
    return _unique(match for matches in every for match in matches)


def _unique(matches: Iterable[AlertMatch]) -> Iterator[AlertMatch]:
    seen: set[str] = set()
    for match in matches:
        if match.alert.id not in seen:
            seen.add(match.alert.id)
            yield match
