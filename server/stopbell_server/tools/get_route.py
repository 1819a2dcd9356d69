"""A line on one day, by plan: its stops, first and last departures, how often it runs."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated

from pydantic import Field

from stopbell_server.contract.envelope import UiBlock
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.from_routes import to_route_data
from stopbell_server.contract.routes import RouteData, RouteResult
from stopbell_server.desk.live_verdict import to_coverage_verdict
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.verdict import Verdict, compose
from stopbell_server.domain.calls import Coverage
from stopbell_server.domain.day_kinds import DayKind, UsualDay
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Route
from stopbell_server.timetable.calendar import to_coverage
from stopbell_server.timetable.route_day import describe_route_day
from stopbell_server.timetable.usual_days import choose_usual_days
from stopbell_server.tools import inputs
from stopbell_server.tools.journey_argument import parse_day
from stopbell_server.tools.refusal import Refusal, refuse_argument
from stopbell_server.tools.reply import Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.route_argument import find_routes, find_routes_at
from stopbell_server.tools.stop_argument import find_stop, require_feeds
from stopbell_server.world import FeedView

DayOrKind = Annotated[str, Field(description="YYYY-MM-DD, workday, saturday, sunday or weekend.", max_length=300)]
Shapes = Annotated[bool, Field(description="Give courses as points.")]


def get_route(
    question: Question,
    route: inputs.OptionalRoute,
    stop: inputs.OptionalStop = "",
    service_day: DayOrKind = "",
    include_shapes: Shapes = False,
    language: inputs.Language = "",
    verbosity: inputs.Verbosity = "normal",
) -> Reply:
    """Tell a line by timetable on a day or kind of day: stops per direction, departures (from a stop), first and last,
    headways."""
    require_feeds(question)
    if not route.strip():
        raise refuse_argument("route")
    places: frozenset[StopId] = frozenset()
    if stop.strip():
        described = find_stop(question, stop)
        refs = find_routes_at(question, route, described)
        places = question.get_view(described.feed.authority).hours.list_boarding_stops(described.stop)
    else:
        refs = find_routes(question, route)
    authority = refs[0].authority
    view = question.get_view(authority)
    routes = [ref.route for ref in refs]
    today = question.world.now.astimezone(view.store.info.zone).date()
    kind = _find_kind(service_day)
    usual = _choose(view, routes, kind, today) if kind else ()
    days = [one.day for one in usual] or [today if kind else _parse_date(service_day) or today]
    told, *also = (describe_route_day(view, routes, day, places) for day in days)
    operator = view.store.find_agency(refs[0].route.agency)
    data = to_route_data(
        told,
        operator,
        question.get_naming(authority),
        with_shapes=include_shapes,
        kind=kind,
        usual=usual,
        also=also,
    )
    verdict = Verdict() if data.directions else to_coverage_verdict(told.coverage, view.store.info)
    provenance = merge_provenance(question.list_sources([authority]), question.book.language)
    # Of a day that the timetable does not cover it would be false to say that nothing is planned.
    facts = None if verdict.code else question.book.route(data, verbosity=verbosity)
    phrase = compose(question.book, facts, verdict, provenance)
    return Reply(
        RouteResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            ui_blocks=_list_blocks(data),
            status=verdict.to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        )
    )


def _list_blocks(data: RouteData) -> list[UiBlock]:
    stops = UiBlock(type="stop_list", source="data.directions")
    drawn = UiBlock(type="map", source="data.directions")
    return [stops, drawn] if any(one.shape for one in data.directions) else [stops]


def _find_kind(text: str) -> DayKind | None:
    """Give the kind of day that an argument names; None for anything else."""
    word = text.strip().casefold()
    return next((kind for kind in DayKind if kind.value == word), None)


def _parse_date(text: str) -> date | None:
    try:
        return parse_day(text)
    except Refusal:
        raise refuse_argument("service_day", f"YYYY-MM-DD, {', '.join(kind.value for kind in DayKind)}") from None


def _choose(view: FeedView, routes: Sequence[Route], kind: DayKind, today: date) -> tuple[UsualDay, ...]:
    """Choose the dates that stand for a kind of day; none once the timetable has ended, for it tells of the past."""
    ended = to_coverage(view.store, today) is Coverage.ENDED
    return () if ended else choose_usual_days(view.store, routes, kind, today)


def make_get_route(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(desk, get_route, "A line by timetable", RouteResult, RouteData())
