"""Answers: dated calls at a stop, the board they stand on, and what surrounds them."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum

from stopbell_server.domain.access import Access, AccessFact, AccessVerdict
from stopbell_server.domain.certainty import CallStatus, Certainty, FeedState
from stopbell_server.domain.fleet import NO_EQUIPMENT_KNOWN, Equipment
from stopbell_server.domain.ids import Authority, StopId, TripId
from stopbell_server.domain.network import Boarding, Mode, Route, Stop
from stopbell_server.domain.realtime import Alert, Carriage, Occupancy, Vehicle, VehiclePosition
from stopbell_server.domain.store import FeedInfo


class CallKind(Enum):
    """Which end of a call the rider asks for."""

    ARRIVALS = "arrivals"
    DEPARTURES = "departures"


@dataclass(frozen=True, slots=True)
class Times:
    """The instants of one end of a call; scheduled, expected and observed never mix."""

    scheduled: datetime | None = None
    expected: datetime | None = None
    """Only when a prediction says so; never filled from the plan."""
    observed: datetime | None = None
    """Only when a feed records it as having happened; never because its time is past."""
    uncertainty_s: int | None = None
    """Seconds; None is unknown, 0 is certain."""

    @property
    def effective(self) -> datetime | None:
        """What to order by: observed, else expected, else scheduled."""
        return self.observed or self.expected or self.scheduled


@dataclass(frozen=True, slots=True)
class Call:
    """A dated trip at one stop."""

    authority: Authority
    route: Route | None
    """None when an added trip names no route that the timetable knows."""
    route_label: str | None
    """What to call the line; None when nothing is known."""
    trip: TripId | None
    service_day: date
    """The day the trip belongs to, even past midnight."""
    start_s: int | None
    """First departure of a frequency trip's run; identity needs it."""
    stop: Stop
    """Where it calls today."""
    sequence: int | None
    arrival: Times
    departure: Times
    certainty: Certainty
    status: CallStatus
    access: AccessVerdict
    headsign: str | None = None
    """The text on the vehicle."""
    destination: str | None = None
    """The last stop's name; may differ from the headsign."""
    planned_stop: Stop | None = None
    """Where the plan has it, when it calls elsewhere today."""
    is_first: bool = False
    is_last: bool = False
    pickup: Boarding = Boarding.REGULAR
    drop_off: Boarding = Boarding.REGULAR
    is_approximate: bool = False
    headway_s: int | None = None
    """For FREQUENCY: one about every so many seconds."""
    frequency_end: datetime | None = None
    """For FREQUENCY: until when that headway holds at this stop."""
    stops_away: int | None = None
    """Stops between the vehicle's reported stop and this one; None without such a report."""
    vehicle: Vehicle | None = None
    occupancy: Occupancy | None = None
    carriages: tuple[Carriage, ...] = ()
    """The first in the direction of travel first; empty when nothing is said of them."""
    source_time: datetime | None = None
    """When the prediction was made, by the feed's own timestamps."""

    def at(self, kind: CallKind) -> Times:
        """Give the end of the call that the rider asks for."""
        return self.arrival if kind is CallKind.ARRIVALS else self.departure

    def effective(self, kind: CallKind) -> datetime | None:
        """Give the instant to order by; the other end stands in where one is missing."""
        return self.at(kind).effective or self.arrival.effective or self.departure.effective

    def is_coming(self, kind: CallKind) -> bool:
        """Whether a vehicle comes here that one can take or, for arrivals, meet: one that ends here takes nobody on."""
        if self.status is CallStatus.ENDS_HERE:
            return kind is CallKind.ARRIVALS
        return self.status in (CallStatus.RUNNING, CallStatus.ADDED)

    def delay(self, kind: CallKind) -> timedelta | None:
        """Give expected minus scheduled, positive when late; None unless both are known."""
        times = self.at(kind)
        return times.expected - times.scheduled if times.expected and times.scheduled else None


