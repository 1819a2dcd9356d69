"""A journey followed stop by stop, on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.arrivals import CertaintyWord, StatusWord
from stopbell_server.contract.envelope import AccessWord, Envelope
from stopbell_server.contract.history import MonitoringData, ObservedPassing
from stopbell_server.contract.model import WireModel, is_empty
from stopbell_server.contract.stops import AccessFactModel, StopSummary
from stopbell_server.contract.vehicles import VehicleSummary

ProgressWord = Literal["behind", "due", "here", "next", "ahead"]
PhaseWord = Literal["not-started", "under-way", "ended", "cancelled", "unknown"]
SourceWord = Literal["vehicle", "prediction", "timetable", "nothing"]


class JourneyStop(WireModel):
    """One stop of a journey. What is not known is absent, never zero or false."""

    stop_id: str = Field(description="Scoped id: authority:stopId.")
    name: str = Field(description="To show.")
    spoken_name: str = Field(description="For a voice.")
    stop_sequence: int | None = Field(default=None, description="stop_sequence. Absent: not planned.")
    platform: str | None = Field(default=None, description="Identifier of the platform or bay. Absent: none.")
    progress: ProgressWord = Field(
        description="behind: a report of the vehicle has it beyond. due: its time is past, nobody reports whether the "
        "vehicle came. here: the vehicle reports to stand there."
    )
    scheduled_arrival: str | None = Field(default=None, description="By plan; ISO 8601 with offset.")
    expected_arrival: str | None = Field(default=None, description="Only when a prediction says so.")
    observed_arrival: str | None = Field(default=None, description="Only when recorded as having happened.")
    scheduled_departure: str | None = Field(default=None, description="By plan; ISO 8601 with offset.")
    expected_departure: str | None = Field(default=None, description="Only when a prediction says so.")
    observed_departure: str | None = Field(default=None, description="Only when recorded as having happened.")
    minutes: int | None = Field(
        default=None, description="Whole minutes until it, never negative. Absent: past, or no credible time."
    )
    age_seconds: int | None = Field(
        default=None, description="Now minus when the prediction was made, or first came if the feed does not say."
    )
    certainty: CertaintyWord = Field(description="How the time is known. timetable is not on time.")
    status: StatusWord = Field(description="What the vehicle does here.")
    approximate: bool | None = Field(default=None, description="True: say about.")
    headway_minutes: int | None = Field(default=None, description="For frequency: one about every so many minutes.")
    access: AccessFactModel = Field(description="Whether a wheelchair user can get on or off at this stop.")
    passing: ObservedPassing | None = Field(
        default=None, description="What was observed. Absent: nothing, or not told."
    )


class JourneyData(WireModel):
    """A dated journey as it is known now."""

    type: Literal["MonitoredVehicleJourney"] = Field(
        default="MonitoredVehicleJourney", description="Always MonitoredVehicleJourney."
    )
    uri: str | None = Field(default=None, description="Its address. Absent when no journey was found.")
    trip_id: str | None = Field(default=None, description="trip_id within the authority.")
    service_day: str | None = Field(default=None, description="YYYY-MM-DD, the day it belongs to, even past midnight.")
    start_time: str | None = Field(default=None, description="HH:MM:SS; only for single runs of frequency trips.")
    line: str | None = Field(default=None, description="What riders call it. Absent: the feed names no line.")
    line_id: str | None = Field(default=None, description="route_id. Absent: not known.")
    mode: str | None = Field(default=None, description="Kind of vehicle. Absent: not known.")
    headsign: str | None = Field(default=None, description="The text on the vehicle.")
    destination: str | None = Field(default=None, description="The last stop; only where it differs from headsign.")
    now: str | None = Field(default=None, description="The instant for which minutes are counted.")
    phase: PhaseWord | None = Field(
        default=None, description="How far it is, as knownBy has it. ended is by plan only."
    )
    known_by: SourceWord | None = Field(
        default=None,
        description="What says how far it is: a report of the vehicle, predicted times, or the plan alone.",
    )
    delay_seconds: int | None = Field(
        default=None, description="At the next stop: expected minus scheduled, positive is late. Absent: not predicted."
    )
    vehicle: VehicleSummary | None = Field(
        default=None, description="Its newest report, however old. Absent: no vehicle reports on this journey."
    )
    monitoring: MonitoringData | None = Field(default=None, description="Whether live sources speak of it.")
    behind: JourneyStop | None = Field(
        default=None, description="The last stop it was observed to leave, or to end at."
    )
    vehicle_label: str | None = Field(default=None, description="What people see on the vehicle.")
    calls: list[JourneyStop] = Field(
        default_factory=list[JourneyStop], description="From the stop it is at, or the next, in order."
    )
    last: JourneyStop | None = Field(default=None, description="Its last stop, where that is beyond those.")
    before: int = Field(default=0, description="Stops before the first of those.")
    stop: JourneyStop | None = Field(default=None, description="The rider's stop. Absent: none was given.")
    stops_away: int | None = Field(
        default=None,
        description="Stops that it makes before the rider's; 0: the next. Absent: past, skipped or not known.",
    )
    more: int = Field(default=0, exclude_if=is_empty, description="Stops after the last of those. Absent: none.")
    skipped: list[str] = Field(
        default_factory=list[str], exclude_if=is_empty, description="Names of stops ahead where it does not stop."
    )


class ActiveJourneySummary(WireModel):
    """A journey that is under way, in short."""

    type: Literal["MonitoredVehicleJourney"] = Field(
        default="MonitoredVehicleJourney", description="Always MonitoredVehicleJourney."
    )
    uri: str = Field(description="Its address; get_monitored_journey follows it.")
    trip_id: str = Field(description="trip_id within the authority.")
    service_day: str = Field(description="YYYY-MM-DD, the day it belongs to, even past midnight.")
    start_time: str | None = Field(default=None, description="HH:MM:SS; only for single runs of frequency trips.")
    line: str | None = Field(default=None, description="What riders call it. Absent: the feed names no line.")
    mode: str | None = Field(default=None, description="Kind of vehicle. Absent: not known.")
    headsign: str | None = Field(default=None, description="The text on the vehicle.")
    destination: str | None = Field(default=None, description="The last stop; only where it differs from headsign.")
    known_by: SourceWord = Field(description="What says how far it is; timetable: that it runs is only planned.")
    next: JourneyStop | None = Field(default=None, description="Its next stop, as knownBy has it.")
    at_stop: JourneyStop | None = Field(default=None, description="The stop asked about. Absent: none was.")
    delay_seconds: int | None = Field(default=None, description="At the next stop; positive is late.")
    vehicle_id: str | None = Field(default=None, description="Scoped id. Absent: no vehicle is named.")
    vehicle_label: str | None = Field(default=None, description="What people see on the vehicle.")
    distance_meters: int | None = Field(
        default=None, description="From the place that was given to where its vehicle last reported."
    )
    walk_bearing: str | None = Field(default=None, description="Compass word from the place that was given.")
    report_age_seconds: int | None = Field(default=None, description="Now minus that report. Absent: unknown.")
    report_certainty: CertaintyWord | None = Field(default=None, description="How fresh that report is.")
    access: AccessFactModel = Field(description="Whether a wheelchair user can board the vehicle.")
    low_floor: AccessWord = Field(description="Only from a feed or fleet registry that speaks of low floor.")


class JourneysData(WireModel):
    """Journeys that are under way now."""

    type: Literal["JourneyList"] = Field(default="JourneyList", description="Always JourneyList.")
    scope: Literal["stop", "route", "near"] = Field(default="route", description="What was asked about.")
    stop: StopSummary | None = Field(default=None, description="Absent unless scope is stop.")
    line: str | None = Field(default=None, description="Label of the line asked for. Absent: any.")
    headsign_filter: str | None = Field(default=None, description="Where they were to go, as asked. Absent: anywhere.")
    mode_filter: str | None = Field(default=None, description="Kind of vehicle asked for. Absent: any.")
    access_filter: bool | None = Field(default=None, description="True when low floor or access was asked for.")
    latitude: float | None = Field(default=None, description="Of the place that was given.")
    longitude: float | None = Field(default=None, description="Of the place that was given.")
    radius_meters: int | None = Field(
        default=None, description="Around that place; only what reports from there is listed. Absent: anywhere."
    )
    planned_for: str | None = Field(
        default=None, description="The instant that was asked about; then all is by plan. Absent: now."
    )
    now: str | None = Field(default=None, description="The instant for which minutes are counted.")
    journeys: list[ActiveJourneySummary] = Field(
        default_factory=list[ActiveJourneySummary],
        description="For a stop in the order in which they come; around a place the nearest first; "
        "for a line by direction.",
    )
    more: int = Field(default=0, description="How many beyond the limit.")
    before: int = Field(
        default=0, exclude_if=is_empty, description="How many of the list were given before. Absent: 0."
    )
    next_cursor: str | None = Field(
        default=None, description="Give it as cursor, within 15 minutes, for the next ones. Absent: these are all."
    )


class JourneysResult(Envelope):
    """What search_active_journeys gives."""

    view: Literal["journeys"] = Field(default="journeys", description="Kind of the result.")
    data: JourneysData = Field(description="The journeys.")


class JourneyResult(Envelope):
    """What get_monitored_journey gives."""

    view: Literal["journey"] = Field(default="journey", description="Kind of the result.")
    data: JourneyData = Field(description="The journey.")
