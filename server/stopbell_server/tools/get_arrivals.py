"""The board of a stop: what comes or leaves next."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from stopbell_server.contract.arrivals import ArrivalsResult, BoardData
from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import UiBlock
from stopbell_server.contract.from_calls import to_board_data
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.from_passed import to_passed_calls
from stopbell_server.contract.stops import StopSummary
from stopbell_server.contract.times import to_wire_time
from stopbell_server.contract.uris import to_board_uri
from stopbell_server.contract.words import KINDS
from stopbell_server.desk.continuations import with_continuations
from stopbell_server.desk.last_reports import with_last_reports
from stopbell_server.desk.live_verdict import to_board_verdict
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.stops import summarise
from stopbell_server.desk.verdict import Verdict, compose
from stopbell_server.domain.calls import Board, Call, CallKind, StopRef
from stopbell_server.timetable.passed import PassedCall
from stopbell_server.tools import inputs
from stopbell_server.tools.cursor import WHOLE, open_page
from stopbell_server.tools.identities import name_call
from stopbell_server.tools.instant_argument import parse_instant
from stopbell_server.tools.reply import Link, Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.route_argument import find_routes_at
from stopbell_server.tools.stop_argument import find_stop, is_scoped
from stopbell_server.tools.stops_reply import to_stop_link


def get_arrivals(
    question: Question,
    stop: inputs.Stop,
    route: inputs.OptionalRoute = "",
    headsign: inputs.Headsign = "",
    mode: inputs.Mode = "any",
    access: inputs.Access = False,
    within_minutes: inputs.Within = 60,
    limit: inputs.Limit = 3,
    cursor: inputs.Cursor = "",
    kind: inputs.Kind = "departures",
    passed: inputs.Passed = False,
    time: inputs.Time = "",
    language: inputs.Language = "",
    verbosity: inputs.Verbosity = "normal",
) -> Reply:
    """What leaves (or arrives at) a stop next, plan and live prediction apart, with certainty and access (yes, no,
    unknown)."""
    asked = (stop, route, headsign, mode, access, within_minutes, kind, time.strip())
    page = open_page(question, cursor, limit, "get_arrivals", *asked)
    described = find_stop(question, stop)
    start = parse_instant(time.strip(), question.world.now, described.feed.zone) if time.strip() else None
    routes = find_routes_at(question, route, described, mode=mode)
    ref = StopRef(described.feed.authority, described.stop.id)
    lines = tuple(one.route.id for one in routes)
    towards, vehicles = headsign.strip() or None, None if mode == "any" else mode
    board = question.world.get_board(
        ref,
        kind=KINDS[kind],
        start=start,
        end=(start or page.asked_at) + timedelta(minutes=within_minutes),
        limit=WHOLE if passed else page.reach,
        routes=lines,
        headsign=towards,
        mode=vehicles,
        access=access,
    )
    summary = summarise(question, described)
    gone: Sequence[PassedCall] | None = None
    if passed and start is None:
        gone = question.world.list_passed(ref, kind=KINDS[kind], routes=lines, headsign=towards, mode=vehicles)
    taken = page.take(_leave_out_gone(board.calls, gone or ()), name_call, beyond=board.more)
    return to_board_reply(
        question,
        replace(board, calls=taken.shown, more=taken.more),
        summary,
        access_filter=access,
        verbosity=verbosity,
        passed=gone if page.is_first else None,
        frame={"before": page.before, "next_cursor": taken.cursor},
    )


def _leave_out_gone(calls: Sequence[Call], passed: Sequence[PassedCall]) -> Sequence[Call]:
    """Leave out what is told to have gone, early as it was: it does not come any more."""
    gone = {name_call(one.call) for one in passed if one.is_gone}
    return tuple(call for call in calls if name_call(call) not in gone) if gone else calls


def to_board_reply(
    question: Question,
    board: Board,
    stop: StopSummary,
    *,
    access_filter: bool = False,
    verbosity: str = "normal",
    passed: Sequence[PassedCall] | None = None,
    frame: Mapping[str, Any] | None = None,
) -> Reply:
    """Put a board into words, with what is missing from it.

    `passed` only where it was asked for; `frame` is what the data says of the list that these calls are a page of.
    """
    authority = board.feed.authority
    naming = question.get_naming(authority)
    data = with_continuations(question, board, to_board_data(board, stop, naming, access_filter=access_filter))
    if passed is not None:
        history = question.get_view(authority).history
        since = to_wire_time(history.since(board.now), board.feed.zone) if history else None
        told = to_passed_calls(passed, board.kind, naming, board.feed, board.now)
        told = with_last_reports(question, passed, told)
        data = data.model_copy(update={"passed": told, "recorded_since": since})
    if frame:
        data = data.model_copy(update=frame)
    provenance = merge_provenance(question.list_sources([authority]), question.book.language)
    verdict = to_board_verdict(board)
    phrase = compose(
        question.book,
        question.book.board(data, verbosity=verbosity, age_seconds=provenance.age_seconds),
        verdict,
        provenance,
    )
    return Reply(
        ArrivalsResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            ui_blocks=[UiBlock(type="arrival_list", source="data.arrivals")],
            status=_judge(verdict, passed or ()).to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        ),
        links=(Link(to_board_uri(authority, board.stop.id), f"board-{stop.id}", stop.name), to_stop_link(stop)),
    )


def _judge(verdict: Verdict, passed: Sequence[PassedCall]) -> Verdict:
    """Say too that nobody reports whether a call came; its sentence stands beside the call."""
    is_open = any(not one.is_gone and one.call.is_coming(CallKind.ARRIVALS) for one in passed)
    return Verdict(Code.INSUFFICIENT_EVIDENCE) if is_open and verdict.code is None else verdict


def _is_quick(question: Question, arguments: Mapping[str, Any]) -> bool:
    """Whether a few calls of a known stop are asked for; other questions need the whole window, which may be a day."""
    return not arguments["cursor"] and not arguments["passed"] and is_scoped(question, arguments["stop"])


def make_get_arrivals(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(
        desk,
        get_arrivals,
        "Next departures",
        ArrivalsResult,
        BoardData(),
        is_quick=_is_quick,
    )
