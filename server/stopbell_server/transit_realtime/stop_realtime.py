"""What comes to a stop."""

from stopbell_server.contract.times import to_minutes
from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.calls import Board, Call, CallKind, StopRef
from stopbell_server.domain.certainty import Certainty
from stopbell_server.domain.realtime import VehiclePosition
from stopbell_server.domain.text import to_clean_text
from stopbell_server.phrases.phrase import Line, Phrase
from stopbell_server.timetable.vehicle_run import is_fresh
from stopbell_server.timetable.view import FeedView
from stopbell_server.transit_realtime import arguments
from stopbell_server.transit_realtime.data import StopRealtime
from stopbell_server.transit_realtime.documented_tool import Answer, DocumentedTool, make_tool
from stopbell_server.transit_realtime.drawing import STOP_ZOOM, draw_arrivals, draw_map
from stopbell_server.transit_realtime.meant import find_meant_stop
from stopbell_server.transit_realtime.payloads import ArrivalPart
from stopbell_server.transit_realtime.wire import (
    to_bearing,
    to_coordinate,
    to_id,
    to_line,
    to_stop,
    to_updated_at,
)

_MOST = 500
_PREDICTED = (Certainty.LIVE, Certainty.AGEING)


def get_stop_realtime(question: Question, stop_id: arguments.StopId) -> Answer:
    """What one can board at a stop within an hour: line, where it goes, kind of vehicle, minutes, and the vehicle with
    its position. Sorted by arrival_minutes; null: nobody predicts it, and only the timetable has it."""
    view, stop = find_meant_stop(question, stop_id)
    board = question.world.get_board(StopRef(view.store.info.authority, stop.id), limit=_MOST)
    calls = [call for call in board.calls if call.is_coming(CallKind.DEPARTURES)]
    pairs = [(call, _to_arrival(question, view, call)) for call in calls]
    listed = sorted(
        (arrival for _, arrival in pairs), key=lambda one: (one.arrival_minutes is None, one.arrival_minutes or 0)
    )
    place = to_stop(question, view, stop)
    is_live = any(call.certainty in _PREDICTED for call in calls)
    data = StopRealtime(
        stop=place,
        arrivals=listed,
        updated_at=to_updated_at(question, board.live.source_time if is_live else None),
    )
    blocks = (
        *draw_map((place.lat, place.lng), STOP_ZOOM, stops="data.stop", vehicles="data.arrivals"),
        draw_arrivals(),
    )
    return Answer(_summarise(question, board, place.name, pairs), data, blocks)


def _to_arrival(question: Question, view: FeedView, call: Call) -> ArrivalPart:
    position = _find_position(question, view, call)
    vehicle_id = position.vehicle.id if position else call.vehicle.id if call.vehicle else None
    return ArrivalPart(
        route=to_line(call.route) if call.route else call.route_label,
        direction=to_clean_text(call.headsign or call.destination or "") or None,
        vehicle_type=call.route.mode.value if call.route else None,
        arrival_minutes=_to_arrival_minutes(question, call),
        vehicle_id=to_id(question, call.authority, vehicle_id) if vehicle_id else None,
        lat=to_coordinate(position.lat if position else None),
        lng=to_coordinate(position.lon if position else None),
        bearing=to_bearing(position.bearing if position else None),
    )


def _to_arrival_minutes(question: Question, call: Call) -> int | None:
    """Give the minutes of a prediction that may be believed; what the timetable says is no estimate."""
    expected = call.arrival.expected or call.departure.expected
    if expected is None or call.certainty not in _PREDICTED or not question.world.is_clock_credible:
        return None
    return to_minutes(expected, question.world.now)


def _find_position(question: Question, view: FeedView, call: Call) -> VehiclePosition | None:
    """Give where the vehicle of a call is, if it said so lately."""
    if view.snapshot is None or call.vehicle is None or call.vehicle.id is None:
        return None
    position = view.snapshot.find_position(call.vehicle.id)
    return position if position and is_fresh(view, position, question.world.now) else None


def _summarise(question: Question, board: Board, name: str, pairs: list[tuple[Call, ArrivalPart]]) -> Phrase:
    """Tell what comes first, though it may stand late in the list because nobody predicts it."""
    book = question.book
    stop = book.name(name)
    if not pairs:
        return book.say("transit.nothing_comes", stop=stop)
    said = book.say("transit.arrivals", stop=stop, count=len(pairs))
    call, arrival = pairs[0]
    line = book.label(arrival.route) if arrival.route else Line("", "")
    going = book.name(arrival.direction or "")
    minutes = arrival.arrival_minutes
    if minutes is not None:
        soon = "transit.next_now" if minutes == 0 else "transit.next"
        return said.then(book.say(soon, line=line, destination=going, minutes=book.minutes(minutes)))
    planned = call.effective(CallKind.DEPARTURES)
    if planned is None or call.headway_s is not None:
        return said.then(book.say("transit.next_unknown", line=line, destination=going))
    clock = book.clock(planned.astimezone(board.feed.zone))
    return said.then(book.say("transit.next_planned", line=line, destination=going, clock=clock))


def make_get_stop_realtime(desk: Desk) -> DocumentedTool:
    """Make the tool."""
    return make_tool(desk, get_stop_realtime, "Live arrivals", StopRealtime)
