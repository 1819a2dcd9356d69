"""Journeys that are under way now, of a line or on their way to a stop."""

from collections.abc import Sequence
from datetime import timedelta

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import UiBlock
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.from_journeys import to_active_summary
from stopbell_server.contract.journeys import JourneysData, JourneysResult
from stopbell_server.contract.times import to_wire_time
from stopbell_server.desk.live_verdict import to_board_verdict, to_live_verdict
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.stops import summarise
from stopbell_server.desk.verdict import Verdict, compose
from stopbell_server.domain.calls import CallKind, StopRef
from stopbell_server.domain.journeys import ActiveJourney
from stopbell_server.domain.text import to_clean_text
from stopbell_server.timetable.active_journeys import choose, list_active_on, list_active_to, order_by_next
from stopbell_server.tools import inputs
from stopbell_server.tools.refusal import Refusal
from stopbell_server.tools.reply import Link, Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.route_argument import find_routes, find_routes_at
from stopbell_server.tools.stop_argument import find_stop, require_feeds

_AHEAD = timedelta(minutes=90)
_MOST_CALLS = 200
"""More calls than any stop has in that time."""


def search_active_journeys(
    question: Question,
    stop: inputs.OptionalStop = "",
    route: inputs.OptionalRoute = "",
    headsign: inputs.Headsign = "",
    mode: inputs.Mode = "any",
    access: inputs.Access = False,
    limit: inputs.Limit = 5,
    language: inputs.Language = "",
) -> Reply:
    """List trips under way now: those on their way to a stop (within 90 minutes), else those of a line; each with its
    next stop, delay and what says so. Needs a stop or a line."""
    require_feeds(question)
    frame = JourneysData(
        headsign_filter=to_clean_text(headsign) or None,
        mode_filter=None if mode == "any" else mode,
        access_filter=True if access else None,
    )
    if stop.strip():
        return _answer_at_stop(question, stop, route, frame, limit)
    if route.strip():
        return _answer_on_line(question, route, frame, limit)
    raise Refusal(Code.NO_PLACE)


def _answer_at_stop(question: Question, stop: str, route: str, frame: JourneysData, limit: int) -> Reply:
    described = find_stop(question, stop)
    authority = described.feed.authority
    routes = find_routes_at(question, route, described, mode=frame.mode_filter or "any")
    board, others = (
        question.world.get_board(
            StopRef(authority, described.stop.id),
            kind=kind,
            end=question.world.now + _AHEAD,
            limit=_MOST_CALLS,
            routes=tuple(ref.route.id for ref in routes),
            headsign=frame.headsign_filter,
            mode=frame.mode_filter,
        )
        for kind in (CallKind.ARRIVALS, CallKind.DEPARTURES)
    )
    view = question.get_view(authority)
    found = list_active_to(view, (*board.calls, *others.calls), question.world.now)
    # The board has filtered already, by the call at the stop, which knows best where it goes from there.
    kept = choose(view, found, headsign=None, mode=None, access_first=bool(frame.access_filter))
    known = {"scope": "stop", "stop": summarise(question, described), "line": routes[0].route.line if routes else None}
    return _to_reply(question, frame.model_copy(update=known), kept, authority, to_board_verdict(board), limit)


def _answer_on_line(question: Question, route: str, frame: JourneysData, limit: int) -> Reply:
    routes = find_routes(question, route)
    authority = routes[0].authority
    view = question.get_view(authority)
    found = order_by_next(list_active_on(view, (ref.route.id for ref in routes), question.world.now))
    kept = choose(
        view, found, headsign=frame.headsign_filter, mode=frame.mode_filter, access_first=bool(frame.access_filter)
    )
    verdict = to_live_verdict(question.world.live_state(authority), view.store.info)
    known = {"scope": "route", "line": question.get_naming(authority).name_line(routes[0].route)}
    return _to_reply(question, frame.model_copy(update=known), kept, authority, verdict, limit)


def _to_reply(
    question: Question,
    frame: JourneysData,
    found: Sequence[ActiveJourney],
    authority: str,
    verdict: Verdict,
    limit: int,
) -> Reply:
    naming, clock_ok = question.get_naming(authority), question.world.is_clock_credible
    shown = [to_active_summary(one, naming, clock_ok=clock_ok) for one in found[:limit]]
    data = frame.model_copy(
        update={
            "now": to_wire_time(question.world.now, question.get_view(authority).store.info.zone),
            "journeys": shown,
            "more": len(found) - len(shown),
        }
    )
    provenance = merge_provenance(question.list_sources([authority]), question.book.language)
    phrase = compose(question.book, question.book.journeys(data), verdict, provenance)
    return Reply(
        JourneysResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            ui_blocks=[UiBlock(type="vehicle_list", source="data.journeys")],
            status=verdict.to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        ),
        links=tuple(Link(one.uri, f"journey-{one.trip_id}", one.line or one.trip_id) for one in shown),
    )


def make_search_active_journeys(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(desk, search_active_journeys, "Trips under way", JourneysResult, JourneysData())
