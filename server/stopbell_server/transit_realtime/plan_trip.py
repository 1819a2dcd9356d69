"""Lines from one stop to another."""

from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.network import Stop
from stopbell_server.domain.text import to_clean_text
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.timetable.rides import Place, Ride, Trip, find_trips, list_place
from stopbell_server.timetable.view import FeedView
from stopbell_server.transit_realtime import arguments
from stopbell_server.transit_realtime.data import TripsBetween
from stopbell_server.transit_realtime.documented_tool import Answer, DocumentedTool, make_tool
from stopbell_server.transit_realtime.drawing import LINE_ZOOM, draw_map, to_center
from stopbell_server.transit_realtime.meant import find_meant_stop
from stopbell_server.transit_realtime.payloads import ChangePart, DirectPart, EndPart, RidePart, RoleStop, StopPart
from stopbell_server.transit_realtime.vehicles import to_today
from stopbell_server.transit_realtime.wire import to_id, to_line, to_name, to_stop, to_updated_at


def plan_trip(question: Question, from_stop_id: arguments.StopId, to_stop_id: arguments.StopId) -> Answer:
    """Lines from one stop to another, without times: direct, or with one change where that is better. Each end is all
    stops within 300 metres, so the line may leave from a stop of another name; walks are as the crow flies."""
    view, start = find_meant_stop(question, from_stop_id)
    other, end = find_meant_stop(question, to_stop_id)
    begin, goal = list_place(view.store, start), list_place(other.store, end)
    direct: list[Trip] = []
    changes: list[Trip] = []
    if view is other:
        direct, changes = find_trips(view.store, begin, goal, to_today(question, view))
    data = TripsBetween.model_validate(
        {
            "from": _to_end(question, view, start, begin),
            "to": _to_end(question, other, end, goal),
            "options": [_to_direct(question, view, trip) for trip in direct],
            "transfer_options": [_to_change(question, view, trip) for trip in changes],
            "map_stops": _list_map_stops(question, view, (*direct, *changes)[:1]),
            "updated_at": to_updated_at(question),
        }
    )
    blocks = tuple(draw_map(to_center(data.map_stops), LINE_ZOOM, stops="data.map_stops"))
    return Answer(_summarise(question, data), data, blocks)


def _to_end(question: Question, view: FeedView, stop: Stop, place: Place) -> EndPart:
    authority = view.store.info.authority
    return EndPart(
        id=to_id(question, authority, stop.id),
        name=to_clean_text(stop.name) or stop.id,
        stop_ids=[to_id(question, authority, one) for one in sorted(place, key=lambda one: (len(one), one))],
    )


def _to_ride(question: Question, view: FeedView, ride: Ride) -> RidePart:
    board, alight = view.store.find_stop(ride.board), view.store.find_stop(ride.alight)
    return RidePart(
        route=to_line(ride.route),
        vehicle_type=ride.route.mode.value,
        direction=ride.direction,
        destination=to_name(view, ride.destination) or ride.destination,
        board_stop=_to_part(question, view, board, ride.board),
        alight_stop=_to_part(question, view, alight, ride.alight),
        stops_count=ride.stops,
    )


def _to_part(question: Question, view: FeedView, stop: Stop | None, identity: str) -> StopPart:
    return to_stop(question, view, stop) if stop else StopPart(id=identity, name=identity, lat=None, lng=None)


def _to_direct(question: Question, view: FeedView, trip: Trip) -> DirectPart:
    ride = _to_ride(question, view, trip.rides[0])
    return DirectPart(**ride.model_dump(), walk_to_board_meters=trip.walk_to, walk_from_alight_meters=trip.walk_from)


def _to_change(question: Question, view: FeedView, trip: Trip) -> ChangePart:
    return ChangePart(
        legs=[_to_ride(question, view, ride) for ride in trip.rides],
        transfer_walk_meters=trip.walk_between,
        stops_count=sum(ride.stops for ride in trip.rides),
        walk_to_board_meters=trip.walk_to,
        walk_from_alight_meters=trip.walk_from,
    )


def _list_map_stops(question: Question, view: FeedView, trips: tuple[Trip, ...]) -> list[RoleStop]:
    """Give where one gets on and off on the best way."""
    found: list[RoleStop] = []
    for trip in trips:
        for ride in (_to_ride(question, view, ride) for ride in trip.rides):
            found.append(RoleStop(**ride.board_stop.model_dump(), role="board"))
            found.append(RoleStop(**ride.alight_stop.model_dump(), role="alight"))
    return found


def _summarise(question: Question, data: TripsBetween) -> Phrase:
    book = question.book
    origin, goal = book.name(to_clean_text(data.from_.name)), book.name(to_clean_text(data.to.name))
    if data.options:
        best = data.options[0]
        said = book.say("transit.direct", origin=origin, goal=goal, count=len(data.options))
        said = said.then(
            book.say(
                "transit.best",
                line=book.label(best.route),
                destination=book.name(best.destination),
                count=best.stops_count,
            )
        )
        return _tell_walk(question, said, best.board_stop, best.walk_to_board_meters)
    said = book.say("transit.no_direct", origin=origin, goal=goal)
    if not data.transfer_options:
        return said.then(book.say("transit.no_change"))
    change = data.transfer_options[0]
    first, second = change.legs
    said = said.then(
        book.say(
            "transit.best_change",
            line=book.label(first.route),
            stop=book.name(first.alight_stop.name),
            second=book.label(second.route),
            goal=book.name(second.alight_stop.name),
        )
    )
    return _tell_walk(question, said, first.board_stop, change.walk_to_board_meters)


def _tell_walk(question: Question, said: Phrase, stop: StopPart, meters: int) -> Phrase:
    book = question.book
    name = book.name(stop.name)
    if not meters:
        return said.then(book.say("transit.board_at", stop=name))
    return said.then(book.say("transit.walk_to", stop=name, distance=book.distance(meters)))


def make_plan_trip(desk: Desk) -> DocumentedTool:
    """Make the tool."""
    return make_tool(desk, plan_trip, "From stop to stop", TripsBetween)


def make_find_routes_between(desk: Desk) -> DocumentedTool:
    """Make the same tool by the name that the documented server gives it today."""
    return make_tool(desk, plan_trip, "From stop to stop, by its other name", TripsBetween, name="find_routes_between")
