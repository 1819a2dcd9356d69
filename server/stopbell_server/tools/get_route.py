"""A line on one day, by plan: its stops, first and last departures, how often it runs."""

from stopbell_server.contract.envelope import UiBlock
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.from_routes import to_route_data
from stopbell_server.contract.routes import RouteData, RouteResult
from stopbell_server.desk.live_verdict import to_coverage_verdict
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.verdict import Verdict, compose
from stopbell_server.domain.ids import StopId
from stopbell_server.timetable.route_day import describe_route_day
from stopbell_server.tools import inputs
from stopbell_server.tools.journey_argument import parse_day
from stopbell_server.tools.refusal import refuse_argument
from stopbell_server.tools.reply import Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.route_argument import find_routes, find_routes_at
from stopbell_server.tools.stop_argument import find_stop, require_feeds


def get_route(
    question: Question,
    route: inputs.OptionalRoute,
    stop: inputs.OptionalStop = "",
    service_day: inputs.ServiceDay = "",
    language: inputs.Language = "",
    verbosity: inputs.Verbosity = "normal",
) -> Reply:
    """Tell a line by timetable on a day: stops per direction, first and last departure (from a stop), headways."""
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
    day = parse_day(service_day) or question.world.now.astimezone(view.store.info.zone).date()
    told = describe_route_day(view, [ref.route for ref in refs], day, places)
    operator = view.store.find_agency(refs[0].route.agency)
    data = to_route_data(told, operator, question.get_naming(authority))
    verdict = Verdict() if told.directions else to_coverage_verdict(told.coverage, view.store.info)
    provenance = merge_provenance(question.list_sources([authority]), question.book.language)
    # Of a day that the timetable does not cover it would be false to say that nothing is planned.
    facts = None if verdict.code else question.book.route(data, verbosity=verbosity)
    phrase = compose(question.book, facts, verdict, provenance)
    return Reply(
        RouteResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            ui_blocks=[UiBlock(type="stop_list", source="data.directions")],
            status=verdict.to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        )
    )


def make_get_route(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(desk, get_route, "A line by timetable", RouteResult, RouteData())
