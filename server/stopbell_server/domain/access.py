"""Whether a rider can board: yes, no or unknown, always with the source that says so."""

from dataclasses import dataclass
from enum import Enum


class Access(Enum):
    """A fact with a third state; unknown is never shown or spoken as yes or no."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class AccessSource(Enum):
    """Who says it, strongest first for vehicles (GTFS-Realtime VehicleDescriptor, fleet, trips.txt)."""

    REALTIME = "realtime"
    FLEET = "fleet"
    TRIP = "trip"
    STOP = "stop"
    STATION = "station"
    """Inherited: the stop's own wheelchair_boarding is empty and its parent station's is not."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class AccessFact:
    """One statement about one thing."""

    value: Access
    source: AccessSource


UNKNOWN_ACCESS = AccessFact(Access.UNKNOWN, AccessSource.NONE)


@dataclass(frozen=True, slots=True)
class AccessVerdict:
    """Whether a wheelchair user can board this vehicle at this stop."""

    stop: AccessFact
    vehicle: AccessFact
    low_floor: Access
    """Only a feed or a fleet registry that says "low floor" makes this YES or NO; wheelchair access does not."""

    @property
    def verdict(self) -> Access:
        """NO if either says no, UNKNOWN if either is unknown, else YES."""
        values = (self.stop.value, self.vehicle.value)
        if Access.NO in values:
            return Access.NO
        return Access.UNKNOWN if Access.UNKNOWN in values else Access.YES
