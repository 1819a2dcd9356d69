"""How one changes from one trip to another, and where a vehicle goes on (transfers.txt, trips.txt block_id)."""

from dataclasses import dataclass
from datetime import date
from enum import Enum, IntEnum

from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.domain.network import Trip


class TransferKind(IntEnum):
    """transfers.txt transfer_type."""

    RECOMMENDED = 0
    TIMED = 1
    """The departing vehicle waits for the arriving one."""
    MINIMUM_TIME = 2
    NOT_POSSIBLE = 3
    IN_SEAT = 4
    """One stays on board: the same vehicle goes on as the other trip."""
    MUST_RE_BOARD = 5
    """The same vehicle goes on, and one must get off and on again."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """A row of transfers.txt; a field that is None does not narrow it."""

    kind: TransferKind
    from_stop: StopId | None = None
    to_stop: StopId | None = None
    from_route: RouteId | None = None
    to_route: RouteId | None = None
    from_trip: TripId | None = None
    to_trip: TripId | None = None
    minimum_s: int | None = None
    """min_transfer_time in seconds; None when the feed gives none."""


class ContinuationSource(Enum):
    """Who says that the vehicle goes on."""

    TRANSFER = "transfer"
    """transfers.txt, transfer_type 4: the operator says that one may stay on board."""
    BLOCK = "block"
    """trips.txt block_id: the same vehicle; whether one may stay on board is not said."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """What a vehicle does after the last call of a trip."""

    trip: Trip
    service_day: date
    """Of the trip that follows; may be the day after."""
    departure_s: int
    """First departure of that trip, in seconds of its service day."""
    source: ContinuationSource
