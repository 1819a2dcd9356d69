"""Answers about the inside of stations: ways from the street to platforms, what closes them, and lifts."""

from dataclasses import dataclass
from enum import Enum

from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import AlertMatch
from stopbell_server.domain.network import Stop
from stopbell_server.domain.stations import Level, PathwayMode, StationPlace


class StepFree(Enum):
    """Whether a platform can be reached from the street without stairs or escalators."""

    YES = "yes"
    NO = "no"
    """The station's ways are all known, and none is step-free."""
    IN_DOUBT = "in-doubt"
    """There is such a way by lift, and a notice about access does not say which lift of the station it means."""
    CLOSED = "closed"
    """There is such a way, and what it needs is closed now."""
    UNKNOWN = "unknown"
    """The feed describes no ways, none at all that reaches the platform, or none that can be believed."""


class Heading(Enum):
    """Which way a lift, escalator or stairs are used."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Step:
    """One pathway, in the direction in which it is walked."""

    mode: PathwayMode
    start: StationPlace
    end: StationPlace
    heading: Heading | None = None
    """None: level, or not said."""
    levels: int | None = None
    """How many levels it climbs or descends; None unless both levels are numbered whole."""
    stairs: int | None = None
    length_m: float | None = None
    """None: not said, or not credible."""
    seconds: int | None = None
    width_m: float | None = None
    slope: float | None = None
    """Rise over run in the direction walked; None: not said."""
    sign: str | None = None
    """What signs say in this direction."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way from a door to a platform, open now."""

    entrance: StationPlace
    platform: Stop
    steps: tuple[Step, ...]
    step_free: Access
    """UNKNOWN: it has neither stairs nor escalator, but levels are passed on foot that no slope explains."""

    @property
    def length_m(self) -> float | None:
        """Give the whole length where every part that is walked has one."""
        walked = [
            step.length_m for step in self.steps if step.mode in (PathwayMode.WALKWAY, PathwayMode.MOVING_WALKWAY)
        ]
        known = [length for length in walked if length is not None]
        return sum(known) if known and len(known) == len(walked) else None

    @property
    def seconds(self) -> int | None:
        """Give the operator's own time for it where every part has one."""
        known = [step.seconds for step in self.steps if step.seconds is not None]
        return sum(known) if known and len(known) == len(self.steps) else None


@dataclass(frozen=True, slots=True)
class PlatformAccess:
    """How one platform is reached."""

    platform: Stop
    step_free: StepFree
    by_lift: bool = False
    """Whether the step-free way needs a lift."""
    street_access: Access = Access.UNKNOWN
    """stops.txt stop_access."""
    closed_by: tuple[AlertMatch, ...] = ()
    """For CLOSED, what closes it."""
    notices: tuple[AlertMatch, ...] = ()
    """Active notices about access that name the platform or the whole station, not one lift."""


class LiftState(Enum):
    """What is known of a lift now; no feed says that a lift works."""

    CLOSED = "closed"
    NO_OUTAGE_REPORTED = "no-outage-reported"
    UNKNOWN = "unknown"
    """There are no notices, or they are too old."""


@dataclass(frozen=True, slots=True)
class Lift:
    """A lift with all its landings."""

    landings: tuple[StationPlace, ...]
    state: LiftState
    closed_by: tuple[AlertMatch, ...] = ()

    @property
    def levels(self) -> tuple[Level, ...]:
        """List the levels that it serves and that the feed names, lowest first."""
        found = {place.level.id: place.level for place in self.landings if place.level and place.level.name}
        return tuple(sorted(found.values(), key=lambda level: (level.height is None, level.height or 0.0, level.id)))


@dataclass(frozen=True, slots=True)
class StationInside:
    """The inside of a station, as far as the question goes."""

    station: Stop
    platforms: tuple[PlatformAccess, ...]
    ways: tuple[Way, ...]
    """Of a station the best way to each platform; of a platform or door one for each pair. Step-free ones first."""
    lifts: tuple[Lift, ...]
    blocked: tuple[AlertMatch, ...] = ()
    """Whatever closes a way now, each notice once."""
