"""What a feed tells of the inside of stations: ways, levels, and how a stop is reached (pathways.txt, levels.txt)."""

from dataclasses import dataclass
from enum import IntEnum

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Stop


class PathwayMode(IntEnum):
    """pathways.txt pathway_mode."""

    WALKWAY = 1
    STAIRS = 2
    MOVING_WALKWAY = 3
    ESCALATOR = 4
    LIFT = 5
    FARE_GATE = 6
    EXIT_GATE = 7


@dataclass(frozen=True, slots=True)
class Pathway:
    """A row of pathways.txt. What the feed does not say is None, never zero."""

    id: str
    start: StopId
    end: StopId
    mode: PathwayMode
    is_two_way: bool
    length_m: float | None = None
    seconds: int | None = None
    """traversal_time."""
    stairs: int | None = None
    """stair_count: positive goes up from start to end, negative down."""
    slope: float | None = None
    """max_slope: rise over run, positive upwards from start to end."""
    width_m: float | None = None
    """min_width."""
    sign: str | None = None
    """signposted_as, from start to end."""
    reversed_sign: str | None = None
    """reversed_signposted_as, from end to start."""


@dataclass(frozen=True, slots=True)
class Level:
    """A row of levels.txt."""

    id: str
    height: float | None
    """level_index: 0 is the ground, higher is up; only its order counts."""
    name: str | None


@dataclass(frozen=True, slots=True)
class StationPlace:
    """A platform, door, node or boarding area of a station, with its level."""

    stop: Stop
    level: Level | None = None
    street_access: Access = Access.UNKNOWN
    """stops.txt stop_access: YES, reached straight from the street; NO, only through the station."""
