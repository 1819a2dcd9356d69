"""How to get from one place to another: direct, or with one change."""

from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.trips import TripPlanData, TripPlanResult
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.trips import describe_plan, parse_time, plan_between, to_plan_verdict
from stopbell_server.desk.verdict import compose
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.tools import inputs
from stopbell_server.tools.refusal import refuse_argument
from stopbell_server.tools.reply import Link, Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.trip_ends import find_ends


def plan_trip(
    question: Question,
    origin: inputs.TripEnd,
    destination: inputs.TripEnd,
    time: inputs.TripTime = "",
    arrive_by: inputs.ArriveBy = False,
    access: inputs.Access = False,
    limit: inputs.Limit = 3,
    language: inputs.Language = "",
    verbosity: inputs.Verbosity = "normal",
) -> Reply:
    """Plan a trip, direct or with one change, with live data: where to get on and off, waits, access. None found does
    not mean none exists."""
    view, ends = find_ends(question, origin, destination)
    try:
        when = parse_time(time, question.world.now, view.store.info.zone)
    except ValueError:
        raise refuse_argument("time", "HH:MM, YYYY-MM-DDTHH:MM") from None
    plan = plan_between(question, view, ends, when, is_arrival=arrive_by, access=access, limit=limit)
    data = describe_plan(question, view, ends, plan, access=access)
    verdict = to_plan_verdict(plan)
    provenance = merge_provenance(question.list_sources([view.store.info.authority]), question.book.language)
    phrase = compose(question.book, _tell(question, data, verbosity), verdict, provenance)
    return Reply(
        TripPlanResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            status=verdict.to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        ),
        links=tuple(_list_links(data)),
    )


def _tell(question: Question, data: TripPlanData, verbosity: str) -> Phrase | None:
    return question.book.trips(data, verbosity=verbosity) if data.options else None


def _list_links(data: TripPlanData) -> list[Link]:
    """List the journeys of the ways in order, each once: they can be followed."""
    legs = [leg for option in data.options for leg in option.legs if leg.journey]
    named = {leg.journey: leg.line or leg.journey for leg in legs if leg.journey}
    return [Link(uri, f"journey-{number}", line) for number, (uri, line) in enumerate(named.items(), 1)]


def make_plan_trip(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(desk, plan_trip, "Plan a trip", TripPlanResult, TripPlanData())
