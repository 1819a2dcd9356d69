"""The compiled feed as the timetable asks it: `SqliteStore` implements `domain.store.Store`."""

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from stopbell_server.domain.boarding import Booking, Hailing
from stopbell_server.domain.ids import Authority, RouteId, ServiceId, StopId, TripId
from stopbell_server.domain.network import Agency, Frequency, PatternStop, Route, Stop, StopTime, Trip
from stopbell_server.domain.outline import TripOutline
from stopbell_server.domain.patterns import RoutePattern
from stopbell_server.domain.planned_days import ServiceStretch, TripStart
from stopbell_server.domain.shapes import NextStop, TripShape
from stopbell_server.domain.stations import Pathway, StationPlace
from stopbell_server.domain.store import FeedInfo, NameHit, PlannedCall
from stopbell_server.domain.transfers import Transfer
from stopbell_server.store.database import Database
from stopbell_server.store.fold import fold_name
from stopbell_server.store.read_boarding import BoardingReader
from stopbell_server.store.read_calendar import CalendarReader
from stopbell_server.store.read_calls import CallReader
from stopbell_server.store.read_names import NameReader
from stopbell_server.store.read_outlines import OutlineReader
from stopbell_server.store.read_patterns import PatternReader, ServiceDays
from stopbell_server.store.read_routes import RouteReader
from stopbell_server.store.read_shapes import ShapeReader
from stopbell_server.store.read_starts import StartReader
from stopbell_server.store.read_stations import StationReader
from stopbell_server.store.read_stops import StopReader
from stopbell_server.store.read_transfers import TransferReader
from stopbell_server.store.read_translations import TranslationReader
from stopbell_server.store.read_trips import TripReader


