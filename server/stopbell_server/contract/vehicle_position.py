"""Where one vehicle is, on the wire: who it is, what it runs, where it was seen, and how long ago, kept apart."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.envelope import Envelope
from stopbell_server.contract.model import WireModel, is_empty
from stopbell_server.contract.near_stop import NearStop
from stopbell_server.contract.stops import StopSummary
from stopbell_server.contract.vehicles import VehicleSummary

StandingWord = Literal["stands-here", "next-here", "on-the-way-here", "left", "not-calling", "unknown"]


class VehicleCandidate(WireModel):
    """A vehicle that may be the one before the rider, with what speaks for it."""

    vehicle: VehicleSummary = Field(description="The vehicle, with its distance and the age of its report.")
    journey: str | None = Field(default=None, description="Address of the journey it runs. Absent: not known.")
    standing: StandingWord = Field(description="Where it is, seen from the rider's stop.")
    stops_away: int | None = Field(default=None, description="Stops until the rider's; 0: the next. Absent: not known.")
    likelihood: Literal["likely", "possible", "unlikely"] = Field(
        description="likely: it alone. possible: it, or another. unlikely: too far, too old or not for this stop."
    )


class PositionData(WireModel):
    """A vehicle where it last reported."""

    type: Literal["VehiclePosition"] = Field(default="VehiclePosition", description="Always VehiclePosition.")
    vehicle: VehicleSummary | None = Field(default=None, description="Absent when none was found.")
    journey: str | None = Field(default=None, description="Address of the journey it runs. Absent: not known.")
    service_day: str | None = Field(default=None, description="YYYY-MM-DD of that journey. Absent: not known.")
    movement: Literal["stopped-at", "arriving-at", "on-the-way-to"] | None = Field(
        default=None, description="What it reported about vehicle.nextStop. Absent: nothing."
    )
    nearest: NearStop | None = Field(default=None, description="Absent: no stop near it, or no position.")
    candidates: list[VehicleCandidate] = Field(
        default_factory=list[VehicleCandidate],
        exclude_if=is_empty,
        description="To the question which vehicle this is: those that report from around, likeliest first. "
        "vehicle is then the likely one, and absent where it cannot be told.",
    )
    stop: StopSummary | None = Field(default=None, description="The rider's stop. Absent: none was given.")


class PositionResult(Envelope):
    """What get_vehicle_position gives."""

    view: Literal["vehicle-position"] = Field(default="vehicle-position", description="Kind of the result.")
    data: PositionData = Field(description="The vehicle.")
