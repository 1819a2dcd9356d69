"""One state of a feed's live part, immutable; replaced whole by the next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from stopbell_server.domain.ids import StopId, TripId, VehicleId
from stopbell_server.domain.realtime import Alert, TripUpdate, VehiclePosition

USUAL_LATE_S = 3600
"""Boards look back at least this far; trips that are later are told by `Snapshot.list_far`."""
USUAL_EARLY_S = 600
"""Boards look ahead at least this far beyond their window; trips that are earlier are told the same way."""


@dataclass(frozen=True, slots=True)
class SourceHealth:
    """How one realtime source fared, as facts for the rider's sentence and the operator's list."""

    kind: str
    """What it carries, judged by content: any of `updates`, `vehicles`, `alerts` joined by `+`; `unknown` before."""
    source: str
    """URL or file without query and without secrets."""
    header_time: datetime | None
    """FeedHeader.timestamp; None when zero or absent (age is then counted from retrieval)."""
    retrieved_time: datetime | None
    """When these bytes were fetched; None when nothing has arrived."""
    is_frozen: bool = False
    """Fetched several times over more than the lost limit with the same header time."""
    failure: str | None = None
    """Why the last fetch or decode failed, in one operator's sentence; None when it worked."""


@dataclass(frozen=True, slots=True)
class SnapshotHealth:
    """Counts that say how well the live part fits the timetable."""

    sources: tuple[SourceHealth, ...] = ()
    updates: int = 0
    matched: int = 0
    """Trip updates whose trip_id the timetable knows, or that bring their own stops (added)."""
    added: int = 0
    bad_entities: int = 0
    problems: Mapping[str, int] = field(default_factory=dict[str, int])
    """Counts by name, for example `millisecond-times`, `sequence-disagrees`, `route-disagrees`."""


class Snapshot(Protocol):
    """What the timetable asks of the live part."""

    @property
    def health(self) -> SnapshotHealth:
        """How good this snapshot is."""
        ...

    @property
    def updates_time(self) -> datetime | None:
        """The trip updates' own clock: header time, else retrieval time; None when there are none."""
        ...

    @property
    def vehicles_time(self) -> datetime | None:
        """The same for vehicle positions."""
        ...

    @property
    def alerts_time(self) -> datetime | None:
        """The same for alerts."""
        ...

    @property
    def has_updates(self) -> bool:
        """Whether a trip-updates source has ever delivered."""
        ...

    def list_far(self, stop: StopId) -> tuple[TripId, ...]:
        """List trips that call at this stop by plan and are, at any of their stops, later than USUAL_LATE_S or
        earlier than USUAL_EARLY_S: a search by planned time that looks no further than that would miss them."""
        ...

    def list_updates(self, trip: TripId) -> tuple[TripUpdate, ...]:
        """List updates that name this trip_id, in feed order; several dated trips may share it."""
        ...

    def list_updates_without_trip(self) -> tuple[TripUpdate, ...]:
        """List updates that name no trip_id, to be matched by route, direction and start."""
        ...

    def list_added(self, stop: StopId) -> tuple[TripUpdate, ...]:
        """List updates that bring trips of their own (NEW, REPLACEMENT, DUPLICATED, ADDED not in trips.txt)
        and name this stop; for DUPLICATED, and REPLACEMENT of a known trip, the caller adds the trip's own stops."""
        ...

    def list_duplicated(self) -> tuple[TripUpdate, ...]:
        """List DUPLICATED updates: copies of a planned trip at another start."""
        ...

    def list_moved_to(self, stop: StopId) -> tuple[TripId, ...]:
        """List trips that an assigned_stop_id brings to this stop today."""
        ...

    def list_positions(self, trip: TripId) -> tuple[VehiclePosition, ...]:
        """List positions of vehicles that say they run this trip_id."""
        ...

    def find_position(self, vehicle: VehicleId) -> VehiclePosition | None:
        """Give the position of a vehicle by its id."""
        ...

    def list_all_positions(self) -> tuple[VehiclePosition, ...]:
        """List all vehicle positions."""
        ...

    def list_all_updates(self) -> tuple[TripUpdate, ...]:
        """List all trip updates; slow on large feeds, for searches over vehicles and tests."""
        ...

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """All alerts, active or not."""
        ...
