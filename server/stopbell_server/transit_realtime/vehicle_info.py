"""One vehicle: where it is, what it runs, and which stops are before it."""

from stopbell_server.contract.times import to_minutes
from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.text import to_clean_text
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.timetable.vehicle_run import StopAhead, find_route_id, list_stops_ahead
from stopbell_server.timetable.vehicles import to_report_time
from stopbell_server.timetable.view import FeedView
from stopbell_server.transit_realtime import arguments
from stopbell_server.transit_realtime.data import VehicleInfo
from stopbell_server.transit_realtime.documented_tool import Answer, DocumentedTool, make_tool
from stopbell_server.transit_realtime.drawing import STREET_ZOOM, draw_map
from stopbell_server.transit_realtime.meant import find_vehicle
from stopbell_server.transit_realtime.payloads import StopAheadPart
from stopbell_server.transit_realtime.vehicles import Ways, look_at, to_vehicle_id
from stopbell_server.transit_realtime.wire import (
    to_bearing,
    to_coordinate,
    to_id,
    to_instant,
    to_line,
    to_name,
    to_updated_at,
)


def get_vehicle_info(question: Question, vehicle_id: arguments.VehicleId) -> Answer:
    """One vehicle that reported lately: position, line, destination, number plate, and the stops before it with the
    times that are predicted. Ids come from the other tools."""
    view, position = find_vehicle(question, vehicle_id)
    seen = look_at(Ways(question), view, position)
    ahead = list_stops_ahead(view, position, question.world.now)
    data = VehicleInfo(
        vehicle_id=to_vehicle_id(question, seen) or vehicle_id,
        route=to_line(seen.route) if seen.route else find_route_id(view, position),
        license_plate=to_clean_text(position.vehicle.plate or "") or None,
        lat=to_coordinate(position.lat),
        lng=to_coordinate(position.lon),
        bearing=to_bearing(position.bearing),
        direction=seen.direction,
        destination=to_name(view, seen.destination),
        upcoming_stops=[_to_ahead(question, view, call) for call in ahead],
        updated_at=to_updated_at(question, to_report_time(view, position)),
    )
    blocks = tuple(draw_map((data.lat, data.lng), STREET_ZOOM, vehicles="data"))
    return Answer(_summarise(question, data, ahead), data, blocks)


def _to_ahead(question: Question, view: FeedView, call: StopAhead) -> StopAheadPart:
    return StopAheadPart(
        id=to_id(question, view.store.info.authority, call.stop),
        name=to_name(view, call.stop) or call.stop,
        arrival=to_instant(call.arrival),
        departure=to_instant(call.departure),
    )


def _summarise(question: Question, data: VehicleInfo, ahead: list[StopAhead]) -> Phrase:
    book = question.book
    vehicle = book.label(data.vehicle_id)
    if data.route:
        said = book.say("transit.vehicle_on", vehicle=vehicle, line=book.label(data.route))
    else:
        said = book.say("transit.vehicle", vehicle=vehicle)
    if data.destination:
        said = said.then(book.say("transit.goes_to", destination=book.name(data.destination)))
    if data.license_plate:
        said = said.then(book.say("transit.plate", plate=book.label(data.license_plate)))
    if not ahead:
        return said.then(book.say("transit.nothing_predicted"))
    minutes = to_minutes(ahead[0].arrival or ahead[0].departure, question.world.now)
    stop = book.name(data.upcoming_stops[0].name)
    if minutes:
        said = said.then(book.say("transit.next_stop", stop=stop, minutes=book.minutes(minutes)))
    else:
        said = said.then(book.say("transit.next_stop_now", stop=stop))
    return said.then(book.say("transit.stops_ahead", count=len(ahead)))


def make_get_vehicle_info(desk: Desk) -> DocumentedTool:
    """Make the tool."""
    return make_tool(desk, get_vehicle_info, "One vehicle", VehicleInfo)
