"""Dated vehicle journeys as JSON-LD documents: the plan of one day, and what was said to change it.

Where the vehicle is and when it is expected are no part of them: these belong to the monitored journey.
"""

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from stopbell_server.contract.arrivals import StatusWord
from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.from_stops import to_address, to_scoped_id
from stopbell_server.contract.linked import LinkedEntity, Relationship, drop_empty, to_urn
from stopbell_server.contract.linked_plans import to_journey_id
from stopbell_server.contract.linked_times import to_current_freshness
from stopbell_server.contract.model import WireModel
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.times import to_clock_text, to_wire_time
from stopbell_server.contract.uris import (
    to_dated_journey_uri,
    to_day_uri,
    to_journey_uri,
    to_pattern_uri,
    to_route_uri,
    to_service_journey_uri,
    to_vehicle_uri,
)
from stopbell_server.contract.words import STATUSES
from stopbell_server.domain.calls import Call
from stopbell_server.domain.certainty import CallStatus
from stopbell_server.domain.ids import VehicleId
from stopbell_server.domain.journeys import Journey
from stopbell_server.domain.network import Trip
from stopbell_server.domain.patterns import to_pattern_id
from stopbell_server.domain.text import to_clean_text

OperationalStatus = Literal["planned", "cancelled", "partly-cancelled", "added", "replaced"]


class DatedCall(WireModel):
    """A stop of a journey on its day."""

    stop_id: str = Field(description="Scoped id: authority:stopId; where it calls on that day.")
    name: str = Field(description="To show.")
    sequence: int | None = Field(default=None, description="stop_sequence. Absent: not planned.")
    scheduled_arrival: str | None = Field(default=None, description="By plan; ISO 8601. Absent: none is planned.")
    scheduled_departure: str | None = Field(default=None, description="By plan; ISO 8601. Absent: none is planned.")
    status: StatusWord | None = Field(
        default=None, description="What it is said to do there. Absent: nothing is said, so the plan stands."
    )


class AssignedVehicle(WireModel):
    """The vehicle that is said to run it."""

    id: str | None = Field(default=None, description="Scoped id. Absent: the feed gives none.")
    label: str | None = Field(default=None, description="What people see on it. Absent: not said.")


class DatedJourneyProperties(WireModel):
    """What is said of a journey on one day."""

    journey_id: str = Field(description="trip_id within the authority; of a single run trip_id@HH:MM:SS.")
    service_day: str = Field(description="YYYY-MM-DD, the day it belongs to, even past midnight.")
    start_time: str | None = Field(default=None, description="HH:MM:SS; only for single runs of frequency trips.")
    line: str | None = Field(default=None, description="What riders call the line. Absent: not known.")
    headsign: str | None = Field(default=None, description="The text on the vehicle. Absent: not said.")
    destination: str = Field(description="Name of its last stop.")
    operational_status: OperationalStatus = Field(
        description="planned: nobody has said that it will not run; that is not a report that it runs. "
        "partly-cancelled: some stops are left out. added, replaced: only live data has it so."
    )
    status_source: Literal["timetable", "live"] = Field(description="What says so.")
    assigned_vehicle: AssignedVehicle | None = Field(default=None, description="Absent: none is named.")
    headway_seconds: int | None = Field(default=None, description="Of what has no single runs: how often it comes now.")
    calls: list[DatedCall] = Field(description="In order.")


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """What the timetable has of a journey."""

    trip: Trip
    start_s: int | None
    """For a single run at an exact time; None for other trips, and for a run that live data alone names."""
    is_replaced: bool
    """Live data brings other stops in place of the plan's."""


