"""Trip updates read from the bytes as columns, without an object for each field."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from google.transit import gtfs_realtime_pb2

from stopbell_server.feeds.realtime.update_columns import ARRIVAL, DEPARTURE, NO_SEQUENCE, UpdateColumns
from stopbell_server.feeds.realtime.vehicle_scan import VehicleScan, scan_vehicles
from stopbell_server.feeds.realtime.wire import Flags, Ints, Step, Wire, Words

_MOST_FIELDS = 16
_MOST_STOPS = 400
"""Of one trip; a longer one is decoded by the library."""
_MOST_ID_BYTES = 64

_Descriptor = gtfs_realtime_pb2.TripDescriptor
_StopUpdate = gtfs_realtime_pb2.TripUpdate.StopTimeUpdate
_TRIP_RELATIONSHIPS = np.array(sorted(_Descriptor.ScheduleRelationship.values()))
_STOP_RELATIONSHIPS = np.array(sorted(_StopUpdate.ScheduleRelationship.values()))
"""Another number counts as not given (proto2: enums are closed)."""


def _key(number: int, wire_type: int) -> int:
    return number << 3 | wire_type


_ENTITY_ID, _ENTITY_UPDATE, _ENTITY_VEHICLE = _key(1, 2), _key(3, 2), _key(4, 2)
_UPDATE_TRIP, _UPDATE_STOP, _UPDATE_VEHICLE = _key(1, 2), _key(2, 2), _key(3, 2)
_UPDATE_DELAY, _UPDATE_PROPERTIES, _TRIP_MODIFIED = _key(5, 0), _key(6, 2), _key(7, 2)
_TRIP_ID, _TRIP_DATE, _TRIP_RELATIONSHIP, _TRIP_ROUTE = _key(1, 2), _key(3, 2), _key(4, 0), _key(5, 2)
_STOP_SEQUENCE, _STOP_ARRIVAL, _STOP_DEPARTURE = _key(1, 0), _key(2, 2), _key(3, 2)
_STOP_ID, _STOP_RELATIONSHIP, _STOP_PROPERTIES = _key(4, 2), _key(5, 0), _key(6, 2)
_EVENT_DELAY, _EVENT_TIME, _EVENT_UNCERTAINTY = _key(1, 0), _key(2, 0), _key(3, 0)


@dataclass(frozen=True, slots=True)
class Scan:
    """What stands in some entities that follow each other; rows are entities."""

    is_read: Flags
    """Whether the entity's trip update was read; the library must read the others."""
    is_plain: Flags
    """Whether it was read, the library would read it as well, and there is nothing beside it."""
    id_places: Ints
    """Where in the stretch the trip_id stands."""
    id_lengths: Ints
    relationships: Ints
    may_assign: Flags
    """Whether a stop has properties, which may assign it to another platform."""
    columns: UpdateColumns
    """Of the entities that were read; one row for each entity, owners are entities."""
    vehicles: VehicleScan | None
    """What their vehicle positions say; None where there are none."""


def scan(stretch: bytes, starts: Ints, ends: Ints) -> Scan:
    """Read the entities that stand there, tags and lengths left out."""
    return _Scanner(stretch, len(starts)).read(starts, ends)


