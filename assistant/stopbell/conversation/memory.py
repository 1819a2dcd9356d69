"""What a conversation remembers from turn to turn; bounded, and gone when it ends."""

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from stopbell.conversation.reply import Reply
from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.stops import StopSummary
from stopbell_server.phrases.phrase import Line

if TYPE_CHECKING:
    from stopbell.conversation.session import Session

HISTORY = 20
"""Answers that can be gone back to."""
TRAIL = 10


@dataclass(frozen=True, slots=True)
class Place:
    """Where the rider is, as far as anybody said."""

    lat: float
    lon: float
    accuracy_m: int
    """How far off it may be, in metres."""
    source: str
    """stop: the rider named a stop. said: coordinates were said. setting: from the profile."""


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """What was last asked about departures; a follow-up changes one part of it."""

    stop: str
    """What is sent as the stop: a scoped id once it is known, else the name as said."""
    route: str = ""
    destination: str = ""
    mode: str = ""
    feature: str = ""
    within_min: int | None = None
    limit: int | None = None
    time: str = ""
    """Another time than now: HH:MM today, or with a date as ISO 8601."""
    is_about_passed: bool = False
    """Whether what was due a moment ago is asked for too."""


@dataclass(frozen=True, slots=True)
class TripQuestion:
    """What a rider wants of a trip."""

    destination: str
    origin: str
    time: str = ""
    is_arrival: bool = False
    access: bool = False
    is_direct: bool = False
    is_practice: bool = False
    """Whether it is to be practised, not made."""


CallKey = tuple[str | None, str, str | None, str, int | None]


def to_key(call: MonitoredCall) -> CallKey:
    """Give what makes a call the same call in two answers."""
    return call.trip_id, call.service_day, call.start_time, call.stop_id, call.stop_sequence


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose."""

    label: Line
    value: str


Skip = Callable[["Session"], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class Choosing:
    """Numbered choices that wait for an answer."""

    options: Sequence[Option]
    take: "Callable[[Session, Option], Awaitable[Reply]]"
    rest: Sequence[Option] = ()
    """Further choices, for "more"."""
    skip: "Skip | None" = None
    """What happens on "skip" or an empty line; None: the choice is dropped."""
    is_asked: bool = True
    """Whether the rider is asked to choose; False: choosing is only possible."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question that waits for free text."""

    take: "Callable[[Session, str], Awaitable[Reply]]"
    skip: "Skip | None" = None
    """What happens on "skip" or an empty line; None: the question is dropped."""
    slot: str = "stop"
    """Which value is waited for; what has it is the answer, though it could be a question too."""


Pending = Choosing | Asking


@dataclass(frozen=True, slots=True)
class Turn:
    """One exchange of the history."""

    at: datetime
    heard: str
    reply: Reply


@dataclass(slots=True)
class Memory:
    """Everything remembered."""

    stop: StopSummary | None = None
    place: Place | None = None
    question: BoardQuestion | None = None
    told: tuple[CallKey, ...] = ()
    """Calls that were told for the question, so that "more" and "the one after that" go on from there."""
    further: tuple[Line, ...] | None = None
    """Rows of the last answer that were not told yet, for "more"; None where it was no list of rows."""
    trip: TripQuestion | None = None
    """The trip that was asked about last; a follow-up changes one part of it."""
    zone: tzinfo | None = None
    """Of the city that was last asked about; None: nothing has been answered yet, and it is taken to be here."""
    provenance: Provenance | None = None
    """Of the last answer with facts."""
    provenance_at: float = 0.0
    """Monotonic seconds at which it came."""
    last: Reply | None = None
    last_at: float = 0.0
    pending: Pending | None = None
    alerts_told: dict[str, float] = field(default_factory=dict[str, float])
    """Alerts that boards have told, with the monotonic seconds of the last time."""
    hints: set[str] = field(default_factory=set[str])
    """Hints already given; each is given once."""
    history: deque[Turn] = field(default_factory=lambda: deque[Turn](maxlen=HISTORY))
    trail: deque[tuple[StopSummary | None, BoardQuestion | None]] = field(
        default_factory=lambda: deque[tuple[StopSummary | None, BoardQuestion | None]](maxlen=TRAIL)
    )
    """Where "back" leads."""

    def move_to(self, stop: StopSummary) -> None:
        """Make a stop the one that questions are about."""
        if self.stop is None or self.stop.id != stop.id:
            self.trail.append((self.stop, self.question))
            self.stop = stop
