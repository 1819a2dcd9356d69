"""What the timetable is made of: stops, routes, trips and their planned times."""

from dataclasses import dataclass
from enum import Enum, IntEnum

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import AgencyId, RouteId, ServiceId, StopId, TripId


class LocationType(IntEnum):
    """stops.txt location_type."""

    STOP = 0
    STATION = 1
    ENTRANCE = 2
    NODE = 3
    BOARDING_AREA = 4


class Boarding(IntEnum):
    """stop_times.txt pickup_type and drop_off_type."""

    REGULAR = 0
    NOT_AVAILABLE = 1
    PHONE_AGENCY = 2
    ASK_DRIVER = 3


class Mode(Enum):
    """What kind of vehicle, from routes.txt route_type (extended types folded onto these)."""

    TRAM = "tram"
    METRO = "metro"
    RAIL = "rail"
    BUS = "bus"
    FERRY = "ferry"
    CABLE_TRAM = "cable-tram"
    AERIAL_LIFT = "aerial-lift"
    FUNICULAR = "funicular"
    TROLLEYBUS = "trolleybus"
    MONORAIL = "monorail"
    COACH = "coach"
    TAXI = "taxi"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Stop:
    """A row of stops.txt: where one boards, or a station that groups such places."""

    id: StopId
    name: str
    """Clean text; may be empty for nodes."""
    location_type: LocationType = LocationType.STOP
    spoken_name: str | None = None
    """tts_stop_name, or None when the feed has none."""
    code: str | None = None
    """What is printed on the pole for riders."""
    platform: str | None = None
    """platform_code: the identifier only, without the word "platform"."""
    parent: StopId | None = None
    lat: float | None = None
    lon: float | None = None
    """None when missing or out of range; such a stop never wins a search by place."""
    wheelchair: Access = Access.UNKNOWN
    """This row's own wheelchair_boarding, before inheritance."""
    description: str | None = None
    zone_name: str | None = None
    """stop_timezone, for display only (times are in the agency's zone)."""


@dataclass(frozen=True, slots=True)
class Agency:
    """A row of agency.txt."""

    id: AgencyId
    name: str
    url: str | None = None
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """A row of routes.txt; riders call it a line."""

    id: RouteId
    mode: Mode
    agency: AgencyId
    short_name: str | None = None
    long_name: str | None = None
    spoken_name: str | None = None
    """tts_route_short_name, an extension that some feeds carry."""
    color: str | None = None

    @property
    def line(self) -> str:
        """The label riders know: the short name, else the long name, else the id."""
        return self.short_name or self.long_name or self.id


@dataclass(frozen=True, slots=True)
class Trip:
    """A row of trips.txt: as planned, without a date."""

    id: TripId
    route: RouteId
    service: ServiceId
    headsign: str | None = None
    short_name: str | None = None
    direction: int | None = None
    block: str | None = None
    wheelchair: Access = Access.UNKNOWN
    is_frequency: bool = False
    """True when frequencies.txt has rows for it: its stop times are then a relative template."""


@dataclass(frozen=True, slots=True)
class PatternStop:
    """A row of stop_times.txt without its times: trips that stop alike share it."""

    stop: StopId
    sequence: int
    pickup: Boarding = Boarding.REGULAR
    drop_off: Boarding = Boarding.REGULAR
    headsign: str | None = None
    is_approximate: bool = False
    """As in `StopTime`."""


@dataclass(frozen=True, slots=True)
class StopTime:
    """A row of stop_times.txt, times in seconds of the service day (may exceed 24 h)."""

    stop: StopId
    sequence: int
    arrival_s: int | None
    departure_s: int | None
    """None only when the feed gives no time and none can be interpolated."""
    pickup: Boarding = Boarding.REGULAR
    drop_off: Boarding = Boarding.REGULAR
    headsign: str | None = None
    is_approximate: bool = False
    """timepoint=0, or interpolated between timepoints: to be spoken with "about"."""


@dataclass(frozen=True, slots=True)
class Frequency:
    """A row of frequencies.txt."""

    start_s: int
    end_s: int
    headway_s: int
    is_exact: bool