class _Scanner:
    def __init__(self, stretch: bytes, count: int) -> None:
        self._wire = Wire(stretch)
        self._count = count
        self._irregular = np.zeros(count, np.bool_)
        self._has_more = np.zeros(count, np.bool_)
        """Something stands there that only the library looks into."""

    def read(self, starts: Ints, ends: Ints) -> Scan:
        updates, vehicles = _Spans(self._count), _Spans(self._count)
        is_repeated = np.zeros(self._count, np.bool_)
        for step in self._wire.walk(starts, ends, self._irregular, _MOST_FIELDS):
            if found := step.pick(_ENTITY_UPDATE):
                self._irregular[updates.add(found)] = True
            if found is not step and (found := step.pick(_ENTITY_VEHICLE)):
                is_repeated[vehicles.add(found)] = True
            others = (step.keys != _ENTITY_ID) & (step.keys != _ENTITY_UPDATE)
            self._has_more[step.messages[others]] = True
        trips, owners, stop_starts, stop_ends, delays = self._read_updates(updates)
        descriptors = self._read_descriptors(trips)
        may_assign, stops = self._read_stops(owners, stop_starts, stop_ends)
        is_read = updates.is_given & trips.is_given & ~self._irregular
        kept = is_read[owners]
        if not kept.all():
            owners, stops = owners[kept], {name: column[kept] for name, column in stops.items()}
        columns = UpdateColumns(descriptors.dates, descriptors.routes, delays, owners, **stops)
        return Scan(
            is_read=is_read,
            is_plain=is_read & ~self._has_more,
            id_places=descriptors.id_places,
            id_lengths=descriptors.id_lengths,
            relationships=descriptors.relationships,
            may_assign=may_assign,
            columns=columns,
            vehicles=scan_vehicles(self._wire, vehicles.starts, vehicles.ends, is_repeated | ~vehicles.is_given)
            if vehicles.is_given.any()
            else None,
        )

    def _read_updates(self, updates: "_Spans") -> tuple["_Spans", Ints, Ints, Ints, Ints]:
        """Give the descriptors; then owner, start and end of the stop time updates in their order; and the delays."""
        trips, vehicles = _Spans(self._count), _Spans(self._count)
        delays = np.zeros(self._count, np.int64)
        stops: list[Step] = []
        counts = np.zeros(self._count, np.int64)
        ranks: list[Ints] = []
        for step in self._wire.walk(updates.starts, updates.ends, self._irregular, _MOST_STOPS):
            if found := step.pick(_UPDATE_STOP):
                stops.append(found)
                ranks.append(counts[found.messages])
                counts[found.messages] += 1
            if found is step:
                continue
            if found := step.pick(_UPDATE_TRIP):
                self._irregular[trips.add(found)] = True
            if found := step.pick(_UPDATE_DELAY):
                delays[found.messages] = _to_int32(found.values)
            if found := step.pick(_UPDATE_VEHICLE):
                self._irregular[vehicles.add(found)] = True
            if found := step.pick(_UPDATE_PROPERTIES):
                self._has_more[found.messages] = True
        for _ in self._wire.walk(vehicles.starts, vehicles.ends, self._irregular, _MOST_FIELDS):
            pass  # only to see that it is whole
        if not stops:
            return trips, _no_ints(), _no_ints(), _no_ints(), delays
        # One step found a stop of each trip; put all stops of the first trip before those of the next.
        firsts = np.cumsum(counts) - counts
        owners = np.repeat(np.arange(self._count), counts)
        starts, ends = np.empty_like(owners), np.empty_like(owners)
        for step, rank in zip(stops, ranks, strict=True):
            rows = firsts[step.messages] + rank
            starts[rows] = step.places
            ends[rows] = step.places + step.values
        return trips, owners, starts, ends, delays

    def _read_descriptors(self, trips: "_Spans") -> "_Descriptors":
        told = _Descriptors(self._count)
        for step in self._wire.walk(trips.starts, trips.ends, self._irregular, _MOST_FIELDS):
            if found := step.pick(_TRIP_ID):
                told.id_places[found.messages], told.id_lengths[found.messages] = found.places, found.values
            if found := step.pick(_TRIP_DATE):
                self._irregular[found.messages[found.values != 8]] = True
                told.dates[found.messages] = self._wire.read_words(found.places)
            if found := step.pick(_TRIP_ROUTE):
                told.routes[found.messages] = self._hash(found, self._irregular)
            if found := step.pick(_TRIP_MODIFIED):
                self._has_more[found.messages] = True
            if found := step.pick(_TRIP_RELATIONSHIP):
                told.relationships[found.messages] = found.values
                self._irregular[found.messages[~np.isin(found.values, _TRIP_RELATIONSHIPS)]] = True
        return told

    def _read_stops(self, owners: Ints, starts: Ints, ends: Ints) -> tuple[Flags, dict[str, npt.NDArray[Any]]]:
        count = len(owners)
        irregular, has_properties = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        sequences = np.full(count, NO_SEQUENCE, np.int64)
        relationships, stops = np.zeros(count, np.int64), np.zeros(count, np.uint64)
        arrivals, departures = _Spans(count), _Spans(count)

        def take(found: Step, key: int) -> None:
            if key == _STOP_SEQUENCE:
                sequences[found.messages] = found.values & 0xFFFFFFFF
            elif key == _STOP_ARRIVAL:
                irregular[arrivals.add(found)] = True
            elif key == _STOP_DEPARTURE:
                irregular[departures.add(found)] = True
            elif key == _STOP_ID:
                stops[found.messages] = self._hash(found, irregular)
            elif key == _STOP_RELATIONSHIP:
                relationships[found.messages] = found.values
                irregular[found.messages[~np.isin(found.values, _STOP_RELATIONSHIPS)]] = True
            elif key == _STOP_PROPERTIES:
                has_properties[found.messages] = True

        for step in self._wire.walk(starts, ends, irregular, _MOST_FIELDS):
            _distribute(step, take)
        arrival_times, arrival_delays, arrivals_certain = self._read_events(arrivals, irregular)
        departure_times, departure_delays, departures_certain = self._read_events(departures, irregular)
        self._irregular[owners[irregular]] = True
        may_assign = np.zeros(self._count, np.bool_)
        may_assign[owners[has_properties]] = True
        self._has_more |= may_assign
        return may_assign, {
            "sequences": sequences,
            "stops": stops,
            "relationships": relationships,
            "arrival_times": arrival_times,
            "arrival_delays": arrival_delays,
            "departure_times": departure_times,
            "departure_delays": departure_delays,
            "certain": arrivals_certain * ARRIVAL | departures_certain * DEPARTURE,
        }

    def _read_events(self, events: "_Spans", irregular: Flags) -> tuple[Ints, Ints, npt.NDArray[np.uint8]]:
        """Give times and delays, 0 for none; and 1 where the uncertainty is given and is 0."""
        times, delays = np.zeros(len(irregular), np.int64), np.zeros(len(irregular), np.int64)
        certain = np.zeros(len(irregular), np.uint8)
        for step in self._wire.walk(events.starts, events.ends, irregular, _MOST_FIELDS):
            if found := step.pick(_EVENT_DELAY):
                delays[found.messages] = _to_int32(found.values)
            if found is not step and (found := step.pick(_EVENT_TIME)):
                times[found.messages] = found.values
            if found is not step and (found := step.pick(_EVENT_UNCERTAINTY)):
                certain[found.messages] = _to_int32(found.values) == 0
        return times, delays, certain

    def _hash(self, found: Step, irregular: Flags) -> Words:
        is_long = found.values > _MOST_ID_BYTES
        irregular[found.messages[is_long]] = True
        return self._wire.hash_texts(found.places, np.where(is_long, 0, found.values))


