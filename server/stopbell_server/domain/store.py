"""What the timetable asks of a compiled feed. Nothing here knows SQL."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple, Protocol
from zoneinfo import ZoneInfo

from stopbell_server.domain.boarding import Booking, Hailing
from stopbell_server.domain.ids import Authority, RouteId, ServiceId, StopId, TripId
from stopbell_server.domain.network import Agency, Boarding, Frequency, PatternStop, Route, Stop, StopTime, Trip
from stopbell_server.domain.outline import TripOutline
from stopbell_server.domain.patterns import RoutePattern
from stopbell_server.domain.planned_days import ServiceStretch, TripStart
from stopbell_server.domain.shapes import NextStop, TripShape
from stopbell_server.domain.stations import Pathway, StationPlace
from stopbell_server.domain.transfers import Transfer


@dataclass(frozen=True, slots=True)
class FeedInfo:
    """What one compiled feed is and covers."""

    authority: Authority
    version: str
    """sha256 of the source bytes plus schema and importer version."""
    zone: ZoneInfo
    """agency_timezone: all times of the feed are in it."""
    language: str | None
    """feed_lang, else agency_lang; None when the feed does not say."""
    title: str
    """Publisher, else the first agency's name: what a rider may be told as the source."""
    first_day: date | None
    last_day: date | None
    """First and last day with service, or of feed_info where given (GTFS feed_start_date, feed_end_date)."""
    longest_s: int
    """The largest time in stop_times (and frequencies), in seconds."""
    stop_count: int
    trip_count: int
    stop_time_count: int
    attribution: str | None = None
    """What the operator wants said about the source, from attributions.txt or settings."""
    taken_in: datetime | None = field(default=None, compare=False)
    """When this version was compiled here; None when that is not known."""


FIRST_MARK, LAST_MARK, PICKUP_MARK_SHIFT, DROP_OFF_MARK_SHIFT = 1, 2, 2, 4
"""What the bits of `PlannedCall.marks` mean; pickup_type and drop_off_type take two bits each."""
MARKS = 64
"""How many values `PlannedCall.marks` can have."""


class PlannedCall(NamedTuple):
    """One row of a departure board before realtime: a trip at a stop, on no particular day.

    A tuple, because a busy station has hundreds of them in an hour and most are only counted.
    """

    trip: TripId
    stop: StopId
    sequence: int
    arrival_s: int
    departure_s: int
    service: ServiceId
    marks: int = 0
    """Whether it is the trip's first or last call, pickup_type and drop_off_type: see `to_marks`."""


def to_marks(*, is_first: bool, is_last: bool, pickup: Boarding, drop_off: Boarding) -> int:
    """Give `PlannedCall.marks`."""
    ends = (FIRST_MARK if is_first else 0) | (LAST_MARK if is_last else 0)
    return ends | pickup.value << PICKUP_MARK_SHIFT | drop_off.value << DROP_OFF_MARK_SHIFT


@dataclass(frozen=True, slots=True)
class NameHit:
    """One result of a search by name: stops that share it (platforms stand under their station)."""

    stop: StopId
    """A station, or a stop that has no parent."""
    score: float
    """0 to 1; 1 is the same name after folding."""
    matched: str
    """The name, code or translation that matched."""


def to_sub_record(record: str, sub: str | int) -> str:
    """Give the record by which one stop time is translated: its trip and stop_sequence (translations.record_sub_id)."""
    return f"{record}\x1f{sub}"


