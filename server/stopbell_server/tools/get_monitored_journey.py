"""A journey followed stop by stop: where it is, what comes next, and what says so."""

from dataclasses import replace

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Provenance, UiBlock
from stopbell_server.contract.from_journeys import count_stops_until, to_journey_stop
from stopbell_server.contract.journeys import JourneyData, JourneyResult
from stopbell_server.desk.journeys import describe_journey, to_journey_verdict
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.report_provenance import to_journey_provenance, to_report_provenance
from stopbell_server.desk.vehicle_position import describe_position, find_journey_of
from stopbell_server.desk.verdict import Verdict, compose
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.journeys import Journey
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.tools import inputs
from stopbell_server.tools.journey_argument import find_journey
from stopbell_server.tools.refusal import refuse_argument
from stopbell_server.tools.reply import Link, Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.stop_argument import require_feeds
from stopbell_server.tools.stop_on_journey import find_call_at
from stopbell_server.tools.vehicle_argument import find_vehicle


def get_monitored_journey(
    question: Question,
    journey: inputs.OptionalJourney = "",
    vehicle: inputs.OptionalVehicle = "",
    service_day: inputs.ServiceDay = "",
    stop: inputs.OptionalStop = "",
    limit: inputs.Stops = 5,
    language: inputs.Language = "",
    verbosity: inputs.Verbosity = "normal",
) -> Reply:
    """Follow a trip by itself or its vehicle: next stop, delay, vehicle and what says so; with the rider's stop, how
    far from it. Only the vehicle's report puts a stop behind."""
    require_feeds(question)
    if journey.strip():
        found = find_journey(question, journey.strip(), service_day)
        return to_journey_reply(question, found, limit, verbosity, stop=stop)
    if not vehicle.strip():
        raise refuse_argument("journey")
    sighting = find_vehicle(question, vehicle.strip())
    found = find_journey_of(question, sighting)
    if found is None:
        return _to_lone_vehicle_reply(question, sighting)
    if found.vehicle is None:
        # It names the trip but no day, long before or after the plan: the rider has named the vehicle, so it is it.
        found = replace(found, vehicle=sighting)
    return to_journey_reply(question, found, limit, verbosity, stop=stop)


def _to_lone_vehicle_reply(question: Question, sighting: VehicleSighting) -> Reply:
    """Tell where a vehicle is whose journey is not known: that much is known."""
    position = describe_position(question, sighting, None)
    return _to_reply(
        question,
        JourneyData(vehicle=position.vehicle),
        question.book.position(position),
        Verdict(Code.VEHICLE_WITHOUT_JOURNEY),
        to_report_provenance(question, sighting),
    )


def to_journey_reply(
    question: Question, journey: Journey, limit: int | None, verbosity: str, *, stop: str = ""
) -> Reply:
    """Put a journey into words, with what is missing from it; seen from the rider's stop where one is given."""
    data, verdict = describe_journey(question, journey, limit), to_journey_verdict(question, journey)
    if stop.strip():
        place = find_call_at(question, journey, stop.strip())
        naming, clock_ok = question.get_naming(journey.feed.authority), question.world.is_clock_credible
        mine = to_journey_stop(journey.calls[place], naming, journey.feed.zone, journey.now, clock_ok=clock_ok)
        data = data.model_copy(update={"stop": mine, "stops_away": count_stops_until(journey, place)})
    told = question.book.journey(data, verbosity=verbosity)
    reply = _to_reply(question, data, told, verdict, to_journey_provenance(question, journey))
    return replace(reply, links=(Link(data.uri or "", f"journey-{journey.trip}", data.line or journey.trip),))


def _to_reply(question: Question, data: JourneyData, told: Phrase, verdict: Verdict, provenance: Provenance) -> Reply:
    phrase = compose(question.book, told, verdict, provenance)
    return Reply(
        JourneyResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            ui_blocks=[UiBlock(type="stop_list", source="data.calls")],
            status=verdict.to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        )
    )


def make_get_monitored_journey(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(desk, get_monitored_journey, "Follow a journey", JourneyResult, JourneyData())
