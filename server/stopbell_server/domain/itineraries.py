"""Ways from one place to another by vehicle: what one rides, where one changes, and how sure each part is."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import AlertMatch, Call, Coverage, LiveState
from stopbell_server.domain.network import Stop
from stopbell_server.domain.station_ways import StepFree
from stopbell_server.domain.store import FeedInfo
from stopbell_server.domain.transfers import Transfer


@dataclass(frozen=True, slots=True)
class Ride:
    """One vehicle from where one gets on to where one gets off."""

    board: Call
    alight: Call
    stops: int
    """How many stops further one gets off, not counting those where it does not stop."""
    before: Stop | None
    """The last stop before the one where one gets off; None where one gets off at the next stop."""

    @property
    def access(self) -> Access:
        """Whether a wheelchair user can ride: no if any of stop, vehicle and stop says so, yes if all do."""
        return join_access((self.board.access.verdict, self.alight.access.stop.value))


class Lapse(Enum):
    """Why a planned departure takes nobody along."""

    CANCELLED = "cancelled"
    DOES_NOT_STOP_HERE = "does-not-stop-here"
    DOES_NOT_STOP_THERE = "does-not-stop-there"
    """It runs, but not to where one wants to get off."""
    NOT_REACHED = "not-reached"
    """By plan it could be changed to; as live data has it, it leaves too soon."""


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A departure that the timetable has, and that live data takes away."""

    call: Call
    """Where one would have got on."""
    why: Lapse


@dataclass(frozen=True, slots=True)
class StationWay:
    """Whether one gets from one platform to another without steps, as far as the feed describes it."""

    step_free: StepFree
    by_lift: bool = False
    closed_by: tuple[AlertMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """From one vehicle to the next. Nothing here promises that it works out."""

    walk_m: float | None
    """Straight; 0 at the same stop, None where a position is missing."""
    need_s: int
    """What was allowed for it."""
    wait_s: int | None
    """From getting off until the next vehicle leaves; None where either has no time of its own."""
    rule: Transfer | None = None
    inside: StationWay | None = None
    """None: both are one platform, or the feed describes no way."""
    lapsed: Lapsed | None = None
    """An earlier vehicle that was meant to be changed to and is not there, or leaves too soon."""


@dataclass(frozen=True, slots=True)
class Itinerary:
    """One way to get there."""

    rides: tuple[Ride, ...]
    change: Change | None
    """Between the two rides; None for a direct one."""
    walk_to_m: int
    walk_from_m: int
    leaves: datetime
    """When one sets out."""
    arrives: datetime
    """When one is there; the latest where a vehicle has no times of its own."""

    @property
    def has_times(self) -> bool:
        """Whether every vehicle has clock times; else how long it takes is known as a most only."""
        return all(ride.board.headway_s is None for ride in self.rides)

    @property
    def access(self) -> Access:
        """The verdict on all rides and on the way between platforms, where one is described."""
        values = [ride.access for ride in self.rides]
        inside = self.change.inside if self.change else None
        if inside is not None:
            values.append(_STEP_FREE.get(inside.step_free, Access.UNKNOWN))
        return join_access(values)


_STEP_FREE = {StepFree.YES: Access.YES, StepFree.NO: Access.NO, StepFree.CLOSED: Access.NO}


def join_access(values: "list[Access] | tuple[Access, ...]") -> Access:
    """Give NO if any is no, UNKNOWN if any is unknown, else YES."""
    if Access.NO in values:
        return Access.NO
    return Access.UNKNOWN if Access.UNKNOWN in values else Access.YES


@dataclass(frozen=True, slots=True)
class TripPlan:
    """What was found between two places, and what was looked through for it."""

    feed: FeedInfo
    now: datetime
    first: datetime
    """Earliest setting out that was looked at."""
    last: datetime
    """Latest setting out that was looked at."""
    until: datetime
    """Latest arrival of a way with a change that was looked at."""
    arrive_by: datetime | None
    """When one must be there; None: the time given is that of setting out."""
    itineraries: tuple[Itinerary, ...]
    """The best first; with access asked for, surely accessible ones before all."""
    more: int
    """How many beyond those."""
    access: dict[Access, int]
    """How many of all that were found have each verdict."""
    lapsed: tuple[Lapsed, ...]
    """Direct departures that the timetable has and live data takes away."""
    coverage: Coverage
    live: LiveState
