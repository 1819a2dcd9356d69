"""A vehicle that may be the one before a rider, as the wire has it."""

from typing import Literal

from stopbell_server.contract.from_journeys import to_uri_of
from stopbell_server.contract.from_stops import Place
from stopbell_server.contract.from_vehicles import to_vehicle_summary
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.vehicle_position import StandingWord, VehicleCandidate
from stopbell_server.timetable.vehicle_here import Standing, VehicleHere

STANDINGS: dict[Standing, StandingWord] = {
    Standing.HERE: "stands-here",
    Standing.NEXT: "next-here",
    Standing.AHEAD: "on-the-way-here",
    Standing.LEFT: "left",
    Standing.NOT_CALLING: "not-calling",
    Standing.UNKNOWN: "unknown",
}


def to_candidate(
    one: VehicleHere,
    naming: Naming,
    *,
    clock_ok: bool,
    place: Place,
    likelihood: Literal["likely", "possible", "unlikely"],
) -> VehicleCandidate:
    """Give a vehicle with what speaks for it."""
    return VehicleCandidate(
        vehicle=to_vehicle_summary(one.sighting, naming, clock_ok=clock_ok, place=place),
        journey=to_uri_of(one.journey) if one.journey else None,
        standing=STANDINGS[one.standing],
        stops_away=one.stops_away,
        likelihood=likelihood,
    )
