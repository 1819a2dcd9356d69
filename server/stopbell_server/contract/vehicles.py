"""Vehicles on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.arrivals import CertaintyWord, MonitoredCall, OccupancyWord
from stopbell_server.contract.envelope import AccessWord, Envelope
from stopbell_server.contract.model import WireModel
from stopbell_server.contract.stops import AccessFactModel, StopSummary


class VehicleSummary(WireModel):
    """A vehicle where it last reported."""

    type: Literal["PhysicalVehicle"] = "PhysicalVehicle"
    id: str | None = Field(default=None, description="Scoped id. Absent: the feed gives none.")
    uri: str | None = None
    label: str | None = Field(default=None, description="What people see on the vehicle.")
    line: str | None = Field(default=None, description="Absent: not tied to a line that is known.")
    headsign: str | None = None
    trip_id: str | None = None
    lat: float | None = None
    lng: float | None = None
    bearing: int | None = None
    observed_time: str | None = Field(default=None, description="When the vehicle said so. Absent: not said.")
    age_seconds: int | None = None
    certainty: CertaintyWord
    distance_meters: int | None = None
    walk_bearing: str | None = Field(default=None, description="Compass word from the place that was given.")
    next_stop: str | None = Field(default=None, description="Name of the stop it reports as current or next.")
    occupancy: OccupancyWord | None = None
    access: AccessFactModel
    low_floor: AccessWord


class VehiclesData(WireModel):
    """Vehicles and calls that answer a question about access."""

    type: Literal["VehicleList"] = "VehicleList"
    scope: Literal["near", "stop", "route"]
    stop: StopSummary | None = None
    line: str | None = None
    vehicles: list[VehicleSummary] = Field(default_factory=list[VehicleSummary])
    calls: list[MonitoredCall] = Field(
        default_factory=list[MonitoredCall], description="For a stop: the calls that are low floor or accessible."
    )
    unknown_before: int = Field(
        default=0, description="For a stop: calls before the first such one whose access nobody knows."
    )
    excluded_before: int = Field(default=0, description="For a stop: calls before it that are known not to be.")
    unknown: int = Field(default=0, description="Vehicles or calls in scope whose access nobody knows.")
    more: int = 0


class VehiclesResult(Envelope):
    """What find_low_floor_vehicles gives."""

    view: Literal["vehicles"] = "vehicles"
    data: VehiclesData
