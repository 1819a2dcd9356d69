"""Alerts on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.envelope import Envelope
from stopbell_server.contract.model import WireModel

AlertReason = Literal["stop", "station", "route", "trip", "agency", "mode"]


class AlertSummary(WireModel):
    """An alert in one language, clean text only."""

    type: Literal["SituationElement"] = "SituationElement"
    id: str
    header: str
    spoken_header: str
    description: str | None = None
    spoken_description: str | None = None
    language: str | None = Field(default=None, description="Language of the texts. Absent: the feed does not say.")
    cause: str | None = Field(default=None, description="Absent: unknown.")
    effect: str | None = Field(default=None, description="Absent: unknown.")
    reason: AlertReason
    active: bool = Field(description="False: its period is still to come.")
    starts: str | None = Field(default=None, description="Absent: already, or not said.")
    ends: str | None = Field(default=None, description="Absent: not said, or so far off that it means open.")
    lines: list[str] = Field(default_factory=list[str])
    stops: list[str] = Field(default_factory=list[str], description="Names of the stops it speaks of.")
    url: str | None = None


class AlertsData(WireModel):
    """Alerts that concern the question."""

    type: Literal["AlertList"] = "AlertList"
    scope: Literal["all", "stop", "route", "trip"]
    scope_name: str | None = None
    alerts: list[AlertSummary]
    more: int = 0


class AlertsResult(Envelope):
    """What get_alerts gives."""

    view: Literal["alerts"] = "alerts"
    data: AlertsData
