"""A trip on one service day: the plan with instants instead of times."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.network import StopTime, Trip
from stopbell_server.domain.service_day import to_day_start
from stopbell_server.domain.store import Store


@dataclass(frozen=True)
class DatedTrip:
    """One run of a trip. Times stay seconds of the service day; `posix` gives the instant."""

    trip: Trip
    service_day: date
    stop_times: tuple[StopTime, ...]
    day_start: int
    """POSIX seconds from which the times count."""
    start_s: int | None = None
    """First departure of a frequency trip's run; None for others."""
    shift_s: int = 0
    """What to add to the template's times (frequency runs and duplicates)."""

    def arrival(self, index: int) -> int | None:
        """Give the planned arrival at a call as POSIX seconds; the departure stands in."""
        call = self.stop_times[index]
        seconds = call.arrival_s if call.arrival_s is not None else call.departure_s
        return None if seconds is None else self.day_start + self.shift_s + seconds

    def departure(self, index: int) -> int | None:
        """Give the planned departure at a call as POSIX seconds; the arrival stands in."""
        call = self.stop_times[index]
        seconds = call.departure_s if call.departure_s is not None else call.arrival_s
        return None if seconds is None else self.day_start + self.shift_s + seconds

    @cached_property
    def span(self) -> tuple[int, int] | None:
        """First and last planned instant as POSIX seconds; None without any time."""
        times = [t for i in range(len(self.stop_times)) for t in (self.arrival(i), self.departure(i)) if t is not None]
        return (min(times), max(times)) if times else None


def to_dated_trip(store: Store, trip: Trip, service_day: date, *, start_s: int | None = None) -> DatedTrip:
    """Date a trip. `start_s` moves the whole template so that its first departure is then."""
    stop_times = store.list_stop_times(trip.id)
    shift_s = start_s - to_first_departure(stop_times) if start_s is not None else 0
    day_start = int(to_day_start(service_day, store.info.zone).timestamp())
    return DatedTrip(trip, service_day, stop_times, day_start, start_s, shift_s)


def to_first_departure(stop_times: tuple[StopTime, ...]) -> int:
    """Give the first departure of a template in seconds; 0 when it has no time at all."""
    for call in stop_times:
        seconds = call.departure_s if call.departure_s is not None else call.arrival_s
        if seconds is not None:
            return seconds
    return 0


def list_dated_near(store: Store, trip_id: TripId, instant: datetime) -> tuple[DatedTrip, ...]:
    """List the runs of a trip on the service days around an instant on which its service runs."""
    trip = store.find_trip(trip_id)
    if trip is None or trip.is_frequency:
        return ()
    today = instant.astimezone(store.info.zone).date()
    back = store.info.longest_s // 86_400 + 1
    days = (today + timedelta(days=n) for n in range(-back, 2))
    return tuple(to_dated_trip(store, trip, day) for day in days if trip.service in store.services_on(day))
