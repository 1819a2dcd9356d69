"""Vehicles around a place."""

from datetime import datetime

from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.certainty import Certainty
from stopbell_server.phrases.phrase import Line, Phrase
from stopbell_server.timetable.vehicle_run import find_route_id
from stopbell_server.tools.stop_argument import require_feeds
from stopbell_server.transit_realtime import arguments
from stopbell_server.transit_realtime.data import VehiclesAround
from stopbell_server.transit_realtime.documented_tool import Answer, DocumentedTool, make_tool
from stopbell_server.transit_realtime.drawing import STREET_ZOOM, draw_map
from stopbell_server.transit_realtime.meant import find_line
from stopbell_server.transit_realtime.payloads import NearVehicle
from stopbell_server.transit_realtime.vehicles import Ways, look_at, to_vehicle_id
from stopbell_server.transit_realtime.wire import (
    to_bearing,
    to_coordinate,
    to_line,
    to_low_floor,
    to_name,
    to_updated_at,
)

_ALL = 100_000


def get_nearby_vehicles(
    question: Question,
    latitude: arguments.Latitude,
    longitude: arguments.Longitude,
    radius_meters: arguments.VehicleRadius = 500,
    route: arguments.OptionalRoute = "",
    limit: arguments.VehicleLimit = 15,
) -> Answer:
    """Vehicles that reported lately around a point, nearest first; total counts all in range. lowfloor null: not
    known."""
    require_feeds(question)
    seen = _list_seen(question, latitude, longitude, radius_meters, route)
    ways = Ways(question)
    data = VehiclesAround(
        center_lat=to_coordinate(latitude) or 0.0,
        center_lng=to_coordinate(longitude) or 0.0,
        radius_meters=radius_meters,
        total=len(seen),
        vehicles=[_to_near(ways, sighting) for sighting in seen[:limit]],
        updated_at=to_updated_at(question, _find_oldest(question)),
    )
    blocks = tuple(draw_map((data.center_lat, data.center_lng), STREET_ZOOM, vehicles="data.vehicles"))
    return Answer(_summarise(question, data), data, blocks)


def _list_seen(question: Question, lat: float, lon: float, radius_m: int, route: str) -> list[VehicleSighting]:
    near = question.world.list_vehicles_near(lat, lon, radius_m=radius_m, limit=_ALL)
    seen = [sighting for sighting in near if sighting.certainty in (Certainty.LIVE, Certainty.AGEING)]
    if not route.strip():
        return seen
    line = find_line(question, route)
    wanted = {one.id for one in line.routes}
    authority = line.view.store.info.authority
    return [
        sighting
        for sighting in seen
        if sighting.feed.authority == authority and find_route_id(line.view, sighting.position) in wanted
    ]


def _find_oldest(question: Question) -> datetime | None:
    """Give the instant of the vehicle positions: of several feeds the oldest."""
    times = [view.snapshot.vehicles_time for view in question.world.feeds if view.snapshot]
    return min((time for time in times if time is not None), default=None)


def _to_near(ways: Ways, sighting: VehicleSighting) -> NearVehicle:
    question, position = ways.question, sighting.position
    view = question.get_view(sighting.feed.authority)
    seen = look_at(ways, view, position)
    return NearVehicle(
        id=to_vehicle_id(question, seen),
        route=to_line(seen.route) if seen.route else find_route_id(view, position),
        vehicle_type=seen.route.mode.value if seen.route else None,
        direction=seen.direction,
        destination=to_name(view, seen.destination),
        lat=to_coordinate(position.lat),
        lng=to_coordinate(position.lon),
        bearing=to_bearing(position.bearing),
        lowfloor=to_low_floor(seen.low_floor),
        distance_meters=round(sighting.distance_m or 0.0),
    )


def _summarise(question: Question, data: VehiclesAround) -> Phrase:
    book = question.book
    within = book.distance(data.radius_meters)
    if not data.vehicles:
        return book.say("transit.no_vehicles_near", distance=within)
    said = book.say("transit.vehicles_near", distance=within, count=data.total)
    if len(data.vehicles) < data.total:
        said = said.then(book.say("transit.nearest_listed", count=len(data.vehicles)))
    first = data.vehicles[0]
    told = [book.label(first.route) if first.route else Line("", "")]
    told.append(book.name(first.destination) if first.destination else Line("", ""))
    told.append(book.distance(first.distance_meters))
    return said.then(book.say("transit.nearest_vehicle", vehicle=book.chain(told)))


def make_get_nearby_vehicles(desk: Desk) -> DocumentedTool:
    """Make the tool."""
    return make_tool(desk, get_nearby_vehicles, "Vehicles around a place", VehiclesAround)
