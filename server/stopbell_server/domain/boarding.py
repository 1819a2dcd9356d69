"""What must be known to get on beyond the timetable: hailing between stops, and booking beforehand."""

from dataclasses import dataclass

from stopbell_server.domain.ids import RouteId
from stopbell_server.domain.network import Boarding


@dataclass(frozen=True, slots=True)
class Hailing:
    """A line that is boarded or left between stops too (continuous_pickup, continuous_drop_off)."""

    route: RouteId
    pickup: Boarding
    """From this stop on; NOT_AVAILABLE: only at stops."""
    drop_off: Boarding
    is_every_trip: bool
    """False: some trips of the line only."""


@dataclass(frozen=True, slots=True)
class BookingRule:
    """A row of booking_rules.txt, as far as a rider needs it."""

    phone: str | None = None
    message: str | None = None
    """pickup_message, else message: the operator's own words."""


@dataclass(frozen=True, slots=True)
class Booking:
    """A line that must be booked to stop here (pickup_type or drop_off_type 2)."""

    route: RouteId
    for_pickup: bool
    for_drop_off: bool
    is_every_trip: bool
    rule: BookingRule | None = None
    """None: the feed gives none, or several that differ."""
