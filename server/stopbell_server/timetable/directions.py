"""In which directions a line calls at a stop: an alert for one direction is not for the other side of the street."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, datetime

from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.domain.realtime import Selector
from stopbell_server.timetable.view import FeedView

Directions = Mapping[RouteId, frozenset[int | None]]


def has_direction(
    view: FeedView, selector: Selector, stops: frozenset[StopId], trip: TripId | None, now: datetime
) -> bool:
    """Whether a selector's direction_id fits a trip, or the line's trips at these stops today.

    What the timetable does not tell fits: an alert too many is heard, one too few is missed. A direction
    without a route means nothing (GTFS-RT EntitySelector.direction_id), and a line as a whole has both.
    """
    if selector.direction is None or selector.route is None:
        return True
    if trip is not None:
        planned = view.store.find_trip(trip)
        return planned is None or planned.direction in (None, selector.direction)
    if not stops:
        return True
    day = now.astimezone(view.store.info.zone).date()
    told = view.live.directions.get((stops, day))
    if told is None:
        told = view.live.directions[stops, day] = _list_directions(view, stops, day)
    found = told.get(selector.route, frozenset[int | None]())
    return not found or None in found or selector.direction in found


def _list_directions(view: FeedView, stops: frozenset[StopId], day: date) -> Directions:
    store = view.store
    calls = (
        *store.list_planned_calls(stops, day, 0, store.info.longest_s),
        *store.list_frequency_calls(stops, day),
    )
    found: dict[RouteId, set[int | None]] = defaultdict(set)
    for trip_id in dict.fromkeys(call.trip for call in calls):
        trip = store.find_trip(trip_id)
        if trip is not None:
            found[trip.route].add(trip.direction)
    return {route: frozenset(directions) for route, directions in found.items()}
