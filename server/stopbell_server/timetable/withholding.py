"""What a feed's owner does not want to be told of its vehicles: taken away before any answer is made.

Hidden here, once, and not where answers are written: so a new answer cannot forget it, and nobody can ask by it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from stopbell_server.domain.ids import StopId, TripId, VehicleId
from stopbell_server.domain.realtime import Alert, TripUpdate, Vehicle, VehiclePosition
from stopbell_server.domain.snapshot import Snapshot, SnapshotHealth
from stopbell_server.domain.withheld import Withheld


def withhold(snapshot: Snapshot, fields: Iterable[Withheld]) -> Snapshot:
    """Give the snapshot without these fields; itself if there are none."""
    hidden = frozenset(fields)
    return WithholdingSnapshot(snapshot, hidden) if hidden else snapshot


@dataclass(frozen=True)
class WithholdingSnapshot:
    """A snapshot as it may be told. Whether a vehicle has a low floor is still known by what is hidden of it."""

    whole: Snapshot
    hidden: frozenset[Withheld]

    @property
    def health(self) -> SnapshotHealth:
        """How good this snapshot is."""
        return self.whole.health

    @property
    def updates_time(self) -> datetime | None:
        """The trip updates' own clock."""
        return self.whole.updates_time

    @property
    def vehicles_time(self) -> datetime | None:
        """The vehicle positions' own clock."""
        return self.whole.vehicles_time

    @property
    def alerts_time(self) -> datetime | None:
        """The alerts' own clock."""
        return self.whole.alerts_time

    @property
    def has_updates(self) -> bool:
        """Whether a trip-updates source has ever delivered."""
        return self.whole.has_updates

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """All alerts: they are written to be told."""
        return self.whole.alerts

    def list_far(self, stop: StopId) -> tuple[TripId, ...]:
        """List trips that are far from their planned time."""
        return self.whole.list_far(stop)

    def list_moved_to(self, stop: StopId) -> tuple[TripId, ...]:
        """List trips that are brought to this stop today."""
        return self.whole.list_moved_to(stop)

    def list_updates(self, trip: TripId) -> tuple[TripUpdate, ...]:
        """List updates that name this trip_id."""
        return self._hide_updates(self.whole.list_updates(trip))

    def list_updates_without_trip(self) -> tuple[TripUpdate, ...]:
        """List updates that name no trip_id."""
        return self._hide_updates(self.whole.list_updates_without_trip())

    def list_added(self, stop: StopId) -> tuple[TripUpdate, ...]:
        """List updates that bring trips of their own and name this stop."""
        return self._hide_updates(self.whole.list_added(stop))

    def list_duplicated(self) -> tuple[TripUpdate, ...]:
        """List copies of planned trips."""
        return self._hide_updates(self.whole.list_duplicated())

    def list_all_updates(self) -> tuple[TripUpdate, ...]:
        """List all trip updates."""
        return self._hide_updates(self.whole.list_all_updates())

    def list_positions(self, trip: TripId) -> tuple[VehiclePosition, ...]:
        """List positions of vehicles that say they run this trip_id."""
        return tuple(self._hide_position(one) for one in self.whole.list_positions(trip))

    def list_all_positions(self) -> tuple[VehiclePosition, ...]:
        """List all vehicle positions."""
        return tuple(self._hide_position(one) for one in self.whole.list_all_positions())

    def find_position(self, vehicle: VehicleId) -> VehiclePosition | None:
        """Give the position of a vehicle by its id; None where ids are hidden, or a guess would confirm one."""
        found = None if "id" in self.hidden else self.whole.find_position(vehicle)
        return self._hide_position(found) if found else None

    def _hide_updates(self, updates: Iterable[TripUpdate]) -> tuple[TripUpdate, ...]:
        return tuple(
            replace(
                one,
                vehicle=self._hide_vehicle(one.vehicle) if one.vehicle else None,
                updates=tuple(replace(stop, occupancy=None) for stop in one.updates)
                if "occupancy" in self.hidden
                else one.updates,
            )
            for one in updates
        )

    def _hide_position(self, position: VehiclePosition) -> VehiclePosition:
        told = replace(position, vehicle=self._hide_vehicle(position.vehicle))
        if "position" in self.hidden:
            told = replace(told, lat=None, lon=None, bearing=None, speed=None)
        if "occupancy" in self.hidden:
            told = replace(told, occupancy=None, occupancy_percent=None, carriages=())
        return told

    def _hide_vehicle(self, vehicle: Vehicle) -> Vehicle:
        return replace(
            vehicle,
            id=None if "id" in self.hidden else vehicle.id,
            label=None if "label" in self.hidden else vehicle.label,
            plate=None if "plate" in self.hidden else vehicle.plate,
            hidden=vehicle.hidden or vehicle,
        )
