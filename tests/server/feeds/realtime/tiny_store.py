"""A timetable of a few trips, as much of `domain.store.Store` as the live part asks."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import ZoneInfo

from stopbell_server.domain.ids import Authority, RouteId, ServiceId, StopId, TripId
from stopbell_server.domain.network import StopTime, Trip
from stopbell_server.domain.outline import PlannedStops, PlannedTimes, TripOutline
from stopbell_server.domain.store import FeedInfo


@dataclass
class TinyStore:
    """Trips as text: `{"trip": "08:00 north, 08:10 south"}`; all run every day on route `line`."""

    trips: dict[str, str]
    zone: str = "Europe/Kyiv"
    version: str = "tiny"
    frequencies: frozenset[str] = frozenset()
    step: int = 1
    """From one stop_sequence to the next."""
    asked: list[str] = field(default_factory=list)
    """Every trip that `list_outlines` was asked for."""

    @property
    def info(self) -> FeedInfo:
        return FeedInfo(
            authority=Authority("tiny"),
            version=self.version,
            zone=ZoneInfo(self.zone),
            language=None,
            title="Tiny",
            first_day=None,
            last_day=None,
            longest_s=26 * 3600,
            stop_count=0,
            trip_count=len(self.trips),
            stop_time_count=0,
        )

    def list_outlines(self, trips: Iterable[TripId]) -> tuple[TripOutline, ...]:
        asked = list(trips)
        self.asked += asked
        return tuple(self._to_outline(trip) for trip in asked if trip in self.trips)

    def _to_outline(self, trip: TripId) -> TripOutline:
        calls = self.list_stop_times(trip)
        stops = PlannedStops(tuple(call.stop for call in calls), tuple(call.sequence for call in calls))
        times = PlannedTimes(tuple(call.arrival_s for call in calls), tuple(call.departure_s for call in calls))
        return TripOutline(trip, RouteId("line"), stops, times, is_frequency=trip in self.frequencies)

    def find_trip(self, trip: TripId) -> Trip | None:
        if trip not in self.trips:
            return None
        return Trip(trip, RouteId("line"), ServiceId("daily"), direction=0, is_frequency=trip in self.frequencies)

    def list_stop_times(self, trip: TripId) -> tuple[StopTime, ...]:
        calls = self.trips.get(trip, "")
        rows = (call.split() for call in calls.split(",") if call.strip())
        return tuple(
            StopTime(StopId(stop), sequence * self.step, _to_seconds(time), _to_seconds(time))
            for sequence, (time, stop) in enumerate(rows, start=1)
        )

    def list_trips_starting(self, route: RouteId, day: date, start_s: int) -> tuple[Trip, ...]:
        found = (self.find_trip(TripId(trip)) for trip in self.trips)
        return tuple(
            trip
            for trip in found
            if trip and trip.route == route and self.list_stop_times(trip.id)[0].departure_s == start_s
        )


def _to_seconds(time: str) -> int:
    hours, minutes = time.split(":")
    return int(hours) * 3600 + int(minutes) * 60