def to_dated_journey_entity(
    journey: Journey,
    planned: PlannedRun | None,
    naming: Naming,
    provenance: Provenance,
    *,
    seen: VehicleId | None,
    runs: tuple[int, ...] = (),
) -> LinkedEntity:
    """Give a journey on its day, with all of its stops.

    `planned` is None where only live data has it; `seen` is its vehicle, if that reports. `runs` are the starts of the
    single runs that live data names of one that the plan has only every so often: these are watched, each by itself.
    """
    feed, authority, day = journey.feed, journey.feed.authority, journey.service_day.isoformat()
    identity = to_journey_id(journey.trip, journey.start_s)
    calls = [one.call for one in journey.calls]
    status = "added" if planned is None else "replaced" if planned.is_replaced else _to_status(calls)
    properties = _to_properties(journey, calls, identity, status, naming)
    route = calls[0].route
    return LinkedEntity(
        type="DatedVehicleJourney",
        id=to_dated_journey_uri(authority, day, identity),
        urn=to_urn("DatedVehicleJourney", authority, day, identity),
        properties=properties.to_wire(),
        relationships=drop_empty(
            {
                "serviceJourney": [_to_service_journey(authority, planned)] if planned else [],
                "operatingDay": [Relationship(object=to_day_uri(authority, day), name=day)],
                "monitoredJourney": [Relationship(object=to_journey_uri(authority, day, identity))],
                "runs": [
                    Relationship(object=to_dated_journey_uri(authority, day, to_journey_id(journey.trip, start)))
                    for start in runs
                ],
                "route": [Relationship(object=to_route_uri(authority, route.id), name=properties.line)]
                if route
                else [],
                "pattern": [_to_pattern(authority, planned.trip, calls)] if planned and not planned.is_replaced else [],
                "stops": [
                    Relationship(object=to_address(authority, one.stop), name=naming.name_stop(one.stop).written)
                    for one in calls
                ],
                "vehicle": [Relationship(object=to_vehicle_uri(authority, seen))] if seen else [],
            }
        ),
        provenance=provenance,
        freshness=to_current_freshness(provenance, feed, to_wire_time(journey.now, feed.zone)),
    )


def _to_service_journey(authority: str, planned: PlannedRun) -> Relationship:
    return Relationship(object=to_service_journey_uri(authority, to_journey_id(planned.trip.id, planned.start_s)))


def _to_pattern(authority: str, trip: Trip, calls: list[Call]) -> Relationship:
    """Link to the way it goes by plan, whatever platforms it uses on the day."""
    stops = tuple((one.planned_stop or one.stop).id for one in calls)
    return Relationship(object=to_pattern_uri(authority, to_pattern_id(trip.route, trip.direction, stops)))


def _to_properties(
    journey: Journey, calls: list[Call], identity: str, status: OperationalStatus, naming: Naming
) -> DatedJourneyProperties:
    first, last, zone = calls[0], calls[-1], journey.feed.zone
    # One whose id and label its feed withholds is none that could be told.
    vehicle = next((one.vehicle for one in calls if one.vehicle and (one.vehicle.id or one.vehicle.label)), None)
    label = naming.name_line(first.route) if first.route else first.route_label
    return DatedJourneyProperties(
        journey_id=identity,
        service_day=journey.service_day.isoformat(),
        start_time=None if journey.start_s is None else to_clock_text(journey.start_s),
        line=label,
        headsign=naming.name_headsign(first.headsign, journey.trip),
        destination=naming.name_stop(last.stop).written,
        operational_status=status,
        status_source="timetable" if status == "planned" else "live",
        assigned_vehicle=AssignedVehicle(
            id=to_scoped_id(journey.feed.authority, vehicle.id) if vehicle.id else None,
            label=to_clean_text(vehicle.label or "") or None,
        )
        if vehicle
        else None,
        headway_seconds=first.headway_s,
        calls=[
            DatedCall(
                stop_id=to_scoped_id(one.authority, one.stop.id),
                name=naming.name_stop(one.stop).written,
                sequence=one.sequence,
                scheduled_arrival=to_wire_time(one.arrival.scheduled, zone),
                scheduled_departure=to_wire_time(one.departure.scheduled, zone),
                # That it runs nobody says here: the plan says that it shall.
                status=None if one.status is CallStatus.RUNNING else STATUSES[one.status],
            )
            for one in calls
        ],
    )


def _to_status(calls: list[Call]) -> OperationalStatus:
    left_out = [one.status in (CallStatus.CANCELLED, CallStatus.SKIPPED) for one in calls]
    if all(left_out):
        return "cancelled"
    return "partly-cancelled" if any(left_out) else "planned"
