"""Stops that an alert closes: no vehicle stops there, whatever is planned or predicted (GTFS-RT Alert.Effect).

Only an alert that names the stop or its station closes it. One that names a line alone is told, and the line's
own updates say which trips do not run.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Trip
from stopbell_server.domain.realtime import Alert, Selector
from stopbell_server.timetable.alerts import is_active
from stopbell_server.timetable.live import Closure, Closures
from stopbell_server.timetable.selectors import has_mode_of
from stopbell_server.timetable.view import FeedView

CLOSING = "NO_SERVICE"


def list_closures(view: FeedView, now: datetime) -> Closures:
    """List what is closed, now or later; nothing once the alerts are too old to be believed.

    Not only of the stops that are asked about: a call may have been moved from there to a closed one.
    """
    snapshot = view.snapshot
    if snapshot is None or snapshot.alerts_time is None or now - snapshot.alerts_time > view.limits.forget:
        return {}
    if view.live.closures is None:
        view.live.closures = _collect(snapshot.alerts)
    return view.live.closures


def _collect(alerts: Iterable[Alert]) -> Closures:
    found: dict[StopId, list[Closure]] = defaultdict(list)
    for alert in alerts:
        if alert.effect == CLOSING:
            for selector in alert.selectors:
                if selector.stop is not None:
                    found[selector.stop].append(Closure(alert, selector))
    return found


def is_closed(
    view: FeedView, closures: Closures, trip: Trip | None, service_day: date, stop: StopId, posix: int
) -> bool:
    """Whether a call there at that instant is closed: all fields of a selector hold, and its period too.

    Of an added trip, which the timetable does not have (None), only what closes the stop to all is known to hold.
    """
    if not closures:
        return False
    found = view.store.find_stop(stop)
    places = (stop,) if found is None or found.parent is None else (stop, found.parent)
    closing = [closure for place in places for closure in closures.get(place, ())]
    if not closing:
        return False
    instant = datetime.fromtimestamp(posix, UTC)
    return any(
        is_active(closure.alert, instant) and _names(view, closure.selector, trip, service_day) for closure in closing
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
