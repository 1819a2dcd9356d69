"""Vehicle positions read from the bytes as columns, beside what the library decodes: only trip, stop and time."""

from dataclasses import dataclass

import numpy as np

from stopbell_server.feeds.realtime.update_columns import NO_SEQUENCE
from stopbell_server.feeds.realtime.vehicle_columns import (
    IN_TRANSIT_TO,
    VehicleColumns,
    clean_statuses,
    clean_times,
    to_keys,
)
from stopbell_server.feeds.realtime.wire import Flags, Ints, Step, Wire, Words

_MOST_FIELDS = 24
_MOST_ID_BYTES = 64
_TRIP, _SEQUENCE, _STATUS, _TIMESTAMP, _STOP, _VEHICLE = 1 << 3 | 2, 3 << 3, 4 << 3, 5 << 3, 7 << 3 | 2, 8 << 3 | 2
_TRIP_ID, _START_TIME, _START_DATE = 1 << 3 | 2, 2 << 3 | 2, 3 << 3 | 2
_ID, _LABEL, _PLATE = 1 << 3 | 2, 2 << 3 | 2, 3 << 3 | 2


@dataclass(frozen=True, slots=True)
class VehicleScan:
    """What stands in the vehicle positions of some entities; rows are entities."""

    is_read: Flags
    """Whether it was read; the library must read the others."""
    columns: VehicleColumns


def scan_vehicles(wire: Wire, starts: Ints, ends: Ints, is_repeated: Flags) -> VehicleScan:
    """Read the messages that stand there; a row without one has start and end 0 and reads as if it said nothing."""
    return _Scanner(wire, is_repeated).read(starts, ends)


class _Scanner:
    def __init__(self, wire: Wire, is_repeated: Flags) -> None:
        self._wire = wire
        self._count = len(is_repeated)
        self._irregular = is_repeated.copy()

    def read(self, starts: Ints, ends: Ints) -> VehicleScan:
        sequences = np.full(self._count, NO_SEQUENCE, np.int64)
        statuses = np.full(self._count, IN_TRANSIT_TO, np.int64)
        times, stops = np.zeros(self._count, np.int64), np.zeros(self._count, np.uint64)
        spans = {_TRIP: self._to_spans(), _VEHICLE: self._to_spans()}
        for step in self._wire.walk(starts, ends, self._irregular, _MOST_FIELDS):
            for key, (begins, stands) in spans.items():
                if found := step.pick(key):
                    self._irregular[found.messages[begins[found.messages] > 0]] = True  # to be merged
                    begins[found.messages], stands[found.messages] = found.places, found.places + found.values
            if found := step.pick(_SEQUENCE):
                sequences[found.messages] = found.values & 0xFFFFFFFF
            if found := step.pick(_STATUS):
                statuses[found.messages] = found.values
            if found := step.pick(_TIMESTAMP):
                times[found.messages] = found.values
            if found := step.pick(_STOP):
                stops[found.messages] = self._hash(found)
        trips, dates, clocks = self._read_texts(*spans[_TRIP], (_TRIP_ID, _START_DATE, _START_TIME))
        ids, labels, plates = self._read_texts(*spans[_VEHICLE], (_ID, _LABEL, _PLATE))
        vehicles = np.where(ids > 0, ids, np.where(labels > 0, labels, plates))
        columns = VehicleColumns(
            keys=to_keys(trips, dates, clocks, vehicles),
            trips=trips,
            sequences=sequences,
            stops=stops,
            statuses=clean_statuses(statuses),
            times=clean_times(times),
        )
        return VehicleScan(~self._irregular, columns)

    def _to_spans(self) -> tuple[Ints, Ints]:
        return np.zeros(self._count, np.int64), np.zeros(self._count, np.int64)

    def _read_texts(self, begins: Ints, ends: Ints, keys: tuple[int, ...]) -> tuple[Words, ...]:
        texts = tuple(np.zeros(self._count, np.uint64) for _ in keys)
        for step in self._wire.walk(begins, ends, self._irregular, _MOST_FIELDS):
            for key, hashes in zip(keys, texts, strict=True):
                if found := step.pick(key):
                    hashes[found.messages] = self._hash(found)
                    if found is step:
                        break
        return texts

    def _hash(self, found: Step) -> Words:
        is_long = found.values > _MOST_ID_BYTES
        self._irregular[found.messages[is_long]] = True
        return self._wire.hash_texts(found.places, np.where(is_long, 0, found.values))
