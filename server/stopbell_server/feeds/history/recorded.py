"""The record as it was at one instant: frozen, and converted only where somebody asks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from stopbell_server.domain.history import LastUpdate, Sighting, StatedTime, Track
from stopbell_server.domain.ids import StopId, TripId, VehicleId
from stopbell_server.domain.realtime import VehicleStopStatus
from stopbell_server.feeds.history.last_updates import Found
from stopbell_server.feeds.history.log import NO_STOP, Log, Observations, to_sequence
from stopbell_server.feeds.history.stated import STATED_DEPARTURE, StatedName
from stopbell_server.feeds.history.vehicles import NOWHERE, TrackName

_STATUSES = (VehicleStopStatus.INCOMING_AT, VehicleStopStatus.STOPPED_AT, VehicleStopStatus.IN_TRANSIT_TO)
"""By number (GTFS-RT VehicleStopStatus)."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Implements `domain.history.History`. The dictionaries only grow; what came later is told by its number."""

    begun: int
    """Nothing was heard before."""
    kept_s: int
    sightings: Log
    current: Observations
    names: Mapping[int, TrackName]
    by_trip: Mapping[TripId, tuple[int, ...]]
    stated: Log
    stated_names: Mapping[int, StatedName]
    stated_by_trip: Mapping[TripId, tuple[int, ...]]
    kept: Found
    stop_ids: Sequence[StopId]

    def since(self, now: datetime) -> datetime:
        """Say from when on the record reaches back; never later than now."""
        posix = int(now.timestamp())
        return datetime.fromtimestamp(min(max(self.begun, posix - self.kept_s), posix), UTC)

    def until(self, instant: datetime) -> datetime:
        """Say until when something that happened then is kept."""
        return instant + timedelta(seconds=self.kept_s)

    def list_tracks(self, trip: TripId, now: datetime) -> tuple[Track, ...]:
        """List what vehicles reported while they said that they ran this trip."""
        found = (self._find_track(number, int(now.timestamp())) for number in self.by_trip.get(trip, ()))
        return tuple(track for track in found if track is not None)

    def list_tracks_of(self, vehicle: VehicleId, now: datetime) -> tuple[Track, ...]:
        """List what a vehicle reported of whatever trips it said it ran; looks at every track."""
        numbers = [number for number, name in tuple(self.names.items()) if name.vehicle.id == vehicle]
        found = (self._find_track(number, int(now.timestamp())) for number in numbers)
        return tuple(track for track in found if track is not None)

    def _find_track(self, number: int, now: int) -> Track | None:
        last = self.current.find(number)
        if not len(last):
            return None
        name = self.names[number]
        parts = [*self.sightings.find(number), last]
        sightings = tuple(
            Sighting(to_sequence(sequence), self._to_stop(stop), _to_status(status), first, end)
            for sequence, stop, status, first, end in _list_rows(parts)
            if now - self.kept_s <= end and first <= now
        )
        return Track(name.trip, name.start_date, name.start_s, name.vehicle, sightings) if sightings else None

    def list_stated(self, trip: TripId, now: datetime) -> tuple[StatedTime, ...]:
        """List the times that were stated as certain when they had passed."""
        posix = int(now.timestamp())
        return tuple(
            StatedTime(
                trip=trip,
                start_date=self.stated_names[number].start_date,
                sequence=to_sequence(sequence),
                stop=self._to_stop(stop),
                is_departure=status == STATED_DEPARTURE,
                time=time,
            )
            for number in self.stated_by_trip.get(trip, ())
            for sequence, stop, status, time, _ in _list_rows(self.stated.find(number))
            if posix - self.kept_s <= time <= posix
        )

    def list_last_updates(self, trip: TripId, now: datetime) -> tuple[LastUpdate, ...]:
        """List the last updates of this trip that are not in the live data any more."""
        facts = (one.to_fact() for one in self.kept.get(trip, ()))
        return tuple(fact for fact in facts if fact.made >= int(now.timestamp()) - self.kept_s)

    def _to_stop(self, number: int) -> StopId | None:
        return None if number == NO_STOP else self.stop_ids[number]


def _list_rows(parts: Sequence[Observations]) -> Iterator[tuple[int, int, int, int, int]]:
    for part in parts:
        yield from zip(
            part.sequences.tolist(),
            part.stops.tolist(),
            part.statuses.tolist(),
            part.firsts.tolist(),
            part.lasts.tolist(),
            strict=True,
        )


def _to_status(status: int) -> VehicleStopStatus | None:
    return None if status == NOWHERE else _STATUSES[status]
