"""Stops that an alert closes: no vehicle stops there, whatever is planned or predicted (GTFS-RT Alert.Effect).

Only an alert that names the stop or its station closes it. One that names a line alone is told, and the line's
own updates say which trips do not run.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Trip
from stopbell_server.domain.realtime import Alert, Selector
from stopbell_server.timetable.alerts import is_active
from stopbell_server.timetable.selectors import has_mode_of
from stopbell_server.timetable.view import FeedView

CLOSING = "NO_SERVICE"


@dataclass(frozen=True, slots=True)
class Closure:
    """One selector of an alert that closes stops."""

    alert: Alert
    selector: Selector
    stops: frozenset[StopId]
    """Of the asked stops, those it closes."""


def list_closures(view: FeedView, stops: Iterable[StopId], now: datetime) -> tuple[Closure, ...]:
    """List what closes any of these stops, now or later; nothing once the alerts are too old to be believed."""
    snapshot = view.snapshot
    if snapshot is None or snapshot.alerts_time is None:
        return ()
    closing = [alert for alert in snapshot.alerts if alert.effect == CLOSING]
    if not closing or now - snapshot.alerts_time > view.limits.forget:
        return ()
    return tuple(_list_closures(view, closing, frozenset(stops)))


def _list_closures(view: FeedView, alerts: Iterable[Alert], stops: frozenset[StopId]) -> Iterator[Closure]:
    found = {stop: view.store.find_stop(stop) for stop in stops}
    for alert in alerts:
        for selector in alert.selectors:
            closed = {key for key, stop in found.items() if selector.stop in (key, stop.parent if stop else None)}
            if selector.stop is not None and closed:
                yield Closure(alert, selector, frozenset(closed))


def is_closed(
    view: FeedView, closures: Iterable[Closure], trip: Trip | None, service_day: date, stop: StopId, posix: int
) -> bool:
    """Whether a call there at that instant is closed: all fields of a selector hold, and its period too.

    Of an added trip, which the timetable does not have (None), only what closes the stop to all is known to hold.
    """
    instant = datetime.fromtimestamp(posix, UTC)
    return any(
        stop in closure.stops
        and is_active(closure.alert, instant)
        and _names(view, closure.selector, trip, service_day)
        for closure in closures
    )


def _names(view: FeedView, selector: Selector, trip: Trip | None, service_day: date) -> bool:
    """Whether a selector's other fields fit the trip. A direction that the timetable does not give is no match."""
    if trip is None:
        return selector == Selector(stop=selector.stop)
    route = view.store.find_route(trip.route)
    named = selector.trip
    return (
        selector.route in (None, trip.route)
        and (selector.direction is None or selector.direction == trip.direction)
        and (selector.agency is None or (route is not None and route.agency == selector.agency))
        and (selector.route_type is None or (route is not None and has_mode_of(selector.route_type, route)))
        and (
            named is None
            or (
                named.trip in (None, trip.id)
                and named.route in (None, trip.route)
                and named.start_date in (None, service_day)
            )
        )
    )
