"""Monitored journeys and vehicles as resources: what their tools tell, under addresses that stay the same."""

from datetime import date
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.types import Annotations

from stopbell_server.contract.from_feeds import to_provenance
from stopbell_server.contract.linked_journeys import to_journey_entity, to_vehicle_entity
from stopbell_server.contract.times import to_wire_time
from stopbell_server.desk.journeys import describe_journey, parse_journey_id
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.vehicle_position import describe_position, find_journey_of
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.ids import VehicleId
from stopbell_server.domain.journeys import Journey
from stopbell_server.resources.addressed_stop import open_question
from stopbell_server.resources.kinds import LINKED, OPAQUE_IDS
from stopbell_server.timetable.journey_lookup import resolve_journey
from stopbell_server.timetable.vehicle_lookup import find_vehicle_by_id
from stopbell_server.timetable.vehicles import describe_vehicle


def add_journeys(server: MCPServer, desk: Desk) -> None:
    """Offer the templates of journeys and vehicles."""

    @server.resource(
        "mobility://monitored-vehicle-journey/{authority}/{date}/{journeyId}",
        name="monitored-vehicle-journey",
        title="Journey, now",
        description="One trip on one day as it is known now: every stop with planned and expected times, certainty and "
        "progress, its vehicle, what says how far it is.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.7),
        security=OPAQUE_IDS,
    )
    async def read_journey(authority: str, date: str, journeyId: str, context: Context[Any, Any]) -> str:  # noqa: N803  # the template's
        return _read_journey(open_question(desk, context), authority, date, journeyId)

    @server.resource(
        "mobility://physical-vehicle/{authority}/{vehicleId}",
        name="physical-vehicle",
        title="Vehicle, where it last reported",
        description="One vehicle: where and when it last reported, the nearest stop, its journey, access, crowding.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.6),
        security=OPAQUE_IDS,
    )
    async def read_vehicle(authority: str, vehicleId: str, context: Context[Any, Any]) -> str:  # noqa: N803
        return _read_vehicle(open_question(desk, context), authority, vehicleId)

    _ = read_journey, read_vehicle


def _read_journey(question: Question, authority: str, day: str, journey_id: str) -> str:
    journey = _find_journey(question, authority, day, journey_id)
    if journey is None:
        raise ResourceNotFoundError(
            f"No journey {journey_id!r} of feed {authority!r} on {day!r}. Calls of get_arrivals carry addresses."
        )
    data = describe_journey(question, journey, None)
    (source,) = question.list_sources([authority])
    observed = journey.vehicle.position.timestamp if journey.vehicle else None
    return to_journey_entity(
        journey, data, to_provenance(source, question.book.language, observed=observed)
    ).to_document()


def _find_journey(question: Question, authority: str, day: str, journey_id: str) -> Journey | None:
    """Find a journey that is named in full: an address is never ambiguous."""
    view = question.world.find_feed(authority)
    trip, start_s = parse_journey_id(journey_id)
    try:
        service_day = date.fromisoformat(day)
    except ValueError:
        return None
    return resolve_journey(view, trip, service_day, start_s, question.world.now).found if view else None


def _read_vehicle(question: Question, authority: str, vehicle_id: str) -> str:
    sighting = _find_sighting(question, authority, vehicle_id)
    if sighting is None:
        raise ResourceNotFoundError(
            f"No recent report of a vehicle {vehicle_id!r} in feed {authority!r}; that does not say it is not running."
        )
    (source,) = question.list_sources([authority])
    provenance = to_provenance(source, question.book.language, observed=sighting.position.timestamp)
    data = describe_position(question, sighting, find_journey_of(question, sighting))
    now = to_wire_time(question.world.now, sighting.feed.zone) or ""
    return to_vehicle_entity(sighting, data, provenance, now).to_document()


def _find_sighting(question: Question, authority: str, vehicle_id: str) -> VehicleSighting | None:
    view, now = question.world.find_feed(authority), question.world.now
    position = find_vehicle_by_id(view, VehicleId(vehicle_id), now) if view else None
    return describe_vehicle(view, position, now) if view and position else None
