"""The way between two platforms of one station: step-free or not, open now or closed (GTFS pathways.txt)."""

from collections.abc import Callable, Iterable
from datetime import datetime

from stopbell_server.domain.calls import AlertMatch
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.itineraries import StationWay
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.domain.station_ways import StepFree
from stopbell_server.domain.stations import Pathway, PathwayMode
from stopbell_server.timetable.station_closures import StationClosures, find_closures, is_step_free
from stopbell_server.timetable.station_graph import Edge, StationGraph, find_way, make_graph
from stopbell_server.timetable.view import FeedView


def find_station_way(view: FeedView, start: Stop, end: Stop, now: datetime) -> StationWay | None:
    """Tell how one gets from one platform to another; None where they are one, or no way is described."""
    station = view.store.find_stop(start.parent) if start.parent else None
    if station is None or start.id == end.id or start.parent != end.parent:
        return None
    pathways = view.store.list_pathways(station.id)
    if station.location_type is not LocationType.STATION or not pathways:
        return None
    graph = make_graph(view.store.list_station_places(station.id), pathways)
    closures = find_closures(view, station, graph, now)
    starts, ends = _list_parts(graph, start.id), _list_parts(graph, end.id)
    sure = _find(graph, starts, ends, lambda one: is_step_free(one) and one.id not in graph.doubtful)
    if sure is None:
        return StationWay(_explain_none(graph, starts, ends))

    def is_open(pathway: Pathway) -> bool:
        return (
            is_step_free(pathway)
            and pathway.id not in graph.doubtful
            and not closures.list_for(pathway, step_free=True)
        )

    opened = _find(graph, starts, ends, is_open)
    by_lift = any(edge.pathway.mode is PathwayMode.LIFT for edge in opened or sure)
    if opened is None:
        return StationWay(StepFree.CLOSED, by_lift, _list_closing(closures, sure))
    notices = [*closures.notices.get(station.id, ()), *closures.notices.get(end.id, ())]
    if by_lift and notices:
        return StationWay(StepFree.IN_DOUBT, by_lift, tuple({one.alert.id: one for one in notices}.values()))
    return StationWay(StepFree.YES, by_lift)


def _explain_none(graph: StationGraph, starts: Iterable[StopId], ends: Iterable[StopId]) -> StepFree:
    """A platform that no way at all reaches is missing from the description, not out of reach."""
    is_reached = _find(graph, starts, ends, lambda _: True) is not None
    perhaps = _find(graph, starts, ends, is_step_free) is not None
    return StepFree.NO if is_reached and not perhaps else StepFree.UNKNOWN


def _list_parts(graph: StationGraph, platform: StopId) -> list[StopId]:
    """List a platform and its boarding areas, where pathways may end instead (stops.txt location_type 4)."""
    return [platform, *(place.stop.id for place in graph.places.values() if place.stop.parent == platform)]


def _find(
    graph: StationGraph, starts: Iterable[StopId], ends: Iterable[StopId], passable: Callable[[Pathway], bool]
) -> tuple[Edge, ...] | None:
    found = (find_way(graph.explore(start, passable), ends) for start in starts)
    return min((way for way in found if way is not None), key=len, default=None)


def _list_closing(closures: StationClosures, way: Iterable[Edge]) -> tuple[AlertMatch, ...]:
    closing = (match for edge in way for match in closures.list_for(edge.pathway, step_free=True))
    return tuple({match.alert.id: match for match in closing}.values())
