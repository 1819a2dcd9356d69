"""A dated journey seen from end to end: each stop, where it is seen from the vehicle, and what says so."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum

from stopbell_server.domain.calls import Call, VehicleSighting
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.network import Stop
from stopbell_server.domain.store import FeedInfo


class Progress(Enum):
    """Where a stop is, seen from the vehicle."""

    BEHIND = "behind"
    """A report of the vehicle has it beyond this stop."""
    DUE = "due"
    """Its time is past; nobody reports whether the vehicle came."""
    HERE = "here"
    """The vehicle reports that it stands there."""
    NEXT = "next"
    AHEAD = "ahead"


class Source(Enum):
    """What says how far a journey is."""

    VEHICLE = "vehicle"
    PREDICTION = "prediction"
    TIMETABLE = "timetable"
    NOTHING = "nothing"


class Phase(Enum):
    """How far a journey is as a whole, as its source has it."""

    NOT_STARTED = "not-started"
    UNDER_WAY = "under-way"
    ENDED = "ended"
    CANCELLED = "cancelled"
    UNKNOWN = "unknown"
    """Its stops have no times of their own."""


@dataclass(frozen=True, slots=True)
class JourneyCall:
    """A call and where it is, seen from the vehicle."""

    call: Call
    progress: Progress


@dataclass(frozen=True, slots=True)
class Journey:
    """A dated trip from end to end, as it is known now."""

    feed: FeedInfo
    trip: TripId
    service_day: date
    start_s: int | None
    calls: tuple[JourneyCall, ...]
    phase: Phase
    known_by: Source
    now: datetime
    vehicle: VehicleSighting | None
    """Its newest report, however old; None when no vehicle says that it runs this trip."""
    repeated_stop: Stop | None = None
    """The stop that the vehicle reports, where the trip calls more than once and nothing tells which time it is."""

    @property
    def next_index(self) -> int | None:
        """The place of the next stop; None when there is none, or none can be told."""
        return next((n for n, one in enumerate(self.calls) if one.progress is Progress.NEXT), None)


@dataclass(frozen=True, slots=True)
class ActiveJourney:
    """A journey that is under way, and its call at the stop that was asked about."""

    journey: Journey
    at_stop: JourneyCall | None = None
    """None where no stop was asked about."""
    distance_m: float | None = None
    """From the place that was asked about to where its vehicle last reported; None where no place was asked about."""

    @property
    def next_call(self) -> Call:
        """Its call at the next stop; the last one when none is next."""
        index = self.journey.next_index
        return self.journey.calls[-1 if index is None else index].call


class JourneyState(Enum):
    """How a trip was understood as a journey of one day."""

    FOUND = "found"
    AMBIGUOUS = "ambiguous"
    """It runs on several days, or several times a day, and which is meant is not said."""
    NOT_ON_DAY = "not-on-day"
    UNKNOWN = "unknown"
    """Neither the timetable nor live data has it."""


@dataclass(frozen=True, slots=True)
class JourneyChoice:
    """One of several runs that may be meant."""

    feed: FeedInfo
    trip: TripId
    service_day: date
    start_s: int | None
    line: str | None
    headsign: str | None
    departs: datetime | None
    """By plan, from its first stop."""


@dataclass(frozen=True, slots=True)
class JourneyResolution:
    """What a trip may mean as a journey; ambiguity is an answer, never a silent pick."""

    state: JourneyState
    found: Journey | None = None
    choices: tuple[JourneyChoice, ...] = ()