class SqliteStore:
    """One compiled feed version. May be asked from any thread; each thread gets its own connection."""

    def __init__(self, path: Path) -> None:
        """Open a compiled file.

        Raises:
            StoreUnreadable: it is missing, damaged or of another schema; the message names the remedy.
        """
        self._database = Database(path)
        self._stops = StopReader(self._database)
        self._routes = RouteReader(self._database)
        self._calendar = CalendarReader(self._database)
        self._trips = TripReader(self._database, self._routes, self._calendar)
        self._outlines = OutlineReader(self._database)
        self._calls = CallReader(self._database, self._stops, self._calendar)
        self._names = NameReader(self._database)
        self._translations = TranslationReader(self._database, self._trips)
        self._stations = StationReader(self._database, self._stops)
        self._transfers = TransferReader(self._database, self._trips, self._calendar)
        self._boarding = BoardingReader(self._database)
        self._shapes = ShapeReader(self._database)
        self._patterns = PatternReader(self._database, self._routes)
        self._service_days = ServiceDays(self._database)
        self._starts = StartReader(self._database, self._calendar)
        self._info = _read_info(self._database)

    @property
    def info(self) -> FeedInfo:
        """What this feed is."""
        return self._info

    @property
    def path(self) -> Path:
        """The compiled file."""
        return self._database.path

    def close(self) -> None:
        """Close the file in all threads; no query may be running."""
        self._database.close()

    def find_stop(self, stop: StopId) -> Stop | None:
        """Give a row of stops.txt of any location type."""
        return self._stops.find(stop)

    def list_platforms(self, station: StopId) -> tuple[Stop, ...]:
        """List the stops (location_type 0) whose parent is this station, in the feed's order."""
        return self._stops.list_platforms(station)

    def list_stops_by_code(self, code: str) -> tuple[Stop, ...]:
        """List stops and stations with this stop_code, exactly as text."""
        return self._stops.list_by_code(code)

    def list_stops_near(self, lat: float, lon: float, radius_m: float, limit: int) -> tuple[tuple[Stop, float], ...]:
        """List stops and stations with a position within a radius, with metres, nearest first."""
        return self._stops.list_near(lat, lon, radius_m, limit)

    def search_names(self, text: str, limit: int) -> tuple[NameHit, ...]:
        """Search stop and station names, folded, best first."""
        return self._names.search(text, limit)

    def translate(self, table: str, field: str, record: str, value: str, language: str) -> str | None:
        """Give translations.txt's text for a field, or None."""
        return self._translations.find(table, field, record, value, language)

    def list_translations(self, table: str, field: str, record: str, value: str) -> tuple[str, ...]:
        """List translations.txt's texts for a field in every language."""
        return self._translations.list_all(table, field, record, value)

    def fold_name(self, text: str) -> str:
        """Give a name as `search_names` compares it."""
        return fold_name(text)

    def find_route(self, route: RouteId) -> Route | None:
        """Give a row of routes.txt."""
        return self._routes.find(route)

    def list_routes(self) -> tuple[Route, ...]:
        """List all routes in natural order of their labels."""
        return self._routes.list_all()

    def list_routes_at(self, stops: Iterable[StopId]) -> tuple[Route, ...]:
        """List the routes with a trip that calls at any of these stops, in natural order."""
        return self._routes.list_at(stops)

    def list_headsigns_at(self, stop: StopId) -> tuple[tuple[RouteId, str, int], ...]:
        """List (route, headsign or last stop's name, number of trips) for trips leaving this stop, most first."""
        return self._routes.list_headsigns(stop)

    def list_next_stops(self, stop: StopId) -> tuple[NextStop, ...]:
        """List the stops that trips go to next from here, most trips first."""
        return self._shapes.list_next_stops(stop)

    def find_shape(self, trip: TripId) -> TripShape | None:
        """Give the course of a trip; None when the feed has none, or the trip's stops do not lie along it."""
        return self._shapes.find(trip)

    def find_agency(self, agency: str) -> Agency | None:
        """Give a row of agency.txt."""
        return self._routes.find_agency(agency)

    def find_trip(self, trip: TripId) -> Trip | None:
        """Give a row of trips.txt."""
        return self._trips.find(trip)

    def list_trips_of(self, route: RouteId) -> tuple[Trip, ...]:
        """List all trips of a route, on whatever days, by first departure."""
        return self._trips.list_of(route)

    def list_pattern(self, trip: TripId) -> tuple[PatternStop, ...]:
        """List a trip's stop times without their times."""
        return self._trips.list_pattern(trip)

    def list_stop_times(self, trip: TripId) -> tuple[StopTime, ...]:
        """List a trip's stop times by sequence; empty when the trip is unknown."""
        return self._trips.list_stop_times(trip)

    def has_frequency_calls(self, stops: Iterable[StopId]) -> bool:
        """Whether any trip of frequencies.txt calls at any of these stops, on whatever day."""
        return self._calls.has_templates(stops)

    def list_frequencies(self, trip: TripId) -> tuple[Frequency, ...]:
        """List the trip's rows of frequencies.txt by start."""
        return self._trips.list_frequencies(trip)

    def services_on(self, day: date) -> frozenset[ServiceId]:
        """Give the services that run on a service day."""
        return self._calendar.on(day).services

    def list_planned_calls(self, stops: Iterable[StopId], day: date, from_s: int, to_s: int) -> tuple[PlannedCall, ...]:
        """List calls at these stops of trips that run on this day, departure in [from_s, to_s], by departure."""
        return self._calls.list_planned(stops, day, from_s, to_s)

    def list_frequency_calls(self, stops: Iterable[StopId], day: date) -> tuple[PlannedCall, ...]:
        """List calls at these stops of frequency trips that run on this day, as the template has them."""
        return self._calls.list_templates(stops, day)

    def list_trips_starting(self, route: RouteId, day: date, start_s: int) -> tuple[Trip, ...]:
        """List the trips of a route that run on this day and leave their first stop at this time."""
        return self._trips.list_starting(route, day, start_s)

    def list_trips_of_route(self, route: RouteId, day: date, from_s: int, to_s: int) -> tuple[Trip, ...]:
        """List the trips of a route that run on this day and leave their first stop in [from_s, to_s], by that time."""
        return self._trips.list_of_route(route, day, from_s, to_s)

    def list_frequency_trips_of_route(self, route: RouteId, day: date) -> tuple[Trip, ...]:
        """List the trips of a route that frequencies.txt repeats on this day."""
        return self._trips.list_frequency_of_route(route, day)

    def known_trips(self, trips: Iterable[TripId]) -> frozenset[TripId]:
        """Give those of these ids that trips.txt has."""
        return self._trips.known(trips)

    def list_outlines(self, trips: Iterable[TripId]) -> tuple[TripOutline, ...]:
        """List where and when those of these trips call that trips.txt has, in no particular order."""
        return self._outlines.list_outlines(trips)

    def list_pathways(self, station: StopId) -> tuple[Pathway, ...]:
        """List the pathways with an end in this station; empty: the feed describes no way inside it."""
        return self._stations.list_pathways(station)

    def list_station_places(self, station: StopId) -> tuple[StationPlace, ...]:
        """List the platforms, doors, nodes and boarding areas of a station."""
        return self._stations.list_places(station)

    def list_transfers_from(self, stops: Iterable[StopId], trip: TripId | None = None) -> tuple[Transfer, ...]:
        """List the rows of transfers.txt that begin at any of these stops or with this trip, in the feed's order."""
        return self._transfers.list_from(stops, trip)

    def list_block(self, block: str, day: date) -> tuple[Trip, ...]:
        """List the trips of a block that run on this day, by first departure; none of frequencies.txt."""
        return self._transfers.list_block(block, day)

    def list_hailing(self, stop: StopId) -> tuple[Hailing, ...]:
        """List the lines that are boarded or left between stops from this stop on."""
        return self._boarding.list_hailing(stop)

    def list_bookings(self, stop: StopId) -> tuple[Booking, ...]:
        """List the lines that must be booked to stop here."""
        return self._boarding.list_bookings(stop)

    def list_patterns_of(self, route: RouteId) -> tuple[RoutePattern, ...]:
        """List the ways that the trips of a route go, the one with the most trips first."""
        return self._patterns.list_of(route)

    def list_service_days(self, service: ServiceId) -> tuple[ServiceStretch, ...]:
        """List the days on which a service runs, as stretches in order that do not overlap."""
        return self._service_days.list_of(service)

    def list_trips_leaving(
        self, day: date, from_s: int, to_s: int, route: RouteId | None = None
    ) -> tuple[TripStart, ...]:
        """List the trips of a route, or of all, that run on this day and leave their first stop in [from_s, to_s]."""
        return self._starts.list_leaving(day, from_s, to_s, route)

    def list_trips_repeated(self, day: date, from_s: int, to_s: int) -> tuple[TripId, ...]:
        """List the trips that frequencies.txt repeats on this day at some time in [from_s, to_s]."""
        return self._starts.list_repeated(day, from_s, to_s)

    def list_route_ids(self, begin: str, limit: int) -> tuple[RouteId, ...]:
        """List routes whose id begins so, by id."""
        return self._starts.list_route_ids(begin, limit)

    def list_trip_ids(self, begin: str, limit: int, day: date | None = None) -> tuple[TripId, ...]:
        """List trips whose id begins so, by id; with a day those that run then."""
        return self._starts.list_trip_ids(begin, limit, day)

    def list_stop_ids(self, begin: str, limit: int, *, is_station: bool | None = None) -> tuple[StopId, ...]:
        """List stops (or stations, or with None both) whose id begins so, by id; no doors or nodes."""
        return self._starts.list_stop_ids(begin, limit, is_station=is_station)


def _read_info(database: Database) -> FeedInfo:
    meta = dict(database.rows("SELECT key, value FROM meta"))
    facts = json.loads(meta["info"])
    return FeedInfo(
        authority=Authority(facts["authority"]),
        version=facts["version"],
        zone=ZoneInfo(facts["zone"]),
        language=facts["language"],
        title=facts["title"],
        first_day=date.fromisoformat(facts["first_day"]) if facts["first_day"] else None,
        last_day=date.fromisoformat(facts["last_day"]) if facts["last_day"] else None,
        longest_s=facts["longest_s"],
        stop_count=facts["stop_count"],
        trip_count=facts["trip_count"],
        stop_time_count=facts["stop_time_count"],
        attribution=facts["attribution"],
        # Nothing in the file says so, for the same source always gives the same bytes.
        taken_in=datetime.fromtimestamp(database.modified_s, UTC),
    )
