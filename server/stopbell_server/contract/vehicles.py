"""Vehicles on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.arrivals import CertaintyWord, CoverageWord, MonitoredCall, OccupancyWord
from stopbell_server.contract.envelope import AccessWord, Envelope
from stopbell_server.contract.model import WireModel, is_empty
from stopbell_server.contract.stops import AccessFactModel, StopSummary


class VehicleSummary(WireModel):
    """A vehicle where it last reported."""

    type: Literal["PhysicalVehicle"] = Field(default="PhysicalVehicle", description="Always PhysicalVehicle.")
    id: str | None = Field(default=None, description="Scoped id. Absent: the feed gives none.")
    uri: str | None = Field(default=None, description="Address of the vehicle.")
    label: str | None = Field(default=None, description="What people see on the vehicle.")
    line: str | None = Field(default=None, description="Absent: not tied to a line that is known.")
    headsign: str | None = Field(default=None, description="Of its trip. Absent: not known.")
    trip_id: str | None = Field(default=None, description="trip_id within the authority. Absent: not tied to a trip.")
    lat: float | None = Field(default=None, description="Where it reported to be.")
    lng: float | None = Field(default=None, description="Where it reported to be.")
    bearing: int | None = Field(default=None, description="Degrees clockwise from north. Absent: not reported.")
    observed_time: str | None = Field(default=None, description="When the vehicle said so. Absent: not said.")
    age_seconds: int | None = Field(default=None, description="Now minus the report. Absent: unknown.")
    certainty: CertaintyWord = Field(description="How fresh the report is.")
    distance_meters: int | None = Field(default=None, description="From the place that was given.")
    walk_bearing: str | None = Field(default=None, description="Compass word from the place that was given.")
    next_stop: str | None = Field(default=None, description="Name of the stop it reports as current or next.")
    occupancy: OccupancyWord | None = Field(default=None, description="Absent: not reported.")
    access: AccessFactModel = Field(description="Whether a wheelchair user can board the vehicle.")
    low_floor: AccessWord = Field(description="Only from a feed or fleet registry that speaks of low floor.")
    ramp: bool | None = Field(default=None, description="By the fleet registry. Absent: not known.")
    kneeling: bool | None = Field(default=None, description="Whether it lowers itself at the kerb. Absent: not known.")
    audio: bool | None = Field(default=None, description="Announcements on board. Absent: not known.")


class VehiclesData(WireModel):
    """Vehicles and calls that answer a question about access."""

    type: Literal["VehicleList"] = Field(default="VehicleList", description="Always VehicleList.")
    scope: Literal["near", "stop", "route"] = Field(description="What was asked about.")
    stop: StopSummary | None = Field(default=None, description="Absent unless scope is stop.")
    line: str | None = Field(default=None, description="Label of the line asked for. Absent: any.")
    headsign_filter: str | None = Field(default=None, description="Where they were to go, as asked. Absent: anywhere.")
    mode_filter: str | None = Field(default=None, description="Kind of vehicle asked for. Absent: any.")
    now: str | None = Field(default=None, description="For a stop: the instant for which minutes are counted.")
    window_end: str | None = Field(default=None, description="For a stop: end of the time looked at, from now on.")
    coverage: CoverageWord | None = Field(
        default=None, description="For a stop: whether the timetable covers this day. Absent: not about a stop."
    )
    timetable_ends: str | None = Field(
        default=None, description="For a stop: last day of the timetable, YYYY-MM-DD. Absent: not known."
    )
    vehicles: list[VehicleSummary] = Field(
        default_factory=list[VehicleSummary], description="Surely low floor or accessible, nearest or freshest first."
    )
    calls: list[MonitoredCall] = Field(
        default_factory=list[MonitoredCall], description="For a stop: the calls that are low floor or accessible."
    )
    unknown_before: int = Field(
        default=0, description="For a stop: calls before the first such one whose access nobody knows."
    )
    excluded_before: int = Field(default=0, description="For a stop: calls before it that are known not to be.")
    unknown: int = Field(default=0, description="Vehicles or calls in scope whose access nobody knows.")
    more: int = Field(default=0, description="How many such ones beyond the limit.")
    before: int = Field(
        default=0, exclude_if=is_empty, description="How many of the list were given before. Absent: 0."
    )
    next_cursor: str | None = Field(
        default=None, description="Give it as cursor, within 15 minutes, for the next ones. Absent: these are all."
    )


class VehiclesResult(Envelope):
    """What find_low_floor_vehicles gives."""

    view: Literal["vehicles"] = Field(default="vehicles", description="Kind of the result.")
    data: VehiclesData = Field(description="The vehicles.")
