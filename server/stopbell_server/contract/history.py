"""What was observed, and whether a journey is monitored, on the wire. Nothing here is made of a time that went by."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.model import WireModel

EvidenceWord = Literal["recorded", "stood", "seen-beyond"]


class ObservedPassing(WireModel):
    """What was observed at a stop. An instant that nobody stated is absent."""

    evidence: EvidenceWord = Field(
        description="recorded: the feed stated the time as certain once it had passed. stood: the vehicle reported "
        "standing there. seen-beyond: it reported from before the stop, then from beyond."
    )
    arrived: str | None = Field(default=None, description="Only as the feed recorded it.")
    departed: str | None = Field(default=None, description="Only as the feed recorded it.")
    stood_from: str | None = Field(default=None, description="First report of standing there; it may have come before.")
    stood_until: str | None = Field(default=None, description="Last such report; it may have left later.")
    not_before: str | None = Field(default=None, description="Last report from before it passed the stop.")
    not_after: str | None = Field(default=None, description="First report from beyond. Absent: not seen beyond.")


class MonitoringData(WireModel):
    """Whether live sources speak of the journey."""

    state: Literal["monitored", "lost", "ended", "not-monitored"] = Field(
        description="lost: its source is silent. ended: sources spoke of it and do so no more. not-monitored: nothing "
        "is known but the plan."
    )
    mentioned: str | None = Field(default=None, description="When a source last spoke of it, by the source's clock.")
    mentioned_by: Literal["vehicle", "prediction"] | None = Field(default=None, description="What spoke of it then.")
    age_seconds: int | None = Field(default=None, description="Now minus that.")
    ends: str | None = Field(default=None, description="When monitoring ends unless a source speaks of it again.")
    kept_until: str | None = Field(default=None, description="Until when that last word is kept, at most.")
    recorded_since: str | None = Field(
        default=None, description="Nothing before is on record. Absent: nothing is recorded."
    )
    history: str | None = Field(default=None, description="Address of what was observed of it.")


class LastReport(WireModel):
    """The last report of a vehicle, as it was then."""

    observed_time: str = Field(description="When the vehicle said so.")
    stop_id: str | None = Field(default=None, description="Scoped id of the stop it named. Absent: it named none.")
    name: str | None = Field(default=None, description="Of that stop, to show.")
    status: Literal["incoming-at", "stopped-at", "in-transit-to"] | None = Field(
        default=None, description="Where it was then, seen from that stop."
    )


class LastPrediction(WireModel):
    """What was last predicted for a stop, and was not taken back: a forecast of then, not what happened."""

    stop_id: str = Field(description="Scoped id.")
    name: str = Field(description="To show.")
    stop_sequence: int | None = Field(default=None, description="stop_sequence. Absent: not planned.")
    expected_arrival: str | None = Field(default=None, description="As it was expected then.")
    expected_departure: str | None = Field(default=None, description="As it was expected then.")


class HistoricalStop(WireModel):
    """A stop of a journey of which something was observed."""

    stop_id: str = Field(description="Scoped id.")
    name: str = Field(description="To show.")
    spoken_name: str = Field(description="For a voice.")
    stop_sequence: int | None = Field(default=None, description="stop_sequence. Absent: not planned.")
    scheduled_arrival: str | None = Field(default=None, description="By plan.")
    scheduled_departure: str | None = Field(default=None, description="By plan.")
    passing: ObservedPassing = Field(description="What was observed.")


class HistoricalCall(WireModel):
    """A journey at a stop, of which something was observed."""

    journey: str = Field(description="Address of what was observed of the journey.")
    line: str | None = Field(default=None, description="What riders call it.")
    headsign: str | None = Field(default=None, description="The text on the vehicle.")
    service_day: str = Field(description="YYYY-MM-DD.")
    stop_id: str = Field(description="Scoped id of the stop or platform.")
    scheduled_arrival: str | None = Field(default=None, description="By plan.")
    scheduled_departure: str | None = Field(default=None, description="By plan.")
    passing: ObservedPassing = Field(description="What was observed.")
