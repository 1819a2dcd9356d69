"""Where one vehicle is, by its number or by the journey it runs."""

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import UiBlock
from stopbell_server.contract.from_feeds import to_provenance
from stopbell_server.contract.vehicle_position import PositionData, PositionResult
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.vehicle_position import describe_position, find_journey_of, to_position_verdict
from stopbell_server.desk.verdict import compose
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.journeys import Journey
from stopbell_server.tools import inputs
from stopbell_server.tools.journey_argument import find_journey
from stopbell_server.tools.refusal import Refusal, refuse_argument
from stopbell_server.tools.reply import Link, Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.stop_argument import require_feeds
from stopbell_server.tools.vehicle_argument import find_vehicle, require_positions


def get_vehicle_position(
    question: Question,
    vehicle: inputs.OptionalVehicle = "",
    journey: inputs.OptionalJourney = "",
    service_day: inputs.ServiceDay = "",
    language: inputs.Language = "",
) -> Reply:
    """Tell where a vehicle last reported (WGS 84), by itself or its trip: nearest and next stop, age in seconds, trip.
    No report does not mean no vehicle."""
    require_feeds(question)
    if vehicle.strip():
        sighting = find_vehicle(question, vehicle.strip())
        return to_position_reply(question, sighting, find_journey_of(question, sighting))
    if not journey.strip():
        raise refuse_argument("vehicle")
    found = find_journey(question, journey.strip(), service_day)
    require_positions(question, [question.get_view(found.feed.authority)])
    if found.vehicle is None:
        raise Refusal(Code.VEHICLE_NOT_REPORTED, authorities=[found.feed.authority])
    return to_position_reply(question, found.vehicle, found)


def to_position_reply(question: Question, sighting: VehicleSighting, journey: Journey | None) -> Reply:
    """Put a vehicle into words, with what is missing of it."""
    data = describe_position(question, sighting, journey)
    (source,) = question.list_sources([sighting.feed.authority])
    provenance = to_provenance(source, question.book.language, observed=sighting.position.timestamp)
    verdict = to_position_verdict(question, sighting, journey)
    phrase = compose(question.book, question.book.position(data), verdict, provenance)
    title = (data.vehicle.line if data.vehicle else None) or phrase.written
    return Reply(
        PositionResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            ui_blocks=[UiBlock(type="vehicle_list", source="data.vehicle")],
            status=verdict.to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        ),
        links=(Link(data.journey, "journey", title),) if data.journey else (),
    )


def make_get_vehicle_position(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(desk, get_vehicle_position, "Where a vehicle is", PositionResult, PositionData())
