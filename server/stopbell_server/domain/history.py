"""What was really observed of journeys, for a bounded time: facts that a source stated, never times that went by.

All instants are POSIX seconds. A record is of the running server only: what happened before it began to listen, or
longer ago than it keeps, is not in it, and `History.since` says from when on it is.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from stopbell_server.domain.ids import StopId, TripId, VehicleId
from stopbell_server.domain.realtime import TripUpdate, Vehicle, VehicleStopStatus


@dataclass(frozen=True, slots=True)
class Sighting:
    """Reports of a vehicle, one after the other, that named the same stop in the same way."""

    sequence: int | None
    stop: StopId | None
    status: VehicleStopStatus | None
    """None where neither sequence nor stop was named: the vehicle was heard of, and nothing more."""
    first: int
    """When the vehicle first said so, by its own clock but never later than its feed's."""
    last: int
    """When it last did."""


@dataclass(frozen=True, slots=True)
class Track:
    """What one vehicle reported while it said that it ran one trip."""

    trip: TripId
    start_date: date | None
    """As the vehicle names it; None: it names none, and whoever asks must judge which day was meant."""
    start_s: int | None
    vehicle: Vehicle
    sightings: tuple[Sighting, ...]
    """In order of time; never empty."""

    @property
    def last(self) -> int:
        """When the vehicle was last heard of on this trip."""
        return self.sightings[-1].last


@dataclass(frozen=True, slots=True)
class StatedTime:
    """A time that a source stated as certain (uncertainty 0) when it had passed."""

    trip: TripId
    start_date: date | None
    sequence: int | None
    stop: StopId | None
    is_departure: bool
    time: int


@dataclass(frozen=True, slots=True)
class LastUpdate:
    """The last trip update of a trip that its source speaks of no more."""

    update: TripUpdate
    made: int
    """When the source last said so."""


class History(Protocol):
    """What the timetable asks of the record of one feed. Frozen: asking twice gives the same."""

    def since(self, now: datetime) -> datetime:
        """Say from when on the record reaches back without a gap of its own; never later than now."""
        ...

    def until(self, instant: datetime) -> datetime:
        """Say until when something that happened then is kept, as long as nothing newer needs its room."""
        ...

    def list_tracks(self, trip: TripId, now: datetime) -> tuple[Track, ...]:
        """List what vehicles reported while they said that they ran this trip, on whatever day."""
        ...

    def list_tracks_of(self, vehicle: VehicleId, now: datetime) -> tuple[Track, ...]:
        """List what a vehicle reported of whatever trips it said it ran."""
        ...

    def list_stated(self, trip: TripId, now: datetime) -> tuple[StatedTime, ...]:
        """List the times that were stated as certain when they had passed, in the order in which they were stated."""
        ...

    def list_last_updates(self, trip: TripId, now: datetime) -> tuple[LastUpdate, ...]:
        """List the last updates of this trip that are not in the live data any more."""
        ...
