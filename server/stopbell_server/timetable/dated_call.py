"""A planned call on one service day, and what a rider hears of it by the timetable alone."""

from collections.abc import Sequence
from datetime import date, datetime, tzinfo
from functools import cached_property

from stopbell_server.domain.calls import Call, Times
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.errors import StoreUnreadable
from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.network import PatternStop, Stop, StopTime, Trip
from stopbell_server.domain.store import Store
from stopbell_server.timetable.access import to_stop_access, to_vehicle_access, to_verdict
from stopbell_server.timetable.dated_trip import DatedTrip, to_dated_trip


class DatedCall:
    """A planned call on a service day. What was looked up stays, so that asking again costs next to nothing.

    Times are POSIX seconds; None where the timetable has none.
    """

    def __init__(
        self, store: Store, trip_id: TripId, sequence: int, day: date, arrival: int | None, departure: int | None
    ) -> None:
        """Name the call; nothing is looked up before it is asked for."""
        self._store = store
        self.trip_id = trip_id
        self.sequence = sequence
        self.service_day = day
        self.arrival = arrival
        self.departure = departure
        self.start_s: int | None = None

    @classmethod
    def at(cls, store: Store, dated: DatedTrip, index: int) -> "DatedCall":
        """Give a call of a run whose times are not those of stop_times.txt: of a frequency trip, or of a copy."""
        sequence = dated.stop_times[index].sequence
        times = dated.arrival(index), dated.departure(index)
        call = cls(store, dated.trip.id, sequence, dated.service_day, *times)
        vars(call).update(dated=dated, trip=dated.trip, pattern=dated.stop_times, index=index, start_s=dated.start_s)
        return call

    @cached_property
    def trip(self) -> Trip:
        """The trip's row."""
        trip = self._store.find_trip(self.trip_id)
        if trip is None:
            raise StoreUnreadable(f"The compiled feed has calls of trip {self.trip_id!r} but not the trip itself.")
        return trip

    @cached_property
    def pattern(self) -> Sequence[PatternStop | StopTime]:
        """All stops of the trip."""
        return self._store.list_pattern(self.trip_id)

    @cached_property
    def index(self) -> int:
        """The place of this call in the trip."""
        place = find_index(self.pattern, self.sequence)
        if place is None:
            raise StoreUnreadable(f"Trip {self.trip_id!r} of the compiled feed has no call {self.sequence}.")
        return place

    @cached_property
    def dated(self) -> DatedTrip:
        """The whole trip on this day."""
        return to_dated_trip(self._store, self.trip, self.service_day)

    @cached_property
    def planned(self) -> Call:
        """The call as a rider hears of it when nothing live is known."""
        return self._plan(self.trip, self.index)

    def _plan(self, trip: Trip, index: int) -> Call:
        store, here, last = self._store, self.pattern[index], len(self.pattern) - 1
        stop = store.find_stop(here.stop) or Stop(here.stop, here.stop)
        route = store.find_route(trip.route)
        destination = store.find_stop(self.pattern[last].stop)
        vehicle_access, low_floor = to_vehicle_access(trip, (), FleetRegistry(), self.service_day)
        return Call(
            authority=store.info.authority,
            route=route,
            route_label=route.line if route else None,
            trip=trip.id,
            service_day=self.service_day,
            start_s=self.start_s,
            stop=stop,
            sequence=self.sequence,
            arrival=Times(scheduled=to_local(self.arrival, store.info.zone)),
            departure=Times(scheduled=to_local(self.departure, store.info.zone)),
            certainty=Certainty.TIMETABLE,
            status=CallStatus.ENDS_HERE if index == last else CallStatus.RUNNING,
            access=to_verdict(to_stop_access(store, stop), vehicle_access, low_floor),
            headsign=here.headsign or trip.headsign,
            destination=destination.name if destination else None,
            is_first=index == 0,
            is_last=index == last,
            pickup=here.pickup,
            drop_off=here.drop_off,
            is_approximate=here.is_approximate,
        )


def to_local(posix: int | None, zone: tzinfo) -> datetime | None:
    """Give an instant in the feed's zone."""
    return datetime.fromtimestamp(posix, zone) if posix is not None else None


def find_index(pattern: Sequence[PatternStop | StopTime], sequence: int) -> int | None:
    """Give the place of a call in its trip; most feeds count from 1 or 0, so those places are tried first."""
    for place in (sequence - 1, sequence):
        if 0 <= place < len(pattern) and pattern[place].sequence == sequence:
            return place
    return next((place for place, stop in enumerate(pattern) if stop.sequence == sequence), None)
