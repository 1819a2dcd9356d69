"""Which alerts concern a question, and why (GTFS-RT service alerts, EntitySelector)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from stopbell_server.domain.calls import AlertMatch
from stopbell_server.domain.ids import AgencyId, RouteId, StopId, TripId
from stopbell_server.domain.network import Route, Stop
from stopbell_server.domain.realtime import Alert, Selector
from stopbell_server.timetable.directions import has_direction
from stopbell_server.timetable.view import FeedView

EFFECT_RANK = (
    "ACCESSIBILITY_ISSUE",
    "NO_SERVICE",
    "STOP_MOVED",
    "DETOUR",
    "SIGNIFICANT_DELAYS",
    "REDUCED_SERVICE",
    "MODIFIED_SERVICE",
)
"""What a blind rider must hear first; all others follow."""
REASON_RANK = ("stop", "station", "trip", "route", "mode", "agency")


@dataclass(frozen=True, slots=True)
class Scope:
    """What a question is about: sets of ids, any of which an alert may name."""

    stops: frozenset[StopId] = frozenset()
    stations: frozenset[StopId] = frozenset()
    routes: frozenset[RouteId] = frozenset()
    agencies: frozenset[AgencyId] = frozenset()
    trip: TripId | None = None


def list_stop_alerts(view: FeedView, stop: Stop, now: datetime) -> tuple[AlertMatch, ...]:
    """List alerts for a stop or station: itself, its station and platforms, and the routes that serve it."""
    if view.snapshot is None or not view.snapshot.alerts:
        return ()
    platforms = view.store.list_platforms(stop.id)
    stops = frozenset({stop.id, *(platform.id for platform in platforms)})
    routes = view.store.list_routes_at(stops)
    scope = Scope(
        stops=stops,
        stations=frozenset({stop.parent}) if stop.parent else frozenset(),
        routes=frozenset(route.id for route in routes),
        agencies=frozenset(route.agency for route in routes),
    )
    return _list_matches(view, scope, now)


def list_route_alerts(view: FeedView, route: RouteId, now: datetime) -> tuple[AlertMatch, ...]:
    """List alerts for a route, and those at its stops that name the route."""
    found = view.store.find_route(route)
    agencies = frozenset({found.agency}) if found else frozenset[AgencyId]()
    return _list_matches(view, Scope(routes=frozenset({route}), agencies=agencies), now)


def list_trip_alerts(view: FeedView, trip: TripId, now: datetime) -> tuple[AlertMatch, ...]:
    """List alerts for a trip, its route and the stops it calls at."""
    found = view.store.find_trip(trip)
    stops = frozenset(call.stop for call in view.store.list_stop_times(trip))
    routes = frozenset({found.route}) if found else frozenset[RouteId]()
    return _list_matches(view, Scope(stops=stops, routes=routes, trip=trip), now)


def list_all_alerts(view: FeedView, now: datetime) -> tuple[AlertMatch, ...]:
    """List every alert that is active or still to come."""
    return _list_matches(view, None, now)


def _list_matches(view: FeedView, scope: Scope | None, now: datetime) -> tuple[AlertMatch, ...]:
    if view.snapshot is None:
        return ()
    matches = [match for alert in view.snapshot.alerts if (match := _match(view, alert, scope, now))]
    return tuple(sorted(matches, key=_to_rank))


def _to_rank(match: AlertMatch) -> tuple[bool, int, int]:
    effect = match.alert.effect
    effect_rank = EFFECT_RANK.index(effect) if effect in EFFECT_RANK else len(EFFECT_RANK)
    return not match.is_active, effect_rank, REASON_RANK.index(match.reason)


def _match(view: FeedView, alert: Alert, scope: Scope | None, now: datetime) -> AlertMatch | None:
    state = _to_state(alert, now)
    if state is None:
        return None
    reasons = [reason for selector in alert.selectors if (reason := _to_reason(view, selector, scope, now))]
    if not reasons:
        return None
    routes = (view.store.find_route(s.route) for s in alert.selectors if s.route)
    stops = (view.store.find_stop(s.stop) for s in alert.selectors if s.stop)
    return AlertMatch(
        authority=view.store.info.authority,
        alert=alert,
        reason=min(reasons, key=REASON_RANK.index),
        is_active=state,
        routes=tuple(dict.fromkeys(route.line for route in routes if route)),
        stops=tuple(_unique_stops(stop for stop in stops if stop)),
    )


def _unique_stops(stops: Iterable[Stop]) -> Iterator[Stop]:
    seen: set[str] = set()
    for stop in stops:
        if stop.name not in seen:
            seen.add(stop.name)
            yield stop


def is_active(alert: Alert, instant: datetime) -> bool:
    """Whether an alert holds at an instant."""
    return _to_state(alert, instant) is True


def _to_state(alert: Alert, now: datetime) -> bool | None:
    """True now, False later, None when over. Periods are [start, end); none means as long as it is in the feed."""
    if not alert.periods:
        return True
    if any((start is None or start <= now) and (end is None or now < end) for start, end in alert.periods):
        return True
    return False if any(start is not None and start > now for start, _ in alert.periods) else None


def _to_reason(view: FeedView, selector: Selector, scope: Scope | None, now: datetime) -> str | None:
    """Say why a selector matches, or None: all fields it gives must hold."""
    reason = _to_own_reason(selector)
    if scope is None or reason is None:
        return reason
    if selector.stop is not None:
        if selector.stop in scope.stations:
            reason = "station"
        elif selector.stop not in scope.stops and (scope.stops or selector.route not in scope.routes):
            return None
    if selector.trip is not None and not _is_in_trip_scope(view, selector, scope):
        return None
    if selector.route is not None and scope.routes and selector.route not in scope.routes:
        return None
    if not has_direction(view, selector, scope.stops, scope.trip, now):
        return None
    if selector.agency is not None and scope.agencies and selector.agency not in scope.agencies:
        return None
    if selector.route_type is not None and not _has_mode(view, selector, scope):
        return None
    return reason


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
    if scope.trip is not None:
        return descriptor.trip == scope.trip
    if descriptor.trip is not None and scope.stops:
        return any(call.stop in scope.stops for call in view.store.list_stop_times(descriptor.trip))
    trip = view.store.find_trip(descriptor.trip) if descriptor.trip else None
    route = descriptor.route or (trip.route if trip else None)
    return route in scope.routes


def _has_mode(view: FeedView, selector: Selector, scope: Scope) -> bool:
    routes = (view.store.find_route(route_id) for route_id in scope.routes)
    return any(has_mode_of(selector.route_type or 0, route) for route in routes if route)


def has_mode_of(route_type: int, route: Route) -> bool:
    """Whether a route is of the kind that an alert names by route_type."""
    return route.mode.value == TYPE_OF_MODE.get(route_type)


TYPE_OF_MODE = {
    0: "tram",
    1: "metro",
    2: "rail",
    3: "bus",
    4: "ferry",
    5: "cable-tram",
    6: "aerial-lift",
    7: "funicular",
    11: "trolleybus",
    12: "monorail",
}
"""routes.txt route_type as alerts use it."""
