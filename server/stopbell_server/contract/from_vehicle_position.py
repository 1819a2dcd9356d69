"""One vehicle of the domain as the wire has it, with the stop that says in words where it is."""

from typing import Literal

from stopbell_server.contract.from_journeys import to_uri_of
from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.contract.from_vehicles import to_vehicle_summary
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.near_stop import NearStop
from stopbell_server.contract.vehicle_position import PositionData
from stopbell_server.contract.words import to_compass
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.certainty import Certainty
from stopbell_server.domain.journeys import Journey
from stopbell_server.domain.realtime import VehicleStopStatus
from stopbell_server.timetable.nearest_stop import NearestStop

MovementWord = Literal["stopped-at", "arriving-at", "on-the-way-to"]
MOVEMENTS: dict[VehicleStopStatus, MovementWord] = {
    VehicleStopStatus.STOPPED_AT: "stopped-at",
    VehicleStopStatus.INCOMING_AT: "arriving-at",
    VehicleStopStatus.IN_TRANSIT_TO: "on-the-way-to",
}


def to_position_data(
    sighting: VehicleSighting, journey: Journey | None, nearest: NearestStop | None, naming: Naming, *, clock_ok: bool
) -> PositionData:
    """Give a vehicle where it last reported; a lost one moves no more, as far as anybody knows."""
    status, is_lost = sighting.position.status, sighting.certainty is Certainty.LOST
    return PositionData(
        vehicle=to_vehicle_summary(sighting, naming, clock_ok=clock_ok),
        journey=to_uri_of(journey) if journey else None,
        service_day=journey.service_day.isoformat() if journey else None,
        movement=MOVEMENTS[status] if status and sighting.next_stop and not is_lost else None,
        nearest=_to_near(sighting, nearest, naming) if nearest else None,
    )


def _to_near(sighting: VehicleSighting, nearest: NearestStop, naming: Naming) -> NearStop:
    name = naming.name_stop(nearest.stop)
    return NearStop(
        stop_id=to_scoped_id(sighting.feed.authority, nearest.stop.id),
        name=name.written,
        spoken_name=name.spoken,
        distance_meters=round(nearest.distance_m),
        bearing=to_compass(nearest.bearing),
    )
