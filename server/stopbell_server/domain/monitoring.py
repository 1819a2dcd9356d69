"""Whether live sources speak of a journey, since when they do not, and what they said last."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from stopbell_server.domain.history import LastUpdate, Sighting


class MonitoringState(Enum):
    """Whether a journey is followed by live data."""

    MONITORED = "monitored"
    """A source spoke of it a moment ago."""
    LOST = "lost"
    """The newest data of its source still has it, but is too old to be used as live: the source itself is silent."""
    ENDED = "ended"
    """Sources spoke of it and do so no more."""
    NOT_MONITORED = "not-monitored"
    """Nothing is known of it but the plan."""


class MentionedBy(Enum):
    """What spoke of it last."""

    VEHICLE = "vehicle"
    PREDICTION = "prediction"


@dataclass(frozen=True, slots=True)
class Monitoring:
    """The state at one instant, by one rule for every journey (docs/monitoring.md)."""

    state: MonitoringState
    mentioned: datetime | None = None
    """When a source last spoke of it, by the source's clock; None: nothing is known of that."""
    mentioned_by: MentionedBy | None = None
    ends: datetime | None = None
    """When it ends unless a source speaks of it again; None where it is not going on."""
    kept_until: datetime | None = None
    """Until when the last word is kept; None where there is no record."""
    recorded_since: datetime | None = None
    """Nothing before is on record; None where there is no record."""
    sighting: Sighting | None = None
    """The last report of its vehicle that is on record."""
    sighting_index: int | None = None
    """The stop of the journey that it names; None where it names none."""
    last_update: LastUpdate | None = None
    """The last predictions, of a journey that sources predict no more."""