@dataclass(frozen=True, slots=True)
class LiveState:
    """What may be said about a feed's live part right now."""

    state: FeedState
    source_time: datetime | None = None
    """What the feed itself says of when it was made; None where it says nothing."""
    retrieved_time: datetime | None = None
    age_s: int | None = None
    """Whole seconds from the feed's own time to now, never negative; None when nothing arrived. At least so many
    where the feed does not say when it was made."""
    matched: int = 0
    updates: int = 0
    clock_ok: bool = True
    """False when this machine's clock is not credible against the feed: no minutes may be spoken then."""


class Coverage(Enum):
    """Whether the timetable speaks with authority about a day."""

    COVERED = "covered"
    NO_SERVICE = "no-service"
    """The day is covered, and nothing runs."""
    ENDED = "ended"
    NOT_STARTED = "not-started"
    UNKNOWN = "unknown"
    """The feed has no calendar at all."""


@dataclass(frozen=True, slots=True)
class AlertMatch:
    """An alert and why it concerns the question."""

    authority: Authority
    alert: Alert
    reason: str
    """`stop`, `station`, `route`, `trip`, `agency` or `mode`."""
    is_active: bool
    """False: its period is still to come."""
    routes: tuple[str, ...] = ()
    """Labels of the lines it names, as riders know them."""
    stops: tuple[Stop, ...] = ()
    """The stops it names that the timetable knows."""


@dataclass(frozen=True, slots=True)
class Board:
    """The calls at a stop or station between two instants."""

    feed: FeedInfo
    stop: Stop
    """What was asked for."""
    kind: CallKind
    start: datetime
    end: datetime
    now: datetime
    calls: tuple[Call, ...]
    """Ordered by effective time of `kind`."""
    more: int
    """Calls in the window beyond the limit."""
    coverage: Coverage
    live: LiveState
    alerts: tuple[AlertMatch, ...] = ()
    """Active alerts for this stop, most important for a blind rider first."""
    routes_asked: tuple[str, ...] = ()
    """Labels of the routes a filter named; empty without a filter."""
    towards_asked: str | None = None
    """Where the calls were to go, as asked; None without such a filter."""
    mode_asked: Mode | None = None
    """Kind of vehicle that a filter named; None without such a filter."""


@dataclass(frozen=True, slots=True)
class Toward:
    """Where vehicles of a stop go: what tells apart two stops of one name."""

    line: str
    headsign: str


@dataclass(frozen=True, slots=True)
class StopDescription:
    """A stop with everything that tells it apart from its namesakes."""

    feed: FeedInfo
    stop: Stop
    station: Stop | None
    platforms: tuple[Stop, ...]
    """For a station: its stops."""
    lines: tuple[str, ...]
    towards: tuple[Toward, ...]
    """At most six, the busiest first."""
    heading: float | None
    """Degrees from north in which vehicles leave; None when they disagree."""
    opposite: Stop | None
    """The nearest namesake within 150 m whose vehicles leave the other way; None when none is known."""
    opposite_m: float | None
    access: AccessFact
    distance_m: float | None = None
    """From the place that was asked about, in metres."""
    score: float | None = None
    """Search score 0 to 1; None when not found by name."""
    matched: str | None = None
    is_heading_by_line: bool = False
    """True: the heading is that of the lines where they leave, by shapes.txt; else it leads to the next stops."""


@dataclass(frozen=True, slots=True)
class VehicleSighting:
    """A vehicle with what is known of it, for questions about vehicles."""

    feed: FeedInfo
    position: VehiclePosition
    route_label: str | None
    headsign: str | None
    trip: TripId | None
    access: AccessFact
    low_floor: Access
    distance_m: float | None
    age_s: int | None
    certainty: Certainty
    next_stop: Stop | None
    mode: Mode | None = None
    """None when it is tied to no line that is known."""
    equipment: Equipment = NO_EQUIPMENT_KNOWN


class ResolutionState(Enum):
    """How a name or id was understood."""

    FOUND = "found"
    AMBIGUOUS = "ambiguous"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class StopResolution:
    """What a stop argument may mean; ambiguity is an answer, never a silent pick."""

    state: ResolutionState
    asked: str
    found: StopDescription | None = None
    candidates: tuple[StopDescription, ...] = ()
    """For AMBIGUOUS the choices, for UNKNOWN the nearest names; best first."""


@dataclass(frozen=True, slots=True)
class StopRef:
    """A stop in its feed."""

    authority: Authority
    stop: StopId
