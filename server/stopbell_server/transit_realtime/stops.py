"""Stops by name, and stops around a place."""

from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.calls import StopDescription
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.domain.text import to_clean_text
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.timetable.view import FeedView
from stopbell_server.tools.stop_argument import require_feeds
from stopbell_server.transit_realtime import arguments
from stopbell_server.transit_realtime.data import StopsAround, StopsFound
from stopbell_server.transit_realtime.documented_tool import Answer, DocumentedTool, make_tool
from stopbell_server.transit_realtime.drawing import STOP_ZOOM, draw_map, to_center, to_zoom
from stopbell_server.transit_realtime.payloads import FoundStop, NearStop
from stopbell_server.transit_realtime.wire import to_coordinate, to_found_stop, to_updated_at

_MOST_NEAR = 100
_MOST_TOLD = 8
"""A summary that would have to leave out lines names none."""


def search_stops(question: Question, query: arguments.Query, limit: arguments.StopLimit = 10) -> Answer:
    """Find stops by name in any script, or by code. Both sides of a street are stops of their own; routes tells them
    apart."""
    require_feeds(question)
    matches = question.world.search_stops(query, limit=limit)
    listed = [pair for described in matches.found for pair in _take_apart(question, described)][:limit]
    stops = [to_found_stop(question, view, stop) for view, stop in listed]
    asked = to_clean_text(query)
    data = StopsFound(query=asked, stops=stops, updated_at=to_updated_at(question))
    blocks = tuple(draw_map(to_center(stops), STOP_ZOOM, stops="data.stops"))
    return Answer(_tell_found(question, asked, stops), data, blocks)


def _take_apart(question: Question, described: StopDescription) -> list[tuple[FeedView, Stop]]:
    """Give the stops that one boards at: those of a station, each by itself."""
    view = question.get_view(described.feed.authority)
    return [(view, stop) for stop in described.platforms or (described.stop,)]


def _tell_found(question: Question, query: str, stops: list[FoundStop]) -> Phrase:
    book = question.book
    if not stops:
        return book.say("stops.none_found", query=book.text(query))
    said = book.say("transit.stops_found", query=book.text(query), count=len(stops))
    return said.then(_tell_first(question, stops[0]))


def _tell_first(question: Question, stop: FoundStop) -> Phrase:
    book = question.book
    if not 0 < len(stop.routes) <= _MOST_TOLD:
        return book.say("transit.first_stop", stop=book.name(stop.name))
    lines = book.listing([book.label(line) for line in stop.routes])
    return book.say("transit.first_stop_lines", stop=book.name(stop.name), lines=lines, count=len(stop.routes))


def get_stops_around_location(
    question: Question,
    latitude: arguments.Latitude,
    longitude: arguments.Longitude,
    radius_meters: arguments.StopRadius = 1000,
) -> Answer:
    """Stops around a point, nearest first, as search_stops has them, with distance_meters as the crow flies."""
    require_feeds(question)
    near = [
        (view, stop, meters)
        for view in question.world.feeds
        for stop, meters in view.store.list_stops_near(latitude, longitude, radius_meters, _MOST_NEAR)
        if stop.location_type is LocationType.STOP
    ]
    near.sort(key=lambda found: found[2])
    stops = [
        NearStop(**to_found_stop(question, view, stop).model_dump(), distance_meters=round(meters))
        for view, stop, meters in near[:_MOST_NEAR]
    ]
    data = StopsAround(
        center_lat=to_coordinate(latitude) or 0.0,
        center_lng=to_coordinate(longitude) or 0.0,
        radius_meters=radius_meters,
        stops=stops,
        updated_at=to_updated_at(question),
    )
    blocks = tuple(draw_map((data.center_lat, data.center_lng), to_zoom(radius_meters), stops="data.stops"))
    return Answer(_tell_near(question, radius_meters, stops), data, blocks)


def _tell_near(question: Question, radius_m: int, stops: list[NearStop]) -> Phrase:
    book = question.book
    within = book.distance(radius_m)
    if not stops:
        return book.say("stops.none_within", distance=within)
    said = book.say("transit.stops_near", distance=within, count=len(stops))
    first = book.name(stops[0].name)
    return said.then(book.say("transit.nearest_stop", stop=first, distance=book.distance(stops[0].distance_meters)))


def make_search_stops(desk: Desk) -> DocumentedTool:
    """Make the tool."""
    return make_tool(desk, search_stops, "Search stops", StopsFound)


def make_get_stops_around_location(desk: Desk) -> DocumentedTool:
    """Make the tool."""
    return make_tool(desk, get_stops_around_location, "Stops around a place", StopsAround)
