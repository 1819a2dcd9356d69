"""A passing: what is known to have happened at a stop, and who said so. Never made of a time that went by."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum


class Evidence(Enum):
    """What says that a vehicle was at a stop or has passed it."""

    RECORDED = "recorded"
    """The feed stated the time as certain after it had passed."""
    STOOD = "stood"
    """The vehicle reported that it stood there."""
    SEEN_BEYOND = "seen-beyond"
    """The vehicle reported that it was at or before the stop, and then that it was further on."""


@dataclass(frozen=True, slots=True)
class Passing:
    """What was observed at one stop of a dated journey. An instant that nobody stated is None."""

    evidence: Evidence
    """The strongest there is."""
    arrived: datetime | None = None
    """Only as the feed recorded it."""
    departed: datetime | None = None
    """Only as the feed recorded it."""
    stood_from: datetime | None = None
    """The first report of the vehicle that it stood there; it may have come earlier."""
    stood_until: datetime | None = None
    """The last such report; it may have left later."""
    not_before: datetime | None = None
    """The last report from before it passed the stop."""
    not_after: datetime | None = None
    """The first report from beyond the stop. None: it has not been seen beyond."""

    @property
    def is_left(self) -> bool:
        """Whether the vehicle is known to be past the stop, not only to have come to it."""
        return self.departed is not None or self.not_after is not None

    @property
    def left_by(self) -> datetime | None:
        """When it was gone at the latest; None where it is not known to be."""
        return self.departed or self.not_after

    @property
    def came_by(self) -> datetime | None:
        """When it was there at the latest."""
        return self.arrived or self.stood_from or self.departed or self.not_after

    @property
    def left_after(self) -> datetime | None:
        """When it had not left yet, as last seen; the instant itself where the feed recorded it."""
        return self.departed or self.not_before or self.stood_until
