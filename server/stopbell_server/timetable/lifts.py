"""The lifts of a station, and whether notices say that they are out of service."""

from collections.abc import Iterable

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.station_ways import Lift, LiftState
from stopbell_server.domain.stations import Pathway, PathwayMode
from stopbell_server.timetable.station_closures import StationClosures
from stopbell_server.timetable.station_graph import StationGraph


def list_lifts(graph: StationGraph, closures: StationClosures) -> tuple[Lift, ...]:
    """List the lifts; pathways that share a landing are one lift (GTFS pathways.txt pathway_mode 5)."""
    lifts = [one for one in graph.pathways if one.mode is PathwayMode.LIFT]
    return tuple(_to_lift(graph, closures, landings, lifts) for landings in _group(lifts))


def _group(lifts: Iterable[Pathway]) -> list[list[StopId]]:
    groups: list[list[StopId]] = []
    for one in lifts:
        joined = [group for group in groups if one.start in group or one.end in group]
        merged = list(dict.fromkeys([stop for group in joined for stop in group] + [one.start, one.end]))
        groups = [group for group in groups if group not in joined] + [merged]
    return groups


def _to_lift(graph: StationGraph, closures: StationClosures, landings: list[StopId], lifts: list[Pathway]) -> Lift:
    own = [one for one in lifts if one.start in landings]
    closing = {match.alert.id: match for one in own for match in closures.list_for(one, step_free=False)}
    # A notice that names the whole station or a door may mean any lift: then no silence is a good sign.
    is_quiet = closures.is_known and not closures.notices and not closures.steps
    state = LiftState.NO_OUTAGE_REPORTED if is_quiet else LiftState.UNKNOWN
    if closing:
        state = LiftState.CLOSED
    return Lift(tuple(graph.places[stop] for stop in landings), state, tuple(closing.values()))
