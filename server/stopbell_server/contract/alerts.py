"""Alerts on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.envelope import Envelope
from stopbell_server.contract.model import WireModel, is_empty

AlertReason = Literal["stop", "station", "route", "trip", "agency", "mode"]


class AlertSummary(WireModel):
    """An alert in one language, clean text only."""

    type: Literal["SituationElement"] = Field(default="SituationElement", description="Always SituationElement.")
    id: str = Field(description="Made of what the alert says; outlives the feed's entity ids.")
    header: str = Field(description="To show.")
    spoken_header: str = Field(description="For a voice; the feed's own where it has one.")
    description: str | None = Field(default=None, description="Absent: none, or left out for shortness.")
    spoken_description: str | None = Field(default=None, description="The same for a voice.")
    language: str | None = Field(default=None, description="Language of the texts. Absent: the feed does not say.")
    cause: str | None = Field(default=None, description="Absent: unknown.")
    effect: str | None = Field(default=None, description="Absent: unknown.")
    reason: AlertReason = Field(description="Why it concerns the question.")
    active: bool = Field(description="False: its period is still to come.")
    starts: str | None = Field(default=None, description="Absent: already, or not said.")
    ends: str | None = Field(default=None, description="Absent: not said, or so far off that it means open.")
    lines: list[str] = Field(
        default_factory=list[str], exclude_if=is_empty, description="Labels of the lines it speaks of. Absent: none."
    )
    stops: list[str] = Field(
        default_factory=list[str], exclude_if=is_empty, description="Names of the stops it speaks of. Absent: none."
    )
    url: str | None = Field(default=None, description="Where the operator says more. Absent: nowhere.")
    source: str | None = Field(default=None, description="Title of its feed; only where several feeds take part.")


class LiftState(WireModel):
    """A lift, and whether it is reported out of service; no feed says that a lift works."""

    levels: list[str] = Field(description="Names of the levels that it serves, lowest first; those that have a name.")
    state: Literal["closed", "no-outage-reported", "unknown"] = Field(
        description="unknown: no notices, too old ones, or one that may mean any lift."
    )


class AlertsData(WireModel):
    """Alerts that concern the question."""

    type: Literal["AlertList"] = Field(default="AlertList", description="Always AlertList.")
    scope: Literal["all", "stop", "route", "trip"] = Field(description="What was asked about.")
    scope_name: str | None = Field(default=None, description="Name of the stop, line or feed. Absent: everything.")
    alerts: list[AlertSummary] = Field(description="Active ones first, then by what a blind rider must know first.")
    more: int = Field(default=0, description="How many beyond the limit.")
    lift_status: Literal["closed", "no-outage-reported", "unknown", "not-described"] | None = Field(
        default=None,
        description="Of the stop's station, the worst first. not-described: no lift is described, which says neither "
        "that there is none nor that one works. Absent: not about a stop.",
    )
    lifts: list[LiftState] = Field(
        default_factory=list[LiftState],
        exclude_if=is_empty,
        description="Of the stop's station. Absent: none described.",
    )
    before: int = Field(
        default=0, exclude_if=is_empty, description="How many of the list were given before. Absent: 0."
    )
    next_cursor: str | None = Field(
        default=None, description="Give it as cursor, within 15 minutes, for the next ones. Absent: these are all."
    )


class AlertsResult(Envelope):
    """What get_alerts gives."""

    view: Literal["alerts"] = Field(default="alerts", description="Kind of the result.")
    data: AlertsData = Field(description="The alerts.")
