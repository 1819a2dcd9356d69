"""The vehicles of a line."""

from stopbell_server.desk.question import Desk, Question
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.timetable.directions_of_line import list_ways
from stopbell_server.timetable.vehicle_run import find_route_id, is_fresh
from stopbell_server.transit_realtime import arguments
from stopbell_server.transit_realtime.data import RouteRealtime
from stopbell_server.transit_realtime.documented_tool import Answer, DocumentedTool, make_tool
from stopbell_server.transit_realtime.drawing import LINE_ZOOM, draw_map
from stopbell_server.transit_realtime.meant import Line, find_line
from stopbell_server.transit_realtime.payloads import RouteVehicle
from stopbell_server.transit_realtime.vehicles import Seen, Ways, find_next_stop, look_at, to_today, to_vehicle_id
from stopbell_server.transit_realtime.wire import (
    to_bearing,
    to_coordinate,
    to_line,
    to_low_floor,
    to_name,
    to_updated_at,
)


def get_route_realtime(question: Question, route_name: arguments.RouteName) -> Answer:
    """The vehicles of a line that reported lately, with direction, destination and the next stop where it is
    predicted. lowfloor null: not known. direction is the place in destinations."""
    line = find_line(question, route_name)
    view = line.view
    ways = list_ways(view.store, line.routes, to_today(question, view))
    vehicles = [_to_vehicle(question, seen) for seen in _list_seen(question, line)]
    data = RouteRealtime(
        route_name=to_line(line.routes[0]),
        destinations=[to_name(view, way.stops[-1] if way.stops else None) for way in ways],
        vehicles=vehicles,
        updated_at=to_updated_at(question, view.snapshot.vehicles_time if view.snapshot else None),
    )
    center = next(((one.lat, one.lng) for one in vehicles if one.lat is not None), (None, None))
    return Answer(_summarise(question, data), data, tuple(draw_map(center, LINE_ZOOM, vehicles="data.vehicles")))


def _list_seen(question: Question, line: Line) -> list[Seen]:
    view = line.view
    wanted, ways = {route.id for route in line.routes}, Ways(question)
    positions = view.snapshot.list_all_positions() if view.snapshot else ()
    return [
        look_at(ways, view, position)
        for position in positions
        if find_route_id(view, position) in wanted and is_fresh(view, position, question.world.now)
    ]


def _to_vehicle(question: Question, seen: Seen) -> RouteVehicle:
    position = seen.position
    return RouteVehicle(
        id=to_vehicle_id(question, seen),
        direction=seen.direction,
        destination=to_name(seen.view, seen.destination),
        next_stop=find_next_stop(question, seen),
        lat=to_coordinate(position.lat),
        lng=to_coordinate(position.lon),
        bearing=to_bearing(position.bearing),
        lowfloor=to_low_floor(seen.low_floor),
    )


def _summarise(question: Question, data: RouteRealtime) -> Phrase:
    book = question.book
    line = book.label(data.route_name)
    if not data.vehicles:
        return book.say("transit.no_vehicles_on", line=line)
    said = book.say("transit.vehicles_on", line=line, count=len(data.vehicles))
    counted: dict[str, int] = {}
    for vehicle in data.vehicles:
        if vehicle.destination:
            counted[vehicle.destination] = counted.get(vehicle.destination, 0) + 1
    for destination, count in counted.items():
        said = said.then(book.say("transit.vehicles_to", destination=book.name(destination), count=count))
    return said


def make_get_route_realtime(desk: Desk) -> DocumentedTool:
    """Make the tool."""
    return make_tool(desk, get_route_realtime, "Vehicles of a line", RouteRealtime)
