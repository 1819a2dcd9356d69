"""One immutable state of a feed's live part, answering from indexes and converting only what is asked for."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import cached_property

from stopbell_server.domain.ids import StopId, TripId, VehicleId
from stopbell_server.domain.realtime import Alert, TripUpdate, VehiclePosition
from stopbell_server.domain.snapshot import SnapshotHealth
from stopbell_server.feeds.realtime.decoding import ALERTS, UPDATES, VEHICLES
from stopbell_server.feeds.realtime.source_state import SourceState
from stopbell_server.feeds.realtime.trip_index import TripIndex
from stopbell_server.feeds.realtime.vehicle_index import VehicleIndex

_MAX_LATE_S = 6 * 3600
_MAX_EARLY_S = 3600


class FeedSnapshot:
    """Implements `domain.snapshot.Snapshot` over one or several sources."""

    def __init__(
        self,
        states: tuple[SourceState, ...],
        trips: dict[int, TripIndex],
        vehicles: dict[int, VehicleIndex],
        health: SnapshotHealth,
    ) -> None:
        """Take what `build_snapshot` made; indexes are by the source's number."""
        self._states = states
        self._trips = trips
        self._vehicles = vehicles
        self._health = health

    @property
    def states(self) -> tuple[SourceState, ...]:
        """The sources' states, for the next snapshot to go on from."""
        return self._states

    @property
    def trip_indexes(self) -> dict[int, TripIndex]:
        """The joined updates by source number, for the next snapshot to reuse."""
        return self._trips

    @property
    def vehicle_indexes(self) -> dict[int, VehicleIndex]:
        """The positions by source number, for the next snapshot to reuse."""
        return self._vehicles

    @property
    def health(self) -> SnapshotHealth:
        """How good this snapshot is."""
        return self._health

    @property
    def updates_time(self) -> datetime | None:
        """The newest clock of the sources that carry updates; every update is capped by its own source's."""
        return self._find_time(UPDATES)

    @property
    def vehicles_time(self) -> datetime | None:
        """The same for vehicle positions."""
        return self._find_time(VEHICLES)

    @property
    def alerts_time(self) -> datetime | None:
        """The same for alerts."""
        return self._find_time(ALERTS)

    def _find_time(self, kind: str) -> datetime | None:
        times = (state.data_time for state in self._states if state.carries(kind))
        return max((time for time in times if time is not None), default=None)

    @property
    def has_updates(self) -> bool:
        """Whether a source with trip updates has ever delivered."""
        return self.updates_time is not None

    @property
    def largest_delay_s(self) -> int:
        """The largest delay of any stop of any planned trip, at most six hours."""
        return min(max((index.late_s for index in self._trips.values()), default=0), _MAX_LATE_S)

    @property
    def largest_early_s(self) -> int:
        """How far the earliest trip is ahead of its plan, at most one hour."""
        return min(max((index.early_s for index in self._trips.values()), default=0), _MAX_EARLY_S)

    def list_far(self, stop: StopId) -> tuple[TripId, ...]:
        """List trips that call at this stop by plan and are later or earlier than usual somewhere."""
        return tuple(dict.fromkeys(trip for index in self._trips.values() for trip in index.far_at.get(stop, ())))

    def list_updates(self, trip: TripId) -> tuple[TripUpdate, ...]:
        """List updates that name this trip_id, in feed order."""
        found: tuple[TripUpdate, ...] = ()
        for index in self._trips.values():  # asked for every call of a board, and mostly in vain
            places = index.list_places(trip)
            if places:
                found += index.list_facts(places)
        return found

    def list_updates_without_trip(self) -> tuple[TripUpdate, ...]:
        """List updates of planned trips that name no trip_id."""
        return self._list_trips(lambda index: index.without_trip)

    def list_added(self, stop: StopId) -> tuple[TripUpdate, ...]:
        """List updates that bring trips of their own and name this stop, be it as an assigned one."""
        return self._list_trips(lambda index: index.added_at.get(stop, ()))

    def list_duplicated(self) -> tuple[TripUpdate, ...]:
        """List DUPLICATED updates."""
        return self._list_trips(lambda index: index.duplicated)

    def list_moved_to(self, stop: StopId) -> tuple[TripId, ...]:
        """List trips that an assigned_stop_id brings to this stop today."""
        found = (trip for index in self._trips.values() for trip in index.moved_to.get(stop, ()))
        return tuple(dict.fromkeys(found))

    def list_positions(self, trip: TripId) -> tuple[VehiclePosition, ...]:
        """List positions of vehicles that say they run this trip_id."""
        return tuple(self._iterate_positions(lambda index: index.by_trip.get(trip, ())))

    def find_position(self, vehicle: VehicleId) -> VehiclePosition | None:
        """Give the newest position of a vehicle by its id."""

        def list_places(index: VehicleIndex) -> Iterable[int]:
            place = index.by_vehicle.get(vehicle)
            return () if place is None else (place,)

        return max(self._iterate_positions(list_places), key=_to_age_key, default=None)

    def list_all_positions(self) -> tuple[VehiclePosition, ...]:
        """List all vehicle positions, source by source, in feed order."""
        return self._all_positions

    def list_all_updates(self) -> tuple[TripUpdate, ...]:
        """List all trip updates; converts every one on the first call."""
        return self._all_updates

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """All alerts, active or not."""
        return self._all_alerts

    @cached_property
    def _all_alerts(self) -> tuple[Alert, ...]:
        return tuple(alert for state in self._states if state.decoded for alert in state.decoded.alerts)

    @cached_property
    def _all_positions(self) -> tuple[VehiclePosition, ...]:
        return tuple(self._iterate_positions(lambda index: range(len(index.decoded.vehicles))))

    @cached_property
    def _all_updates(self) -> tuple[TripUpdate, ...]:
        return self._list_trips(lambda index: range(len(index.decoded.updates)))

    def _list_trips(self, list_places: Callable[[TripIndex], Iterable[int]]) -> tuple[TripUpdate, ...]:
        return tuple(fact for index in self._trips.values() for fact in index.list_facts(list_places(index)))

    def _iterate_positions(self, list_places: Callable[[VehicleIndex], Iterable[int]]) -> Iterator[VehiclePosition]:
        for index in self._vehicles.values():
            yield from index.list_facts(list_places(index))


def _to_age_key(position: VehiclePosition) -> float:
    return position.timestamp.timestamp() if position.timestamp else float("-inf")
