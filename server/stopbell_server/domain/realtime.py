"""GTFS-Realtime as frozen facts: absent stays None, zero stays zero (field presence matters)."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import AgencyId, AlertId, RouteId, StopId, TripId, VehicleId


class TripRelationship(Enum):
    """TripDescriptor.schedule_relationship."""

    SCHEDULED = "SCHEDULED"
    ADDED = "ADDED"
    UNSCHEDULED = "UNSCHEDULED"
    CANCELED = "CANCELED"
    REPLACEMENT = "REPLACEMENT"
    DUPLICATED = "DUPLICATED"
    DELETED = "DELETED"
    NEW = "NEW"


class StopRelationship(Enum):
    """StopTimeUpdate.schedule_relationship."""

    SCHEDULED = "SCHEDULED"
    SKIPPED = "SKIPPED"
    NO_DATA = "NO_DATA"
    UNSCHEDULED = "UNSCHEDULED"


class Occupancy(Enum):
    """VehiclePosition.OccupancyStatus without NO_DATA_AVAILABLE, which is None here."""

    EMPTY = "EMPTY"
    MANY_SEATS_AVAILABLE = "MANY_SEATS_AVAILABLE"
    FEW_SEATS_AVAILABLE = "FEW_SEATS_AVAILABLE"
    STANDING_ROOM_ONLY = "STANDING_ROOM_ONLY"
    CRUSHED_STANDING_ROOM_ONLY = "CRUSHED_STANDING_ROOM_ONLY"
    FULL = "FULL"
    NOT_ACCEPTING_PASSENGERS = "NOT_ACCEPTING_PASSENGERS"
    NOT_BOARDABLE = "NOT_BOARDABLE"


class VehicleStopStatus(Enum):
    """VehiclePosition.current_status."""

    INCOMING_AT = "INCOMING_AT"
    STOPPED_AT = "STOPPED_AT"
    IN_TRANSIT_TO = "IN_TRANSIT_TO"


@dataclass(frozen=True, slots=True)
class TripDescriptor:
    """Which trip an update speaks of."""

    trip: TripId | None = None
    route: RouteId | None = None
    direction: int | None = None
    start_date: date | None = None
    """The service date, even if the first departure is after midnight."""
    start_s: int | None = None
    """start_time in seconds of the service day."""
    relationship: TripRelationship = TripRelationship.SCHEDULED


@dataclass(frozen=True, slots=True)
class Vehicle:
    """VehicleDescriptor."""

    id: VehicleId | None = None
    label: str | None = None
    """What people see on the vehicle."""
    plate: str | None = None
    wheelchair: Access | None = None
    """None is NO_VALUE: the plan's word holds. UNKNOWN really wipes a planned yes (GTFS-RT reference)."""
    hidden: "Vehicle | None" = field(default=None, compare=False, repr=False)
    """The same with what its feed withholds, for the fleet registry alone; never told. None: nothing is withheld."""


@dataclass(frozen=True, slots=True)
class StopTimeEvent:
    """A predicted arrival or departure."""

    time: int | None = None
    """POSIX seconds; wins over `delay_s` when both are given."""
    delay_s: int | None = None
    """Positive is late; 0 is a value, not absence."""
    uncertainty_s: int | None = None
    """None is unknown, 0 is certain."""


@dataclass(frozen=True, slots=True)
class StopTimeUpdate:
    """One stop of a TripUpdate."""

    sequence: int | None = None
    stop: StopId | None = None
    relationship: StopRelationship = StopRelationship.SCHEDULED
    arrival: StopTimeEvent | None = None
    departure: StopTimeEvent | None = None
    assigned_stop: StopId | None = None
    """stop_time_properties.assigned_stop_id: the platform it uses today."""
    headsign: str | None = None
    occupancy: Occupancy | None = None
    """departure_occupancy_status."""


@dataclass(frozen=True, slots=True)
class TripUpdate:
    """What is predicted for one dated trip."""

    descriptor: TripDescriptor
    updates: tuple[StopTimeUpdate, ...] = ()
    """Sorted by sequence where sequences are given."""
    vehicle: Vehicle | None = None
    timestamp: datetime | None = None
    """When this prediction was made; None when the feed does not say."""
    delay_s: int | None = None
    """Trip-level delay; holds until the first update with a delay."""
    headsign: str | None = None
    short_name: str | None = None
    new_trip: TripId | None = None
    """trip_properties.trip_id of a DUPLICATED trip."""
    new_start_date: date | None = None
    new_start_s: int | None = None


@dataclass(frozen=True, slots=True)
class Carriage:
    """CarriageDetails of one carriage of a vehicle."""

    label: str | None = None
    """What people see on it."""
    occupancy: Occupancy | None = None


@dataclass(frozen=True, slots=True)
class VehiclePosition:
    """Where a vehicle was, and when it said so."""

    vehicle: Vehicle
    descriptor: TripDescriptor | None = None
    """None when the feed does not tie the vehicle to a trip."""
    lat: float | None = None
    lon: float | None = None
    bearing: float | None = None
    """Degrees clockwise from north."""
    speed: float | None = None
    """Metres per second."""
    sequence: int | None = None
    stop: StopId | None = None
    status: VehicleStopStatus | None = None
    """None when the feed gives no current stop: the default IN_TRANSIT_TO would then mean nothing."""
    timestamp: datetime | None = None
    occupancy: Occupancy | None = None
    occupancy_percent: int | None = None
    carriages: tuple[Carriage, ...] = ()
    """multi_carriage_details, the first in the direction of travel first; empty when not said, or with a gap."""


@dataclass(frozen=True, slots=True)
class Translation:
    """One text in one language; language None is "not said"."""

    text: str
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Selector:
    """One informed_entity: its fields are AND, several selectors are OR (GTFS-RT service alerts)."""

    agency: AgencyId | None = None
    route: RouteId | None = None
    route_type: int | None = None
    direction: int | None = None
    trip: TripDescriptor | None = None
    stop: StopId | None = None


@dataclass(frozen=True, slots=True)
class Alert:
    """A disruption or notice."""

    id: AlertId
    """The feed entity's id: stable only as long as the feed keeps it; not an identity."""
    selectors: tuple[Selector, ...] = ()
    periods: tuple[tuple[datetime | None, datetime | None], ...] = ()
    """[start, end) with open ends as None; empty is "as long as it is in the feed"."""
    cause: str = "UNKNOWN_CAUSE"
    effect: str = "UNKNOWN_EFFECT"
    severity: str | None = None
    header: tuple[Translation, ...] = ()
    description: tuple[Translation, ...] = ()
    spoken_header: tuple[Translation, ...] = ()
    """tts_header_text."""
    spoken_description: tuple[Translation, ...] = ()
    url: str | None = None
