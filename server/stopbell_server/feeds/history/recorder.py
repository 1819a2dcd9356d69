"""Takes each snapshot as it comes, and keeps what it observed: bounded in time and in memory."""

from datetime import datetime

from stopbell_server.domain.history import History
from stopbell_server.feeds.history import vehicles
from stopbell_server.feeds.history.last_updates import MOST_BYTES, Kept, forget_updates, keep_gone
from stopbell_server.feeds.history.log import Log
from stopbell_server.feeds.history.recorded import Recorded
from stopbell_server.feeds.history.stated import MOST_TRIPS, StatedTimes
from stopbell_server.feeds.history.stop_ids import StopIds
from stopbell_server.feeds.history.vehicles import VehicleTracks
from stopbell_server.feeds.realtime import FeedSnapshot, SourceState
from stopbell_server.feeds.realtime.trip_index import TripIndex
from stopbell_server.feeds.realtime.vehicle_index import VehicleIndex

KEPT_S = 2 * 3600
MOST_ROWS = 500_000
"""Of each log; ten megabytes."""
_FUTURE_S = 120
"""A report further ahead of our clock is not taken (see `domain.freshness`)."""
_FORGET_EVERY_S = 300


class Recorder:
    """The record of one feed. Only the thread that builds its snapshots may use it.

    Nothing is recorded that was not said: a time that goes by changes nothing here. Each source's data is taken once,
    however often a snapshot is built of it; what is ahead of our clock is not taken.
    """

    def __init__(self, kept_s: int = KEPT_S) -> None:
        """Begin with nothing; 0 seconds keep nothing."""
        self._kept_s = kept_s
        self._version = ""
        self._start()

    def _start(self) -> None:
        stop_ids = StopIds()
        self._begun: int | None = None
        self._forgotten = 0
        self._stop_ids, self._vehicles, self._stated = stop_ids, VehicleTracks(stop_ids), StatedTimes(stop_ids)
        self._sightings, self._stated_log = Log(), Log()
        self._kept: dict[int, Kept] = {}
        self._seen_vehicles: dict[int, VehicleIndex] = {}
        self._seen_trips: dict[int, tuple[TripIndex, int]] = {}

    def take(self, snapshot: FeedSnapshot, version: str, now: datetime) -> History | None:
        """Take in what is new, and give the record as it is now; None before anything has been heard.

        With another timetable it begins anew: what was reported of one does not speak of another's stops.
        """
        if version != self._version:
            self._version = version
            self._start()
        posix = int(now.timestamp())
        for state in snapshot.states:
            if state.decoded is not None and not state.is_ahead:
                self._begun = posix if self._begun is None else self._begun
                self._take_source(snapshot, state, posix)
        if posix - self._forgotten >= _FORGET_EVERY_S or self._is_full:
            self._forget(posix)
        return self._freeze() if self._kept_s and self._begun is not None else None

    def _take_source(self, snapshot: FeedSnapshot, state: SourceState, now: int) -> None:
        number, time = state.number, state.data_time
        if time is None or not self._kept_s:
            return
        cap = int(time.timestamp())
        vehicles, trips = snapshot.vehicle_indexes.get(number), snapshot.trip_indexes.get(number)
        seen = self._seen_vehicles.get(number)
        if vehicles is not None and (seen is None or seen.decoded is not vehicles.decoded):
            self._seen_vehicles[number] = vehicles
            changed = self._vehicles.take(vehicles, cap, now - self._kept_s, now + _FUTURE_S)
            self._sightings = self._sightings.add(changed)
        before, before_cap = self._seen_trips.get(number, (None, 0))
        if trips is not None and (before is None or before.decoded is not trips.decoded):
            self._seen_trips[number] = (trips, cap)
            self._stated_log = self._stated_log.add(self._stated.take(trips, min(cap, now), now - self._kept_s))
            if before is not None:
                self._kept[number] = keep_gone(self._kept.get(number, Kept()), before, trips, before_cap)

    @property
    def _is_full(self) -> bool:
        """Whether more is kept than may be; a feed that names new trips all the time must not wait for its turn."""
        return (
            len(self._sightings) > MOST_ROWS
            or len(self._stated_log) > MOST_ROWS
            or len(self._vehicles.current) > vehicles.MOST_TRACKS
            or len(self._stated.names) > MOST_TRIPS
            or any(kept.size > MOST_BYTES for kept in self._kept.values())
        )

    def _forget(self, now: int) -> None:
        before = now - self._kept_s
        self._forgotten = now
        self._sightings, lost = self._sightings.forget(before, MOST_ROWS)
        self._stated_log, lost_stated = self._stated_log.forget(before, MOST_ROWS)
        every = [lost, lost_stated, self._vehicles.forget(before), self._stated.forget(before)]
        for number, kept in self._kept.items():
            self._kept[number], lost_updates = forget_updates(kept, before)
            every.append(lost_updates)
        if self._begun is not None:
            self._begun = max(self._begun, *every)

    def _freeze(self) -> Recorded:
        kept = [one.found for one in self._kept.values()]
        return Recorded(
            begun=self._begun or 0,
            kept_s=self._kept_s,
            sightings=self._sightings,
            current=self._vehicles.current,
            names=self._vehicles.names,
            by_trip=self._vehicles.by_trip,
            stated=self._stated_log,
            stated_names=self._stated.names,
            stated_by_trip=self._stated.by_trip if self._stated.is_believed else {},
            kept=kept[0] if len(kept) == 1 else {trip: found for one in kept for trip, found in one.items()},
            stop_ids=self._stop_ids.known,
        )
