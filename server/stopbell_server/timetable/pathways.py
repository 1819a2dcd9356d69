"""Ways inside stations: from the street to platforms, step-free or not, open now or closed (GTFS pathways.txt)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

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
        ways=tuple(sorted(ways, key=lambda way: not way.is_step_free)),
        lifts=lifts,
        blocked=tuple(_list_blocking(search)),
    )


class _Search:
    """Ways of one station; from each door everything is looked at once."""

    def __init__(self, graph: StationGraph, closures: StationClosures) -> None:
        self.graph = graph
        self.closures = closures
        self._explored: dict[tuple[StopId, bool, bool], Explored] = {}
        self._areas: dict[StopId, list[StopId]] = defaultdict(list)
        for place in graph.places.values():
            if place.stop.parent:
                self._areas[place.stop.parent].append(place.stop.id)

    def find(
        self, door: StationPlace, platform: StationPlace, *, step_free: bool, planned: bool = False
    ) -> tuple[Edge, ...] | None:
        """Find a way; `planned` disregards what is closed now."""
        # A door that is said not to lead to the platforms step-free does not (stops.txt wheelchair_boarding 2).
        if step_free and door.stop.wheelchair is Access.NO:
            return None
        key = door.stop.id, step_free, planned or self.closures.is_empty
        if key not in self._explored:
            self._explored[key] = self.graph.explore(door.stop.id, self._to_passable(*key[1:]))
        # Pathways may end at a platform's boarding areas instead (stops.txt location_type 4).
        return find_way(self._explored[key], (platform.stop.id, *self._areas.get(platform.stop.id, ())))

    def _to_passable(self, step_free: bool, planned: bool) -> Callable[[Pathway], bool]:
        if planned:
            return is_step_free if step_free else lambda _: True
        return lambda pathway: (
            (not step_free or is_step_free(pathway)) and not self.closures.list_for(pathway, step_free=step_free)
        )

    def to_way(self, door: StationPlace, platform: StationPlace, edges: Iterable[Edge]) -> Way:
        """Describe a way that was found."""
        steps = tuple(self.graph.to_step(edge) for edge in edges)
        return Way(door, platform.stop, steps, all(step.mode in STEP_FREE for step in steps))


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
    open_ways = [way for door in doors if (way := search.find(door, platform, step_free=True)) is not None]
    planned = [way for door in doors if (way := search.find(door, platform, step_free=True, planned=True)) is not None]
    closures = search.closures
    if open_ways:
        state = StepFree.YES
    elif planned:
        state = StepFree.CLOSED
    else:
        # A platform that no way at all reaches is missing from the description, not out of reach.
        reached = any(search.find(door, platform, step_free=False, planned=True) is not None for door in doors)
        state = StepFree.NO if reached else StepFree.UNKNOWN
    if state is StepFree.NO and platform.street_access is Access.YES:
        # It is reached straight from the street too, and of that way nothing is said (stops.txt stop_access 1).
        state = StepFree.UNKNOWN
    closing = (match for way in planned for edge in way for match in closures.list_for(edge.pathway, step_free=True))
    ways = open_ways or planned
    return PlatformAccess(
        platform=platform.stop,
        step_free=state,
        by_lift=bool(ways) and all(any(e.pathway.mode is PathwayMode.LIFT for e in way) for way in ways),
        street_access=platform.street_access,
        closed_by=tuple(_unique(closing)) if state is StepFree.CLOSED else (),
        notices=tuple(_unique((*closures.notices.get(station.id, ()), *closures.notices.get(platform.stop.id, ())))),
    )


def _list_ways(search: _Search, platform: StationPlace, doors: Sequence[StationPlace], asked: Stop) -> Iterator[Way]:
    """List the open ways, step-free where there is one: of a station the shortest alone, else one for each door."""
    found = [way for door in doors if (way := _find_best(search, door, platform)) is not None]
    found.sort(key=lambda way: (not way.is_step_free, way.seconds or 0, len(way.steps)))
    yield from found[:1] if asked.location_type is LocationType.STATION else found


def _find_best(search: _Search, door: StationPlace, platform: StationPlace) -> Way | None:
    for step_free in (True, False):
        edges = search.find(door, platform, step_free=step_free)
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
