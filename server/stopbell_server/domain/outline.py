"""A trip as live data is compared with it: where and when it calls, nothing else.

Most trips of a timetable stop alike, and many take the same time; they share the objects for it.
"""

from dataclasses import dataclass

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import RouteId, StopId, TripId


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class PlannedStops:
    """The stops of all trips that stop alike; compared by identity."""

    stops: tuple[StopId, ...]
    sequences: tuple[int, ...]
    """stop_sequence of each, ascending."""
    can_board: tuple[bool, ...] = ()
    """Whether one may get on at each, by pickup_type and because it is not the last."""
    can_alight: tuple[bool, ...] = ()
    """The same for getting off: by drop_off_type, and not at the first."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class PlannedTimes:
    """The times of all trips that take the same time; compared by identity."""

    arrivals: tuple[int | None, ...]
    """Seconds from the trip's start; None where the plan has no time, not even an interpolated one."""
    departures: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TripOutline:
    """Where and when a trip calls."""

    trip: TripId
    route: RouteId
    stops: PlannedStops
    times: PlannedTimes
    """One of each for every stop."""
    start_s: int = 0
    """What to add to the times, in seconds of the service day."""
    is_frequency: bool = False
    """As in `Trip`."""
    wheelchair: Access = Access.UNKNOWN
    """As in `Trip`."""
