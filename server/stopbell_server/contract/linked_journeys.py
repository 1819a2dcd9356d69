"""Monitored journeys and vehicles as JSON-LD documents: the facts of the tools, under addresses that stay."""

from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.from_stops import to_address
from stopbell_server.contract.journeys import JourneyData
from stopbell_server.contract.linked import LinkedEntity, Relationship, to_freshness, to_urn
from stopbell_server.contract.linked_plans import to_journey_id
from stopbell_server.contract.uris import to_dated_journey_uri, to_route_uri
from stopbell_server.contract.vehicle_position import PositionData
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.journeys import Journey

_IN_RELATIONSHIPS = frozenset({"type", "uri", "lineId", "vehicle"})
_REPORTED = frozenset({"observedTime", "ageSeconds", "certainty", "nextStop", "occupancy"})
"""Of a vehicle's report, what tells of the journey. Where it is to the metre is the vehicle's own document's: whoever
watches a journey is told when it is at another stop, not whenever it has moved."""


def to_journey_entity(journey: Journey, data: JourneyData, provenance: Provenance) -> LinkedEntity:
    """Give a journey as it is known now; its address stays while delay, place and vehicle change."""
    authority, uri = journey.feed.authority, data.uri or ""
    wire = data.to_wire()
    report = {name: value for name, value in wire.get("vehicle", {}).items() if name in _REPORTED}
    relationships = {
        "stops": [
            Relationship(object=to_address(authority, one.call.stop), name=stop.name)
            for one, stop in zip(journey.calls, data.calls, strict=True)
        ],
        "datedJourney": [
            Relationship(
                object=to_dated_journey_uri(
                    authority, journey.service_day.isoformat(), to_journey_id(journey.trip, journey.start_s)
                )
            )
        ],
    }
    if data.line_id:
        relationships["route"] = [Relationship(object=to_route_uri(authority, data.line_id), name=data.line)]
    if data.vehicle and data.vehicle.uri:
        relationships["vehicle"] = [Relationship(object=data.vehicle.uri, name=data.vehicle.label)]
    return LinkedEntity(
        type=data.type,
        id=uri,
        urn=to_urn(data.type, authority, journey.service_day.isoformat(), journey.trip, *_list_start(data)),
        properties={
            **{name: value for name, value in wire.items() if name not in _IN_RELATIONSHIPS},
            **({"vehicleReport": report} if report else {}),
        },
        relationships=relationships,
        provenance=provenance,
        freshness=to_freshness(provenance, data.now),
    )


def to_vehicle_entity(sighting: VehicleSighting, data: PositionData, provenance: Provenance, now: str) -> LinkedEntity:
    """Give a vehicle where it last reported. Its observation has a time of its own, apart from that of the answer.

    Raises:
        ValueError: the vehicle has no id, and so no address.
    """
    vehicle = data.vehicle
    if vehicle is None or vehicle.uri is None or sighting.position.vehicle.id is None:
        raise ValueError("a vehicle's entity needs its id")
    relationships: dict[str, list[Relationship]] = {}
    if data.journey:
        relationships["journey"] = [Relationship(object=data.journey, name=vehicle.line)]
    wire = {**vehicle.to_wire(), **data.to_wire()}
    return LinkedEntity(
        type=vehicle.type,
        id=vehicle.uri,
        urn=to_urn(vehicle.type, sighting.feed.authority, sighting.position.vehicle.id),
        properties={
            name: value for name, value in wire.items() if name not in ("type", "id", "uri", "vehicle", "journey")
        },
        relationships=relationships,
        provenance=provenance,
        freshness=to_freshness(provenance, now),
    )


def _list_start(data: JourneyData) -> tuple[str, ...]:
    return (data.start_time,) if data.start_time else ()
