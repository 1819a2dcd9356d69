"""Boards on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.alerts import AlertSummary
from stopbell_server.contract.envelope import AccessWord, Envelope
from stopbell_server.contract.history import ObservedPassing
from stopbell_server.contract.model import WireModel, is_empty
from stopbell_server.contract.near_stop import NearStop
from stopbell_server.contract.stops import AccessFactModel, StopSummary

CertaintyWord = Literal["live", "ageing", "lost", "timetable", "frequency", "none"]
StatusWord = Literal["running", "cancelled", "skipped", "added", "replaced", "ends-here"]
CoverageWord = Literal["covered", "no-service", "ended", "not-started", "unknown"]
BoardingWord = Literal["none", "phone", "ask-driver"]
OccupancyWord = Literal[
    "empty",
    "many-seats",
    "few-seats",
    "standing-room",
    "very-full",
    "full",
    "not-accepting-passengers",
    "not-boardable",
]


class BoardingAccess(WireModel):
    """Whether a wheelchair user can board this vehicle here."""

    verdict: AccessWord = Field(description="no if either says no, unknown if either is unknown, else yes.")
    stop: AccessFactModel = Field(description="Of the stop.")
    vehicle: AccessFactModel = Field(description="Of the vehicle.")
    low_floor: AccessWord = Field(description="Only from a feed or fleet registry that speaks of low floor.")


class CarriageSummary(WireModel):
    """One carriage of the vehicle."""

    label: str | None = Field(default=None, description="What people see on it. Absent: not said.")
    occupancy: OccupancyWord | None = Field(default=None, description="Absent: not reported.")


class ContinuesAs(WireModel):
    """The trip that the same vehicle makes next."""

    line: str | None = Field(default=None, description="Its line. Absent: the feed names none.")
    headsign: str | None = Field(default=None, description="Where it goes. Absent: not said.")
    stay_on_board: Literal["yes", "unknown"] = Field(
        description="yes: the operator lets one stay on board. unknown: only that the vehicle goes on is said."
    )


class MonitoredCall(WireModel):
    """A dated trip at one stop. What is not known is absent, never zero or false."""

    type: Literal["MonitoredCall"] = Field(default="MonitoredCall", description="Always MonitoredCall.")
    line: str | None = Field(default=None, description="What riders call it. Absent: the feed names no line.")
    line_id: str | None = Field(default=None, description="route_id. Absent: not known.")
    mode: str | None = Field(default=None, description="Kind of vehicle, such as tram. Absent: not known.")
    headsign: str | None = Field(default=None, description="The text on the vehicle.")
    destination: str | None = Field(default=None, description="The last stop; only where it differs from headsign.")
    trip_id: str | None = Field(default=None, description="trip_id within the authority. Absent: the feed names none.")
    start_time: str | None = Field(default=None, description="HH:MM:SS; only for frequency trips.")
    service_day: str = Field(description="YYYY-MM-DD, the day the trip belongs to, even past midnight.")
    stop_id: str = Field(description="stop_id where it calls today, within the authority.")
    stop_sequence: int | None = Field(default=None, description="stop_sequence. Absent: not planned.")
    platform: str | None = Field(default=None, description="Identifier of the platform or bay. Absent: none.")
    planned_platform: str | None = Field(default=None, description="Only when it calls elsewhere today.")
    scheduled_arrival: str | None = Field(
        default=None, description="By plan; ISO 8601 with offset. Absent: the plan has none."
    )
    expected_arrival: str | None = Field(default=None, description="Only when a prediction says so.")
    target_arrival: str | None = Field(default=None, description="Only when the operator sets a target.")
    observed_arrival: str | None = Field(default=None, description="Only when recorded as having happened.")
    scheduled_departure: str | None = Field(
        default=None, description="By plan; ISO 8601 with offset. Absent: the plan has none."
    )
    expected_departure: str | None = Field(default=None, description="Only when a prediction says so.")
    target_departure: str | None = Field(default=None, description="Only when the operator sets a target.")
    observed_departure: str | None = Field(default=None, description="Only when recorded as having happened.")
    delay_seconds: int | None = Field(default=None, description="Expected minus scheduled, positive is late.")
    uncertainty_seconds: int | None = Field(default=None, description="Absent is unknown, 0 is certain.")
    age_seconds: int | None = Field(
        default=None,
        description="Now minus when the prediction was made, or first came if the feed does not say. "
        "Absent: no prediction.",
    )
    minutes: int | None = Field(
        default=None,
        description="Whole minutes until it, never negative. Absent: no credible time, or a frequency.",
    )
    certainty: CertaintyWord = Field(description="How the time is known. timetable is not on time: nobody has said so.")
    status: StatusWord = Field(description="What the vehicle does here; ends-here: its last stop.")
    approximate: bool | None = Field(default=None, description="True: say about. Absent: exact as planned.")
    headway_minutes: int | None = Field(default=None, description="For frequency: one about every so many minutes.")
    boarding: BoardingWord | None = Field(default=None, description="Absent: one boards as usual.")
    starts_here: bool | None = Field(default=None, description="True at the first stop of the trip, else absent.")
    stops_away: int | None = Field(default=None, description="Absent: the vehicle's place is not reported.")
    vehicle_id: str | None = Field(default=None, description="Absent: no vehicle is named.")
    vehicle_label: str | None = Field(default=None, description="What people see on the vehicle.")
    occupancy: OccupancyWord | None = Field(default=None, description="Absent: not reported; not the same as empty.")
    carriages: list[CarriageSummary] = Field(
        default_factory=list[CarriageSummary],
        exclude_if=is_empty,
        description="The first in the direction of travel first. Absent: nothing is said of them.",
    )
    continues_as: ContinuesAs | None = Field(
        default=None, description="For arrivals that end here. Absent: nothing is said of what the vehicle does next."
    )
    access: BoardingAccess = Field(description="Whether a wheelchair user can board.")
    journey: str | None = Field(default=None, description="Address of the monitored journey.")


class SeenVehicle(WireModel):
    """The newest report of the vehicle that runs a trip."""

    id: str | None = Field(default=None, description="Scoped id. Absent: the feed gives none.")
    label: str | None = Field(default=None, description="What people see on the vehicle.")
    observed_time: str | None = Field(default=None, description="When the vehicle said so. Absent: not said.")
    age_seconds: int | None = Field(default=None, description="Now minus the report. Absent: unknown.")
    certainty: CertaintyWord = Field(description="How fresh the report is.")
    nearest: NearStop | None = Field(default=None, description="Where it was. Absent: no stop near it, or no place.")
    next_stop: str | None = Field(default=None, description="Name of the stop it reports as current or next.")


class PassedCall(WireModel):
    """A call whose time is past, and what says so. That its time is past does not say that the vehicle came."""

    call: MonitoredCall = Field(description="The call.")
    minutes_ago: int = Field(description="Whole minutes since it was observed, expected or due.")
    known_by: Literal["observed", "prediction", "timetable"] = Field(
        description="Where that time is from: observed as passing says, expected, or due by plan."
    )
    gone: bool = Field(description="True: the vehicle is surely past. False: nobody reports whether it came.")
    passing: ObservedPassing | None = Field(default=None, description="What was observed. Absent: nothing.")
    vehicle: SeenVehicle | None = Field(
        default=None,
        description="Where the vehicle of this trip is now, as far as it says; certainty none: others report, and none "
        "on this trip. Absent: the feed does not say where vehicles are.",
    )
    alerts: list[str] = Field(
        default_factory=list[str],
        exclude_if=is_empty,
        description="Ids of active alerts about this trip or its line; get_alerts with trip tells them. Absent: none.",
    )


class AccessCounts(WireModel):
    """How many of the shown calls can be boarded; unknown is counted, never hidden."""

    yes: int = Field(description="Calls that can be boarded.")
    no: int = Field(description="Calls that cannot.")
    unknown: int = Field(description="Calls of which nobody says.")


class BoardData(WireModel):
    """The board of a stop or station."""

    type: Literal["StopBoard"] = Field(default="StopBoard", description="Always StopBoard.")
    stop: StopSummary | None = Field(default=None, description="Absent when the stop was not found.")
    kind: Literal["arrivals", "departures"] = Field(
        default="departures", description="Which end of each call was asked for."
    )
    now: str | None = Field(default=None, description="The instant for which minutes are counted.")
    window_start: str | None = Field(default=None, description="Start of the time looked at.")
    window_end: str | None = Field(default=None, description="End of the time looked at.")
    coverage: CoverageWord | None = Field(
        default=None, description="Whether the timetable covers this day. Absent: no stop."
    )
    timetable_ends: str | None = Field(default=None, description="Last day of the timetable, YYYY-MM-DD.")
    route_filter: list[str] = Field(
        default_factory=list[str], exclude_if=is_empty, description="Labels of the lines asked for. Absent: all."
    )
    headsign_filter: str | None = Field(default=None, description="Where they were to go, as asked. Absent: anywhere.")
    mode_filter: str | None = Field(default=None, description="Kind of vehicle asked for. Absent: any.")
    access_filter: bool | None = Field(default=None, description="True when low floor or access was asked for.")
    arrivals: list[MonitoredCall] = Field(
        default_factory=list[MonitoredCall], description="Ordered by observed, else expected, else scheduled time."
    )
    more: int = Field(default=0, description="Calls in the window beyond the limit.")
    before: int = Field(
        default=0, exclude_if=is_empty, description="How many of the list were given before. Absent: 0."
    )
    next_cursor: str | None = Field(
        default=None, description="Give it as cursor, within 15 minutes, for the next ones. Absent: these are all."
    )
    passed: list[PassedCall] | None = Field(
        default=None, description="Due or observed in the last 15 minutes, the latest first. Absent: not asked for."
    )
    recorded_since: str | None = Field(
        default=None, description="What was observed before is not known. Absent: not asked, or nothing is recorded."
    )
    access_counts: AccessCounts | None = Field(default=None, description="Absent: no stop.")
    alerts: list[AlertSummary] = Field(default_factory=list[AlertSummary], description="In short, the first few.")
    more_alerts: int = Field(
        default=0, exclude_if=is_empty, description="Alerts beyond those; get_alerts tells all in full. Absent: none."
    )


class ArrivalsResult(Envelope):
    """What get_arrivals gives, and find_low_floor_vehicles at a stop."""

    view: Literal["arrivals"] = Field(default="arrivals", description="Kind of the result.")
    data: BoardData = Field(description="The board.")