class Store(Protocol):
    """One compiled feed version; immutable, so every answer may be cached."""

    @property
    def info(self) -> FeedInfo:
        """What this feed is."""
        ...

    def find_stop(self, stop: StopId) -> Stop | None:
        """Give a row of stops.txt of any location type."""
        ...

    def list_platforms(self, station: StopId) -> tuple[Stop, ...]:
        """List the stops (location_type 0) whose parent is this station."""
        ...

    def list_stops_by_code(self, code: str) -> tuple[Stop, ...]:
        """List stops and stations with this stop_code, exactly as text (leading zeros count)."""
        ...

    def list_stops_near(self, lat: float, lon: float, radius_m: float, limit: int) -> tuple[tuple[Stop, float], ...]:
        """List stops and stations (types 0 and 1) within a radius, with metres, nearest first.

        A platform is listed as itself; its station only if it has its own position.
        """
        ...

    def search_names(self, text: str, limit: int) -> tuple[NameHit, ...]:
        """Search stop and station names, folded (case, diacritics, script, abbreviations), best first."""
        ...

    def translate(self, table: str, field: str, record: str, value: str, language: str) -> str | None:
        """Give translations.txt's text for a field, or None. `record` beats `value` (GTFS translations.txt)."""
        ...

    def list_translations(self, table: str, field: str, record: str, value: str) -> tuple[str, ...]:
        """List translations.txt's texts for a field in every language, by record or by value."""
        ...

    def fold_name(self, text: str) -> str:
        """Give a name as `search_names` compares it: words of one script without case, accents or abbreviations."""
        ...

    def find_route(self, route: RouteId) -> Route | None:
        """Give a row of routes.txt."""
        ...

    def list_routes(self) -> tuple[Route, ...]:
        """List all routes in natural order of their labels."""
        ...

    def list_routes_at(self, stops: Iterable[StopId]) -> tuple[Route, ...]:
        """List the routes with at least one trip that calls at any of these stops, in natural order."""
        ...

    def list_headsigns_at(self, stop: StopId) -> tuple[tuple[RouteId, str, int], ...]:
        """List (route, headsign or last stop's name, number of trips) for trips leaving this stop, most trips first."""
        ...

    def list_next_stops(self, stop: StopId) -> tuple[NextStop, ...]:
        """List the stops that trips go to next from here, most trips first."""
        ...

    def find_shape(self, trip: TripId) -> TripShape | None:
        """Give the course of a trip; None when the feed has none, or the trip's stops do not lie along it."""
        ...

    def find_agency(self, agency: str) -> Agency | None:
        """Give a row of agency.txt."""
        ...

    def find_trip(self, trip: TripId) -> Trip | None:
        """Give a row of trips.txt."""
        ...

    def list_trips_of(self, route: RouteId) -> tuple[Trip, ...]:
        """List all trips of a route, on whatever days, by first departure."""
        ...

    def list_stop_times(self, trip: TripId) -> tuple[StopTime, ...]:
        """List a trip's stop times by sequence; empty when the trip is unknown."""
        ...

    def list_pattern(self, trip: TripId) -> tuple[PatternStop, ...]:
        """List a trip's stop times without their times: what all trips that stop alike share."""
        ...

    def has_frequency_calls(self, stops: Iterable[StopId]) -> bool:
        """Whether any trip of frequencies.txt calls at any of these stops, on whatever day."""
        ...

    def list_frequencies(self, trip: TripId) -> tuple[Frequency, ...]:
        """List the trip's rows of frequencies.txt by start."""
        ...

    def services_on(self, day: date) -> frozenset[ServiceId]:
        """Give the services that run on a service day (calendar.txt and calendar_dates.txt)."""
        ...

    def list_planned_calls(self, stops: Iterable[StopId], day: date, from_s: int, to_s: int) -> tuple[PlannedCall, ...]:
        """List calls at these stops of trips that run on this day, with departure in [from_s, to_s], by departure.

        Trips of frequencies.txt are not among them; `list_frequency_calls` gives those.
        Stop times without any time, not even interpolated, are left out.
        """
        ...

    def list_frequency_calls(self, stops: Iterable[StopId], day: date) -> tuple[PlannedCall, ...]:
        """List calls at these stops of frequency trips that run on this day, as the template has them."""
        ...

    def list_trips_starting(self, route: RouteId, day: date, start_s: int) -> tuple[Trip, ...]:
        """List the trips of a route that run on this day and leave their first stop at this time."""
        ...

    def list_trips_of_route(self, route: RouteId, day: date, from_s: int, to_s: int) -> tuple[Trip, ...]:
        """List the trips of a route that run on this day and leave their first stop in [from_s, to_s], by that time.

        Trips of frequencies.txt are not among them.
        """
        ...

    def list_frequency_trips_of_route(self, route: RouteId, day: date) -> tuple[Trip, ...]:
        """List the trips of a route that frequencies.txt repeats on this day."""
        ...

    def known_trips(self, trips: Iterable[TripId]) -> frozenset[TripId]:
        """Give those of these ids that trips.txt has."""
        ...

    def list_outlines(self, trips: Iterable[TripId]) -> tuple[TripOutline, ...]:
        """List where and when those of these trips call that trips.txt has, in no particular order."""
        ...

    def list_pathways(self, station: StopId) -> tuple[Pathway, ...]:
        """List the pathways with an end in this station; empty: the feed describes no way inside it."""
        ...

    def list_station_places(self, station: StopId) -> tuple[StationPlace, ...]:
        """List the platforms, doors, nodes and boarding areas of a station."""
        ...

    def list_transfers_from(self, stops: Iterable[StopId], trip: TripId | None = None) -> tuple[Transfer, ...]:
        """List the rows of transfers.txt that begin at any of these stops or with this trip, in the feed's order."""
        ...

    def list_block(self, block: str, day: date) -> tuple[Trip, ...]:
        """List the trips of a block that run on this day, by first departure; none of frequencies.txt."""
        ...

    def list_hailing(self, stop: StopId) -> tuple[Hailing, ...]:
        """List the lines that are boarded or left between stops from this stop on."""
        ...

    def list_bookings(self, stop: StopId) -> tuple[Booking, ...]:
        """List the lines that must be booked to stop here."""
        ...

    def list_patterns_of(self, route: RouteId) -> tuple[RoutePattern, ...]:
        """List the ways that the trips of a route go, the one with the most trips first."""
        ...

    def list_service_days(self, service: ServiceId) -> tuple[ServiceStretch, ...]:
        """List the days on which a service runs, as stretches in order that do not overlap."""
        ...

    def list_trips_leaving(
        self, day: date, from_s: int, to_s: int, route: RouteId | None = None
    ) -> tuple[TripStart, ...]:
        """List the trips of a route, or of all, that run on this day and leave their first stop in [from_s, to_s].

        By that time; trips of frequencies.txt are not among them.
        """
        ...

    def list_trips_repeated(self, day: date, from_s: int, to_s: int) -> tuple[TripId, ...]:
        """List the trips that frequencies.txt repeats on this day at some time in [from_s, to_s]."""
        ...

    def list_route_ids(self, begin: str, limit: int) -> tuple[RouteId, ...]:
        """List routes whose id begins so, by id."""
        ...

    def list_trip_ids(self, begin: str, limit: int, day: date | None = None) -> tuple[TripId, ...]:
        """List trips whose id begins so, by id; with a day those that run then."""
        ...

    def list_stop_ids(self, begin: str, limit: int, *, is_station: bool | None = None) -> tuple[StopId, ...]:
        """List stops (or stations, or with None both) whose id begins so, by id; no doors or nodes."""
        ...
