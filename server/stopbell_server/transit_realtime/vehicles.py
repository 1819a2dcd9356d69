"""What the vehicle tools share: a vehicle's line, way and position."""

from dataclasses import dataclass, field
from datetime import date

from stopbell_server.desk.question import Question
from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import RouteId, StopId
from stopbell_server.domain.network import Route
from stopbell_server.domain.realtime import VehiclePosition
from stopbell_server.timetable.access import to_vehicle_access
from stopbell_server.timetable.directions_of_line import LineWay, list_ways
from stopbell_server.timetable.vehicle_run import find_route_id, find_trip, list_stops_ahead
from stopbell_server.timetable.view import FeedView
from stopbell_server.transit_realtime.payloads import NextStop
from stopbell_server.transit_realtime.wire import to_id, to_instant, to_name


@dataclass(frozen=True, slots=True)
class Seen:
    """A vehicle that reported lately."""

    view: FeedView
    position: VehiclePosition
    route: Route | None
    direction: int | None
    destination: StopId | None
    """The last stop of its trip; else that of its line's direction."""
    low_floor: Access


def to_today(question: Question, view: FeedView) -> date:
    """Give the date in the feed's zone."""
    return question.world.now.astimezone(view.store.info.zone).date()


@dataclass(frozen=True, slots=True)
class Ways:
    """Both ways of lines, each looked up once for an answer."""

    question: Question
    known: dict[tuple[str, RouteId], tuple[LineWay, LineWay]] = field(
        default_factory=dict[tuple[str, RouteId], tuple[LineWay, LineWay]]
    )

    def find(self, view: FeedView, route: Route) -> tuple[LineWay, LineWay]:
        """Give the ways of a route."""
        key = (view.store.info.authority, route.id)
        if key not in self.known:
            self.known[key] = list_ways(view.store, [route], to_today(self.question, view))
        return self.known[key]


def look_at(ways: Ways, view: FeedView, position: VehiclePosition) -> Seen:
    """Say what is known of a vehicle."""
    trip, route_id = find_trip(view, position), find_route_id(view, position)
    route = view.store.find_route(route_id) if route_id else None
    told = position.descriptor.direction if position.descriptor else None
    direction = trip.direction if trip and trip.direction is not None else told
    if direction is None and trip is not None and route is not None:
        sides = ways.find(view, route)
        direction = next((n for n, way in enumerate(sides) for run in way.runs if run.trip.id == trip.id), None)
    pattern = view.store.list_pattern(trip.id) if trip else ()
    destination = pattern[-1].stop if pattern else None
    if destination is None and route is not None and direction in (0, 1):
        stops = ways.find(view, route)[direction].stops
        destination = stops[-1] if stops else None
    _, low_floor = to_vehicle_access(trip, (position.vehicle,), view.fleet, to_today(ways.question, view))
    return Seen(view, position, route, direction, destination, low_floor)


def find_next_stop(question: Question, seen: Seen) -> NextStop | None:
    """Give the stop that is predicted next; None when nothing is predicted of the vehicle."""
    view = seen.view
    ahead = list_stops_ahead(view, seen.position, question.world.now)
    if not ahead:
        return None
    first = ahead[0]
    return NextStop(
        id=to_id(question, view.store.info.authority, first.stop),
        name=to_name(view, first.stop) or first.stop,
        arrival=to_instant(first.arrival or first.departure),
    )


def to_vehicle_id(question: Question, seen: Seen) -> str | None:
    """Give a vehicle's id; None where its feed gives none."""
    vehicle_id = seen.position.vehicle.id
    return to_id(question, seen.view.store.info.authority, vehicle_id) if vehicle_id else None
