"""Where one vehicle is, by its number or by the journey it runs; and which one stands before a rider."""

from dataclasses import replace

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import UiBlock
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.from_stops import Place
from stopbell_server.contract.vehicle_position import PositionData, PositionResult
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.report_provenance import to_report_provenance
from stopbell_server.desk.stops import summarise
from stopbell_server.desk.vehicle_here import answer_which, list_stops_around
from stopbell_server.desk.vehicle_position import describe_position, find_journey_of, to_position_verdict
from stopbell_server.desk.verdict import compose
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.journeys import Journey
from stopbell_server.tools import inputs
from stopbell_server.tools.journey_argument import find_journey
from stopbell_server.tools.place_argument import to_place
from stopbell_server.tools.refusal import Refusal, refuse_argument
from stopbell_server.tools.reply import Link, Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.stop_argument import find_stop, require_feeds
from stopbell_server.tools.vehicle_argument import find_vehicle, require_positions


def get_vehicle_position(
    question: Question,
    vehicle: inputs.OptionalVehicle = "",
    journey: inputs.OptionalJourney = "",
    service_day: inputs.ServiceDay = "",
    stop: inputs.OptionalStop = "",
    latitude: inputs.OptionalLatitude = None,
    longitude: inputs.OptionalLongitude = None,
    language: inputs.Language = "",
) -> Reply:
    """Tell where a vehicle last reported, by itself or its trip: nearest and next stop, age. With a stop or point
    alone: which vehicle is this, ranked. No report does not mean no vehicle."""
    require_feeds(question)
    if vehicle.strip():
        sighting = find_vehicle(question, vehicle.strip())
        return to_position_reply(question, sighting, find_journey_of(question, sighting))
    if not journey.strip():
        return _answer_which(question, stop, to_place(latitude, longitude))
    found = find_journey(question, journey.strip(), service_day)
    require_positions(question, [question.get_view(found.feed.authority)])
    if found.vehicle is None:
        raise Refusal(Code.VEHICLE_NOT_REPORTED, authorities=[found.feed.authority])
    return to_position_reply(question, found.vehicle, found)


def _answer_which(question: Question, stop: str, place: Place | None) -> Reply:
    """Say which vehicle a rider stands before, at a stop or a place; a place beside a stop is the rider's own."""
    views, summary = question.world.feeds, None
    stops: dict[str, frozenset[StopId]] = {}
    if stop.strip():
        described = find_stop(question, stop)
        views = (question.get_view(described.feed.authority),)
        stops[described.feed.authority] = views[0].hours.list_boarding_stops(described.stop)
        summary = summarise(question, described)
        if place is None and described.stop.lat is not None and described.stop.lon is not None:
            place = Place(described.stop.lat, described.stop.lon)
    if place is None:
        raise refuse_argument("latitude" if stop.strip() else "vehicle")
    require_positions(question, views)
    answer = answer_which(question, views, place, stops or list_stops_around(question, place), summary)
    authorities = dict.fromkeys(one.sighting.feed.authority for one in answer.found)
    sources = question.list_sources(authorities or [view.store.info.authority for view in views])
    provenance = merge_provenance(sources, question.book.language)
    told = question.book.which_vehicle(answer.data)
    phrase = compose(question.book, told, replace(answer.verdict, candidates=()), provenance)
    links = [Link(one.journey, "journey", one.vehicle.line or "") for one in answer.data.candidates if one.journey]
    return Reply(
        PositionResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=answer.data,
            ui_blocks=[UiBlock(type="vehicle_list", source="data.candidates")],
            status=answer.verdict.to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        ),
        links=tuple(links),
    )


def to_position_reply(question: Question, sighting: VehicleSighting, journey: Journey | None) -> Reply:
    """Put a vehicle into words, with what is missing of it."""
    data = describe_position(question, sighting, journey)
    provenance = to_report_provenance(question, sighting)
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
