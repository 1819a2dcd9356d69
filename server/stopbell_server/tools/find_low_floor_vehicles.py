"""Low-floor and accessible vehicles: the next ones at a stop, those on a line, those around a point."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from stopbell_server.contract.codes import Code
from stopbell_server.contract.from_stops import Place
from stopbell_server.contract.times import to_wire_time
from stopbell_server.contract.vehicles import VehiclesData, VehiclesResult
from stopbell_server.desk.live_verdict import to_board_verdict
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.stops import summarise
from stopbell_server.domain.calls import StopRef
from stopbell_server.domain.text import to_clean_text
from stopbell_server.tools import inputs
from stopbell_server.tools.cursor import Page, open_page
from stopbell_server.tools.low_floor import to_next_accessible
from stopbell_server.tools.place_argument import to_place
from stopbell_server.tools.refusal import Refusal
from stopbell_server.tools.reply import Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.route_argument import find_routes, find_routes_at
from stopbell_server.tools.stop_argument import find_stop, is_scoped, require_feeds
from stopbell_server.tools.vehicles_reply import to_sightings_reply, to_vehicles_reply

_MOST_CALLS = 10_000
"""More calls than any stop has in a day: those of which nothing is known are counted, all of them."""
_MOST_VEHICLES = 10_000


def find_low_floor_vehicles(
    question: Question,
    stop: inputs.OptionalStop = "",
    route: inputs.OptionalRoute = "",
    headsign: inputs.Headsign = "",
    mode: inputs.Mode = "any",
    latitude: inputs.OptionalLatitude = None,
    longitude: inputs.OptionalLongitude = None,
    radius_meters: inputs.Radius = 1000,
    within_minutes: inputs.Within = 90,
    limit: inputs.Limit = 3,
    cursor: inputs.Cursor = "",
    language: inputs.Language = "",
) -> Reply:
    """Find vehicles known to be low floor or accessible: next calls at a stop (and how many before are unknown or not),
    else those on a line, else around a point. Unknown never counts."""
    require_feeds(question)
    place = to_place(latitude, longitude)
    narrowed = (stop, route, headsign, mode, latitude, longitude, radius_meters, within_minutes)
    page = open_page(question, cursor, limit, "find_low_floor_vehicles", *narrowed)
    asked = _Asked(headsign.strip() or None, None if mode == "any" else mode, page)
    if stop.strip():
        return _answer_at_stop(question, stop, route, within_minutes, asked)
    if route.strip():
        return _answer_on_line(question, route, asked)
    if place:
        return _answer_near(question, place, radius_meters, asked)
    raise Refusal(Code.NO_PLACE)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Which vehicles are asked for, and which page of them."""

    headsign: str | None
    mode: str | None
    page: Page

    def frame(self, **known: Any) -> VehiclesData:
        """Give the data that says what was asked."""
        headsign = to_clean_text(self.headsign or "") or None
        return VehiclesData(headsign_filter=headsign, mode_filter=self.mode, **known)


def _answer_at_stop(question: Question, stop: str, route: str, within_minutes: int, asked: _Asked) -> Reply:
    described = find_stop(question, stop)
    authority = described.feed.authority
    board = question.world.get_board(
        StopRef(authority, described.stop.id),
        end=asked.page.asked_at + timedelta(minutes=within_minutes),
        limit=_MOST_CALLS,
        routes=tuple(ref.route.id for ref in find_routes_at(question, route, described, mode=asked.mode or "any")),
        headsign=asked.headsign,
        mode=asked.mode,
    )
    found = to_next_accessible(board, question.get_naming(authority), asked.page)
    data = asked.frame(
        scope="stop",
        stop=summarise(question, described),
        line=board.routes_asked[0] if board.routes_asked else None,
        now=to_wire_time(board.now, board.feed.zone),
        window_end=to_wire_time(board.end, board.feed.zone),
        coverage=board.coverage.value,
        timetable_ends=board.feed.last_day.isoformat() if board.feed.last_day else None,
        calls=list(found.calls),
        unknown_before=found.unknown_before,
        excluded_before=found.excluded_before,
        unknown=found.unknown,
        more=found.more,
        before=asked.page.before,
        next_cursor=found.cursor,
    )
    return to_vehicles_reply(question, data, [authority], to_board_verdict(board))


def _answer_on_line(question: Question, route: str, asked: _Asked) -> Reply:
    routes = find_routes(question, route)
    _require_positions(question, [routes[0].authority])
    sightings = [
        sighting
        for ref in routes
        for sighting in question.world.list_vehicles_on(
            ref, limit=_MOST_VEHICLES, headsign=asked.headsign, mode=asked.mode
        )
    ]
    return to_sightings_reply(
        question, asked.frame(scope="route", line=routes[0].route.line), sightings, asked.page, None
    )


def _answer_near(question: Question, place: Place, radius_meters: int, asked: _Asked) -> Reply:
    _require_positions(question, [view.store.info.authority for view in question.world.feeds])
    sightings = question.world.list_vehicles_near(
        place.lat,
        place.lon,
        radius_m=float(radius_meters),
        limit=_MOST_VEHICLES,
        headsign=asked.headsign,
        mode=asked.mode,
    )
    return to_sightings_reply(question, asked.frame(scope="near"), sightings, asked.page, place)


def _require_positions(question: Question, authorities: list[str]) -> None:
    """Refuse where no feed says where its vehicles are: an empty list would sound like "there are none"."""
    views = [question.get_view(authority) for authority in authorities]
    if not any(view.snapshot and view.snapshot.vehicles_time for view in views):
        raise Refusal(
            Code.NO_VEHICLE_DATA, authorities=authorities, feed=", ".join(view.store.info.title for view in views)
        )


def make_find_low_floor_vehicles(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(
        desk,
        find_low_floor_vehicles,
        "Next low-floor vehicles",
        VehiclesResult,
        VehiclesData(scope="stop"),
        is_quick=lambda question, arguments: is_scoped(question, arguments["stop"]),
    )
