"""Monitored journeys and vehicles as resources: what their tools tell, under addresses that stay the same."""

from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.types import Annotations

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.from_feeds import to_provenance
from stopbell_server.contract.from_history import to_last_predictions, to_last_report, to_monitoring
from stopbell_server.contract.journeys import JourneyData
from stopbell_server.contract.linked import LinkedEntity
from stopbell_server.contract.linked_history import to_ended_entity
from stopbell_server.contract.linked_journeys import to_journey_entity, to_vehicle_entity
from stopbell_server.contract.linked_times import to_day_freshness
from stopbell_server.contract.times import to_wire_time
from stopbell_server.desk.journeys import describe_journey, to_journey_verdict
from stopbell_server.desk.monitoring import watch
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.report_provenance import to_journey_provenance, to_report_provenance
from stopbell_server.desk.vehicle_position import describe_position, find_journey_of, to_position_verdict
from stopbell_server.desk.verdict import Verdict
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.ids import VehicleId
from stopbell_server.domain.journeys import Journey
from stopbell_server.domain.monitoring import Monitoring, MonitoringState
from stopbell_server.resources.addressed_journey import get_journey
from stopbell_server.resources.addressed_stop import open_question
from stopbell_server.resources.giving import give
from stopbell_server.resources.kinds import LINKED, OPAQUE_IDS
from stopbell_server.resources.lost_vehicles import recall_vehicle
from stopbell_server.timetable.vehicle_lookup import find_vehicle_by_id
from stopbell_server.timetable.vehicles import describe_vehicle


def add_journeys(server: MCPServer, desk: Desk) -> None:
    """Offer the templates of journeys and vehicles."""

    @server.resource(
        "mobility://monitored-vehicle-journey/{authority}/{date}/{journeyId}",
        name="monitored-vehicle-journey",
        title="Journey, now",
        description="One trip on one day as it is known now: every stop with planned and expected times, certainty and "
        "progress, its vehicle, what says how far it is. monitoring says whether live sources speak of it; once they "
        "do so no more, the last word is told as what it is, and after that the plan.",
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
    """Tell a journey as it is now; of one that is monitored no more the last word, and that it is that."""
    journey = get_journey(question, authority, day, journey_id)
    data, monitoring = describe_journey(question, journey, None), watch(question, journey)
    if monitoring.state is MonitoringState.ENDED:
        (source,) = question.list_sources([authority])
        return give(_to_ended(question, journey, data, monitoring, to_provenance(source, question.book.language)))
    data = data.model_copy(update={"behind": None})  # what was observed is the history's, not what holds now
    entity = to_journey_entity(journey, data, to_journey_provenance(question, journey))
    if monitoring.state is MonitoringState.NOT_MONITORED:
        # Nobody but the plan speaks of it: that is not how it is now.
        plan = to_day_freshness(journey.feed, journey.service_day)
        entity = entity.model_copy(update={"freshness": plan})
    return give(_with_status(question, entity, to_journey_verdict(question, journey)))


def _with_status(question: Question, entity: LinkedEntity, verdict: Verdict) -> LinkedEntity:
    """Say what is missing, as the tools do; a document of which nothing is missing says nothing of it."""
    if verdict.code is None:
        return entity
    status = verdict.to_status(question.book).to_wire()
    return entity.model_copy(update={"properties": {**entity.properties, "status": status}})


def _to_ended(
    question: Question, journey: Journey, data: JourneyData, monitoring: Monitoring, provenance: Provenance
) -> LinkedEntity:
    naming = question.get_naming(journey.feed.authority)
    minutes = int((question.world.now - (monitoring.mentioned or question.world.now)).total_seconds() // 60)
    return to_ended_entity(
        journey,
        data,
        to_monitoring(monitoring, journey),
        to_last_report(monitoring, journey, naming),
        to_last_predictions(monitoring, journey, naming),
        provenance,
        Verdict(Code.MONITORING_ENDED, {"minutes": minutes}).to_status(question.book),
    )


def _read_vehicle(question: Question, authority: str, vehicle_id: str) -> str:
    sighting = _find_sighting(question, authority, vehicle_id)
    if sighting is None:
        last = recall_vehicle(question, authority, VehicleId(vehicle_id))
        if last is not None:
            return give(last)
        raise ResourceNotFoundError(
            f"No recent report of a vehicle {vehicle_id!r} in feed {authority!r}; that does not say it is not running."
        )
    provenance = to_report_provenance(question, sighting)
    journey = find_journey_of(question, sighting)
    data = describe_position(question, sighting, journey)
    now = to_wire_time(question.world.now, sighting.feed.zone) or ""
    entity = to_vehicle_entity(sighting, data, provenance, now)
    return give(_with_status(question, entity, to_position_verdict(question, sighting, journey)))


def _find_sighting(question: Question, authority: str, vehicle_id: str) -> VehicleSighting | None:
    view, now = question.world.find_feed(authority), question.world.now
    position = find_vehicle_by_id(view, VehicleId(vehicle_id), now) if view else None
    return describe_vehicle(view, position, now) if view and position else None