class _Spans:
    """Where the one part of each message stands that it may have once."""

    def __init__(self, count: int) -> None:
        self.starts = np.zeros(count, np.int64)
        self.ends = np.zeros(count, np.int64)
        self.is_given = np.zeros(count, np.bool_)

    def add(self, found: Step) -> Ints:
        """Remember where it is; give the messages that had it already: theirs are to be merged."""
        if len(found.messages) == len(self.starts) and not self.is_given.any():
            self.starts, self.ends = found.places, found.places + found.values
            self.is_given[:] = True
            return _no_ints()
        repeated = found.messages[self.is_given[found.messages]]
        self.starts[found.messages] = found.places
        self.ends[found.messages] = found.places + found.values
        self.is_given[found.messages] = True
        return repeated


class _Descriptors:
    def __init__(self, count: int) -> None:
        self.id_places = np.zeros(count, np.int64)
        self.id_lengths = np.zeros(count, np.int64)
        self.relationships = np.zeros(count, np.int64)
        self.dates = np.zeros(count, np.uint64)
        self.routes = np.zeros(count, np.uint64)


def _distribute(step: Step, take: Callable[[Step, int], None]) -> None:
    """Hand out a step's fields key by key; mostly all messages have the same one."""
    if not len(step.keys):
        return
    first = int(step.keys[0])
    found = step.pick(first)
    if found is not None:
        take(found, first)
    if found is step:
        return
    for key in np.unique(step.keys[step.keys != first]).tolist():
        found = step.pick(key)
        if found is not None:
            take(found, key)


def _to_int32(values: Ints) -> Ints:
    return values.astype(np.int32).astype(np.int64)


def _no_ints() -> Ints:
    return np.zeros(0, np.int64)
