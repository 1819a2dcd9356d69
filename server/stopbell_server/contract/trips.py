"""Trips from one place to another, on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.arrivals import BoardingAccess, BoardingWord, CertaintyWord, CoverageWord, StatusWord
from stopbell_server.contract.envelope import AccessWord, Envelope
from stopbell_server.contract.model import WireModel, is_empty
from stopbell_server.contract.station_inside import StepFreeWord
from stopbell_server.contract.stops import AccessFactModel

LapseWord = Literal["cancelled", "does-not-stop-here", "does-not-stop-there", "not-reached"]
ConnectionWord = Literal["not-guaranteed", "vehicle-waits", "stay-on-board", "get-off-and-on"]


class TripEnd(WireModel):
    """Where a trip begins or ends, as it was understood."""

    name: str = Field(description="To show.")
    spoken_name: str = Field(description="For a voice.")
    stop_id: str | None = Field(default=None, description="Scoped id. Absent: several stops of that name, or a point.")
    lat: float | None = Field(default=None, description="Of a point that was given. Absent: a stop.")
    lng: float | None = Field(default=None, description="Longitude; absent with lat.")


class TripCall(WireModel):
    """Where one gets on or off, and when. What is not known is absent, never zero or false."""

    stop_id: str = Field(description="Scoped id: authority:stopId.")
    name: str = Field(description="To show.")
    spoken_name: str = Field(description="For a voice.")
    platform: str | None = Field(default=None, description="Identifier of the platform or bay. Absent: none.")
    side: str | None = Field(
        default=None,
        description="Compass word for the way vehicles leave, computed; only where a stop of that name is opposite.",
    )
    scheduled: str | None = Field(default=None, description="By plan; ISO 8601 with offset.")
    expected: str | None = Field(default=None, description="Only when a prediction says so.")
    certainty: CertaintyWord = Field(description="How the time is known. timetable is not on time.")
    age_seconds: int | None = Field(default=None, description="Now minus when the prediction was made.")
    minutes: int | None = Field(default=None, description="Whole minutes until it. Absent: no credible time.")
    approximate: bool | None = Field(default=None, description="True: say about.")
    headway_minutes: int | None = Field(default=None, description="For frequency: one about every so many minutes.")
    status: StatusWord = Field(description="What the vehicle does here.")
    boarding: BoardingWord | None = Field(default=None, description="Absent: one gets on or off as usual.")
    access: AccessFactModel = Field(description="Whether a wheelchair user can get on or off at this stop.")


class TripLeg(WireModel):
    """A part of a trip: on foot, or by one vehicle."""

    kind: Literal["walk", "ride"] = Field(description="walk: only meters and to are given.")
    meters: int | None = Field(
        default=None, description="Of a walk, as the crow flies: not the length of a way. Absent: not known."
    )
    to: str | None = Field(default=None, description="Of a walk: name of the stop or place it leads to.")
    line: str | None = Field(default=None, description="What riders call it. Absent: the feed names no line.")
    line_id: str | None = Field(default=None, description="route_id. Absent: not known.")
    mode: str | None = Field(default=None, description="Kind of vehicle. Absent: not known.")
    headsign: str | None = Field(default=None, description="The text on the vehicle.")
    destination: str | None = Field(default=None, description="The last stop; only where it differs from headsign.")
    board: TripCall | None = Field(default=None, description="Where and when one gets on.")
    alight: TripCall | None = Field(default=None, description="Where and when one gets off.")
    stops: int | None = Field(default=None, description="How many stops further one gets off.")
    after: str | None = Field(
        default=None, description="The stop before the one where one gets off. Absent: that is the next stop."
    )
    after_spoken: str | None = Field(default=None, description="The same for a voice.")
    access: AccessWord | None = Field(
        default=None, description="no if vehicle or either stop says no, unknown if any is unknown, else yes."
    )
    boarding: BoardingAccess | None = Field(default=None, description="What that rests on, where one gets on.")
    vehicle_label: str | None = Field(default=None, description="What people see on the vehicle.")
    journey: str | None = Field(default=None, description="Address of the monitored journey.")


class LapsedDeparture(WireModel):
    """A departure that the timetable has and live data takes away."""

    line: str | None = Field(default=None, description="Its line. Absent: the feed names none.")
    headsign: str | None = Field(default=None, description="Where it would have gone.")
    scheduled: str | None = Field(default=None, description="When it would have left by plan.")
    why: LapseWord = Field(
        description="does-not-stop-there: it runs, but not to where one wants to get off. not-reached: as live data "
        "has it, it leaves too soon to be changed to."
    )


class TripChange(WireModel):
    """From one vehicle to the next. Nothing here promises that it works out."""

    meters: int | None = Field(default=None, description="On foot, as the crow flies. Absent: not known.")
    wait_minutes: int | None = Field(
        default=None, description="From getting off until the next one leaves. Absent: either has no clock times."
    )
    need_minutes: int = Field(description="What was allowed for it, by the feed or by our own slow walk.")
    connection: ConnectionWord = Field(
        description="What transfers.txt says; not-guaranteed also where it says nothing."
    )
    step_free: StepFreeWord | None = Field(
        default=None, description="Between platforms of a station. Absent: not described, or the same stop."
    )
    closed_by: list[str] = Field(
        default_factory=list[str], exclude_if=is_empty, description="Notices about that way. Absent: none."
    )
    lapsed: LapsedDeparture | None = Field(
        default=None, description="An earlier vehicle that was meant to be changed to. Absent: none is known."
    )


class TripOption(WireModel):
    """One way to get there."""

    departs: str | None = Field(
        default=None, description="When one sets out. Absent: a vehicle has no clock times; see atMostMinutes."
    )
    arrives: str | None = Field(default=None, description="When one is there. Absent with departs.")
    total_minutes: int | None = Field(default=None, description="Between the two.")
    at_most_minutes: int | None = Field(
        default=None, description="Where a vehicle runs about every so many minutes: how long it takes at most."
    )
    changes: int = Field(description="How often one changes.")
    walk_meters: int = Field(description="All that is walked, as the crow flies.")
    access: AccessWord = Field(description="Of all legs and of a described way between platforms; else as for a leg.")
    legs: list[TripLeg] = Field(description="In order.")
    change: TripChange | None = Field(default=None, description="Between the two rides. Absent: a direct ride.")


class TripAccessCounts(WireModel):
    """How many of all ways that were found have each verdict; unknown is counted, never hidden."""

    yes: int = Field(description="Surely accessible.")
    no: int = Field(description="Not accessible.")
    unknown: int = Field(description="Nobody says.")


class TripPlanData(WireModel):
    """What was found between two places, and what was looked through for it."""

    type: Literal["TripPlan"] = Field(default="TripPlan", description="Always TripPlan.")
    asked: Literal["origin", "destination"] | None = Field(
        default=None, description="Which of the two is not settled. Absent: both are."
    )
    origin: TripEnd | None = Field(default=None, description="Absent when it was not found.")
    destination: TripEnd | None = Field(default=None, description="Absent when it was not found.")
    meters: int | None = Field(default=None, description="From the one to the other as the crow flies.")
    now: str | None = Field(default=None, description="The instant for which minutes are counted.")
    arrive_by: str | None = Field(default=None, description="When one must be there. Absent: not asked.")
    searched_from: str | None = Field(default=None, description="Earliest setting out that was looked at.")
    searched_to: str | None = Field(default=None, description="Latest setting out that was looked at.")
    coverage: CoverageWord | None = Field(default=None, description="Whether the timetable covers this day.")
    access_filter: bool | None = Field(default=None, description="True when access was asked for.")
    options: list[TripOption] = Field(default_factory=list[TripOption], description="The best first.")
    more: int = Field(default=0, description="Further ones found in the time looked through.")
    access_counts: TripAccessCounts | None = Field(default=None, description="Absent: nothing was looked for.")
    lapsed: list[LapsedDeparture] = Field(
        default_factory=list[LapsedDeparture], exclude_if=is_empty, description="Direct departures that do not help."
    )


class TripPlanResult(Envelope):
    """What plan_trip gives."""

    view: Literal["trip-plan"] = Field(default="trip-plan", description="Kind of the result.")
    data: TripPlanData = Field(description="The plan.")
