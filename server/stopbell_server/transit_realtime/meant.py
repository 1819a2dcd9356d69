"""What the documented arguments mean: a stop, a line, a vehicle; never a silent pick."""

from dataclasses import dataclass

from stopbell_server.desk.question import Question
from stopbell_server.domain.ids import RouteId, StopId, VehicleId
from stopbell_server.domain.network import Route, Stop
from stopbell_server.domain.realtime import VehiclePosition
from stopbell_server.domain.text import to_clean_text
from stopbell_server.timetable.vehicle_run import is_fresh
from stopbell_server.timetable.view import FeedView
from stopbell_server.tools.route_argument import find_routes
from stopbell_server.tools.stop_argument import find_stop, require_feeds
from stopbell_server.transit_realtime.documented_tool import NotThere

_LONGEST_CODE = 8


@dataclass(frozen=True, slots=True)
class Line:
    """The routes of one line in one feed."""

    view: FeedView
    routes: tuple[Route, ...]


def find_meant_stop(question: Question, asked: str) -> tuple[FeedView, Stop]:
    """Give the stop of an id that these tools give out; else what a code, an address or a name means.

    Raises:
        Refusal: no feed is loaded, nothing is called so, or several are; then with the candidates.
    """
    require_feeds(question)
    exact = [
        (view, stop)
        for view, identity in _list_scopes(question, asked)
        if (stop := view.store.find_stop(StopId(identity))) is not None
    ]
    if not exact:
        exact = _list_padded(question, asked.strip())
    if len(exact) == 1:
        return exact[0]
    described = find_stop(question, asked)
    return question.get_view(described.feed.authority), described.stop


def _list_padded(question: Question, asked: str) -> list[tuple[FeedView, Stop]]:
    """List the stops whose code on the pole is this number with zeros before it, which no integer can carry."""
    stores = [view.store for view in question.world.feeds]
    if not (asked.isascii() and asked.isdecimal()) or any(store.list_stops_by_code(asked) for store in stores):
        return []
    codes = [asked.zfill(length) for length in range(len(asked) + 1, _LONGEST_CODE + 1)]
    return [
        (view, stop) for view in question.world.feeds for code in codes for stop in view.store.list_stops_by_code(code)
    ]


def find_line(question: Question, asked: str) -> Line:
    """Give the line of exactly this short name, else of exactly this id, else of the name that fits best.

    Raises:
        Refusal: nothing is called so, or several lines are; then with the candidates.
    """
    require_feeds(question)
    wanted = asked.strip().casefold()
    named = any(
        (route.short_name or "").casefold() == wanted for v in question.world.feeds for route in v.store.list_routes()
    )
    by_id = [
        Line(view, (route,))
        for view, identity in _list_scopes(question, asked)
        if (route := view.store.find_route(RouteId(identity))) is not None
    ]
    if len(by_id) == 1 and not named:
        return by_id[0]
    found = find_routes(question, asked)
    return Line(question.get_view(found[0].authority), tuple(ref.route for ref in found))


def find_vehicle(question: Question, asked: str) -> tuple[FeedView, VehiclePosition]:
    """Give the vehicle of an id that reported lately.

    Raises:
        NotThere: no vehicle of this id reports where it is.
    """
    require_feeds(question)
    for view, identity in _list_scopes(question, asked):
        position = view.snapshot.find_position(VehicleId(identity)) if view.snapshot else None
        if position is not None and is_fresh(view, position, question.world.now):
            return view, position
    raise NotThere(question.book.say("transit.no_vehicle", vehicle=to_clean_text(asked)))


def _list_scopes(question: Question, asked: str) -> list[tuple[FeedView, str]]:
    """List where an id may be: in its feed where it names one, and as it stands in every feed."""
    text = asked.strip()
    prefix, separator, rest = text.partition(":")
    scoped = question.world.find_feed(prefix) if separator else None
    whole = [(view, text) for view in question.world.feeds]
    return [(scoped, rest), *whole] if scoped else whole
