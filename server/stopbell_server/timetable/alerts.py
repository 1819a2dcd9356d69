"""Which alerts concern a question, and why (GTFS-RT service alerts, EntitySelector)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from stopbell_server.domain.calls import AlertMatch
from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.domain.network import Stop
from stopbell_server.domain.realtime import Alert
from stopbell_server.timetable.boarding_stops import list_boarding_stops
from stopbell_server.timetable.selectors import Scope, to_reason
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


def list_stop_alerts(view: FeedView, stop: Stop, now: datetime) -> tuple[AlertMatch, ...]:
    """List alerts for a stop or station: itself, its station and platforms, and the routes that serve it."""
    if view.snapshot is None or not view.snapshot.alerts:
        return ()
    # Whom an alert concerns changes with the day only (see `has_direction`), whether it is active with every moment.
    key = stop.id, now.astimezone(view.store.info.zone).date()
    known = view.live.alerts_at.get(key)
    if known is None:
        known = view.live.alerts_at[key] = tuple(_find_matches(view, _to_scope(view, stop), now))
    return _to_current(known, now)


def _to_scope(view: FeedView, stop: Stop) -> Scope:
    stops = list_boarding_stops(view.store, stop) | {stop.id}
    return Scope(
        stops=stops,
        stations=_list_stations(view, stops),
        routes=frozenset(route.id for route in view.store.list_routes_at(stops)),
    )


def _list_stations(view: FeedView, stops: frozenset[StopId]) -> frozenset[StopId]:
    """Give the stations that these stops belong to, without those that are among them."""
    found = (view.store.find_stop(stop) for stop in stops)
    return frozenset(stop.parent for stop in found if stop and stop.parent) - stops


def list_route_alerts(view: FeedView, route: RouteId, now: datetime) -> tuple[AlertMatch, ...]:
    """List alerts for a route, and those at its stops that name the route."""
    return _list_matches(view, Scope(routes=frozenset({route})), now)


def list_trip_alerts(view: FeedView, trip: TripId, now: datetime) -> tuple[AlertMatch, ...]:
    """List alerts for a trip, its route, the stops it calls at and their stations."""
    found = view.store.find_trip(trip)
    stops = frozenset(call.stop for call in view.store.list_stop_times(trip))
    route = view.store.find_route(found.route) if found else None
    scope = Scope(
        stops=stops,
        stations=_list_stations(view, stops),
        routes=frozenset({route.id}) if route else frozenset(),
        trip=trip,
    )
    return _list_matches(view, scope, now)


def list_all_alerts(view: FeedView, now: datetime) -> tuple[AlertMatch, ...]:
    """List every alert that is active or still to come."""
    return _list_matches(view, None, now)


def _list_matches(view: FeedView, scope: Scope | None, now: datetime) -> tuple[AlertMatch, ...]:
    return _to_current(_find_matches(view, scope, now), now)


def _find_matches(view: FeedView, scope: Scope | None, now: datetime) -> Iterator[AlertMatch]:
    """Find whom alerts concern, be they active, still to come or over."""
    for alert in view.snapshot.alerts if view.snapshot else ():
        match = _match(view, alert, scope, now)
        if match is not None:
            yield match


def _to_current(matches: Iterable[AlertMatch], now: datetime) -> tuple[AlertMatch, ...]:
    """Say which are active now and drop those that are over; what a rider must hear first comes first."""
    told = ((match, _to_state(match.alert, now)) for match in matches)
    current = (match if state else replace(match, is_active=False) for match, state in told if state is not None)
    return tuple(sorted(current, key=_to_rank))


def _to_rank(match: AlertMatch) -> tuple[bool, int, int]:
    effect = match.alert.effect
    effect_rank = EFFECT_RANK.index(effect) if effect in EFFECT_RANK else len(EFFECT_RANK)
    return not match.is_active, effect_rank, REASON_RANK.index(match.reason)


def _match(view: FeedView, alert: Alert, scope: Scope | None, now: datetime) -> AlertMatch | None:
    reasons = [reason for selector in alert.selectors if (reason := to_reason(view, selector, scope, now))]
    if not reasons:
        return None
    routes = (view.store.find_route(s.route) for s in alert.selectors if s.route)
    stops = (view.store.find_stop(s.stop) for s in alert.selectors if s.stop)
    return AlertMatch(
        authority=view.store.info.authority,
        alert=alert,
        reason=min(reasons, key=REASON_RANK.index),
        is_active=True,
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
