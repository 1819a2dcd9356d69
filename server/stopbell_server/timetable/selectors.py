"""Whether a selector of an alert concerns a question, and why (GTFS-RT EntitySelector)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.domain.network import LocationType, Route
from stopbell_server.domain.realtime import Selector, TripDescriptor
from stopbell_server.domain.route_types import find_mode
from stopbell_server.timetable.directions import has_direction
from stopbell_server.timetable.view import FeedView


@dataclass(frozen=True, slots=True)
class Scope:
    """What a question is about: sets of ids, any of which an alert may name."""

    stops: frozenset[StopId] = frozenset()
    stations: frozenset[StopId] = frozenset()
    routes: frozenset[RouteId] = frozenset()
    trip: TripId | None = None


def to_reason(view: FeedView, selector: Selector, scope: Scope | None, now: datetime) -> str | None:
    """Say why a selector matches, or None: all fields it gives must hold."""
    reason = _to_own_reason(selector)
    if scope is None or reason is None:
        return reason
    if selector.stop is not None:
        if selector.stop in scope.stations or _find_station(view, selector.stop) in scope.stops | scope.stations:
            reason = "station"
        elif selector.stop not in scope.stops and (scope.stops or selector.route not in scope.routes):
            return None
    if selector.trip is not None and not _is_in_trip_scope(view, selector, scope):
        return None
    names_line = any(field is not None for field in (selector.route, selector.agency, selector.route_type))
    if names_line and not any(_fits(selector, route) for route in _list_meant(view, selector, scope)):
        return None
    named = selector.trip.trip if selector.trip else None
    if not has_direction(view, selector, scope.stops, named or scope.trip, now):
        return None
    return reason


def _find_station(view: FeedView, stop: StopId) -> StopId | None:
    """Give the station that a door, a lift's landing or another node belongs to; None for where vehicles stop."""
    known = view.live.stations_of_parts
    if stop not in known:
        found = view.store.find_stop(stop)
        is_part = found is not None and found.location_type in (LocationType.ENTRANCE, LocationType.NODE)
        known[stop] = found.parent if found and is_part else None
    return known[stop]


def _to_own_reason(selector: Selector) -> str | None:
    """Name the narrowest field a selector gives; an empty selector matches nothing."""
    if selector.stop is not None:
        return "stop"
    if selector.trip is not None:
        return "trip"
    if selector.route is not None:
        return "route"
    if selector.route_type is not None:
        return "mode"
    return "agency" if selector.agency is not None else None


def _is_in_trip_scope(view: FeedView, selector: Selector, scope: Scope) -> bool:
    descriptor = selector.trip
    if descriptor is None:
        return True
    if scope.trip is not None and descriptor.trip is not None:
        return descriptor.trip == scope.trip
    if descriptor.trip is not None and scope.stops:
        return any(call.stop in scope.stops for call in view.store.list_stop_times(descriptor.trip))
    return _find_route_of(view, descriptor) in scope.routes


def _find_route_of(view: FeedView, descriptor: TripDescriptor) -> RouteId | None:
    trip = view.store.find_trip(descriptor.trip) if descriptor.trip else None
    return trip.route if trip else descriptor.route


def _list_meant(view: FeedView, selector: Selector, scope: Scope) -> Iterator[Route]:
    """Yield the lines in question that a selector can mean: one line must have all that it names, not each a part."""
    for route_id in scope.routes if selector.route is None else scope.routes & {selector.route}:
        if selector.trip is None or _find_route_of(view, selector.trip) == route_id:
            route = view.store.find_route(route_id)
            if route is not None:
                yield route


def _fits(selector: Selector, route: Route) -> bool:
    return selector.agency in (None, route.agency) and (
        selector.route_type is None or has_mode_of(selector.route_type, route)
    )


def has_mode_of(route_type: int, route: Route) -> bool:
    """Whether a route is of the kind that an alert names by route_type."""
    return route.mode is find_mode(route_type)
