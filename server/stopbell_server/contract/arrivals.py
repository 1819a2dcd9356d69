"""Boards on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.alerts import AlertSummary
from stopbell_server.contract.envelope import AccessWord, Envelope
from stopbell_server.contract.model import WireModel
from stopbell_server.contract.stops import AccessFactModel, StopSummary

CertaintyWord = Literal["live", "ageing", "lost", "timetable", "frequency", "none"]
StatusWord = Literal["running", "cancelled", "skipped", "added", "replaced", "ends-here"]
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

    verdict: AccessWord
    stop: AccessFactModel
    vehicle: AccessFactModel
    low_floor: AccessWord = Field(description="Only from a feed or fleet registry that speaks of low floor.")


class MonitoredCall(WireModel):
    """A dated trip at one stop. What is not known is absent, never zero or false."""

    type: Literal["MonitoredCall"] = "MonitoredCall"
    line: str | None = Field(default=None, description="What riders call it. Absent: the feed names no line.")
    line_id: str | None = None
    mode: str | None = None
    headsign: str | None = Field(default=None, description="The text on the vehicle.")
    destination: str | None = Field(default=None, description="The last stop; only where it differs from headsign.")
    trip_id: str | None = None
    start_time: str | None = Field(default=None, description="HH:MM:SS; only for frequency trips.")
    service_day: str = Field(description="YYYY-MM-DD, the day the trip belongs to, even past midnight.")
    stop_id: str
    stop_sequence: int | None = None
    platform: str | None = None
    planned_platform: str | None = Field(default=None, description="Only when it calls elsewhere today.")
    scheduled_arrival: str | None = None
    expected_arrival: str | None = Field(default=None, description="Only when a prediction says so.")
    target_arrival: str | None = Field(default=None, description="Only when the operator sets a target.")
    observed_arrival: str | None = Field(default=None, description="Only when recorded as having happened.")
    scheduled_departure: str | None = None
    expected_departure: str | None = None
    target_departure: str | None = None
    observed_departure: str | None = None
    delay_seconds: int | None = Field(default=None, description="Expected minus scheduled, positive is late.")
    uncertainty_seconds: int | None = Field(default=None, description="Absent is unknown, 0 is certain.")
    age_seconds: int | None = Field(
        default=None, description="Now minus when the prediction was made. Absent: no prediction, or not said."
    )
    minutes: int | None = Field(
        default=None,
        description="Whole minutes until it, never negative. Absent: no credible time, or a frequency.",
    )
    certainty: CertaintyWord
    status: StatusWord
    approximate: bool | None = Field(default=None, description="True: say about. Absent: exact as planned.")
    headway_minutes: int | None = Field(default=None, description="For frequency: one about every so many minutes.")
    boarding: BoardingWord | None = Field(default=None, description="Absent: one boards as usual.")
    starts_here: bool | None = None
    stops_away: int | None = Field(default=None, description="Absent: the vehicle's place is not reported.")
    vehicle_id: str | None = None
    vehicle_label: str | None = Field(default=None, description="What people see on the vehicle.")
    occupancy: OccupancyWord | None = Field(default=None, description="Absent: not reported; not the same as empty.")
    access: BoardingAccess
    journey: str | None = Field(default=None, description="Address of the monitored journey.")


class AccessCounts(WireModel):
    """How many of the shown calls can be boarded; unknown is counted, never hidden."""

    yes: int
    no: int
    unknown: int


class BoardData(WireModel):
    """The board of a stop or station."""

    type: Literal["StopBoard"] = "StopBoard"
    stop: StopSummary | None = Field(default=None, description="Absent when the stop was not found.")
    kind: Literal["arrivals", "departures"] = "departures"
    now: str | None = Field(default=None, description="The instant for which minutes are counted.")
    window_start: str | None = None
    window_end: str | None = None
    coverage: Literal["covered", "no-service", "ended", "not-started", "unknown"] | None = None
    timetable_ends: str | None = Field(default=None, description="Last day of the timetable, YYYY-MM-DD.")
    route_filter: list[str] = Field(default_factory=list[str], description="Labels of the lines asked for.")
    access_filter: bool | None = Field(default=None, description="True when low floor or access was asked for.")
    arrivals: list[MonitoredCall] = Field(default_factory=list[MonitoredCall])
    more: int = Field(default=0, description="Calls in the window beyond the limit.")
    access_counts: AccessCounts | None = None
    alerts: list[AlertSummary] = Field(default_factory=list[AlertSummary], description="In short, the first few.")
    more_alerts: int = Field(default=0, description="Alerts beyond those; get_alerts tells all in full.")


class ArrivalsResult(Envelope):
    """What get_arrivals gives, and find_low_floor_vehicles at a stop."""

    view: Literal["arrivals"] = "arrivals"
    data: BoardData
