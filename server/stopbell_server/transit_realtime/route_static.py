"""A line by the timetable: its stops each way, and when it leaves the first one."""

from stopbell_server.contract.from_routes import PLACES_OF_DEGREES, TOLERANCE_M
from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.network import Route
from stopbell_server.domain.text import to_clean_text
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.timetable.directions_of_line import FirstStopTimes, LineWay, list_first_stop_times, list_ways
from stopbell_server.timetable.shapes import cut, find_shape, thin
from stopbell_server.transit_realtime import arguments
from stopbell_server.transit_realtime.data import RouteStatic, RouteWithShapes
from stopbell_server.transit_realtime.documented_tool import Answer, DocumentedTool, make_tool
from stopbell_server.transit_realtime.drawing import LINE_ZOOM, draw_map, to_center
from stopbell_server.transit_realtime.meant import Line, find_line
from stopbell_server.transit_realtime.payloads import Position, RoutePart, RouteStop, SchedulePart
from stopbell_server.transit_realtime.vehicles import to_today
from stopbell_server.transit_realtime.wire import to_line, to_stop, to_updated_at

_MOST_POINTS = 1000


def get_route_static(
    question: Question, route_name: arguments.RouteName, include_shapes: arguments.Shapes = False
) -> Answer:
    """A line by the timetable: name, colour, kind of vehicle, stops of both directions, and at each direction's first
    stop today's departures and those of each kind of day (HH:MM in the feed's zone). No live data."""
    line = find_line(question, route_name)
    ways = list_ways(line.view.store, line.routes, to_today(question, line.view))
    stops = [_list_stops(question, line, way) for way in ways]
    route = line.routes[0]
    static = RouteStatic(route=_to_route(question, line, route), stops=stops, updated_at=to_updated_at(question))
    data, layers = static, {"stops": "data.stops"}
    if include_shapes:
        shapes = [_to_polyline(line, way) for way in ways]
        data = RouteWithShapes(route=static.route, stops=stops, updated_at=static.updated_at, shapes=shapes)
        layers["polylines"] = "data.shapes"
    center = to_center(stop for side in stops for stop in side)
    return Answer(_summarise(question, static), data, tuple(draw_map(center, LINE_ZOOM, **layers)))


def _to_route(question: Question, line: Line, route: Route) -> RoutePart:
    return RoutePart(
        name=to_line(route),
        long_name=to_clean_text(route.long_name or "") or None,
        color=f"#{route.color.removeprefix('#').upper()}" if route.color else None,
        type=route.mode.value,
    )


def _list_stops(question: Question, line: Line, way: LineWay) -> list[RouteStop]:
    store = line.view.store
    times = list_first_stop_times(store, way, to_today(question, line.view)) if way.stops else FirstStopTimes()
    found: list[RouteStop] = []
    for place, stop_id in enumerate(way.stops):
        stop = store.find_stop(stop_id)
        if stop is not None:
            part = to_stop(question, line.view, stop).model_dump()
            told = times if place == 0 else FirstStopTimes()
            found.append(RouteStop(**part, departures=list(told.today), schedule=_to_schedule(told)))
    return found


def _to_schedule(times: FirstStopTimes) -> SchedulePart:
    return SchedulePart(
        workday=list(times.workday),
        saturday=list(times.saturday),
        sunday=list(times.sunday),
        weekend=list(times.weekend),
    )


def _to_polyline(line: Line, way: LineWay) -> list[Position]:
    """Give the course from the first stop to the last; nothing where the feed has none, for no line is made up."""
    same = (run.trip.id for run in way.runs if run.outline.stops.stops == way.stops)
    shape = find_shape(line.view.store, same)
    points, _ = thin(cut(shape), TOLERANCE_M, _MOST_POINTS) if shape else ((), 0.0)
    return [(round(lat, PLACES_OF_DEGREES), round(lon, PLACES_OF_DEGREES)) for lat, lon in points]


def _summarise(question: Question, data: RouteStatic) -> Phrase:
    book = question.book
    line, kind = book.label(data.route.name), book.mode(data.route.type)
    said = book.say("transit.line", line=line, mode=kind)
    for stops in data.stops:
        if stops:
            goal = book.name(stops[-1].name)
            said = said.then(book.say("transit.way", destination=goal, count=len(stops)))
    return said


def make_get_route_static(desk: Desk) -> DocumentedTool:
    """Make the tool."""
    return make_tool(desk, get_route_static, "Line by the timetable", RouteWithShapes)
