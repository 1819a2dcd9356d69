"""What vehicle positions say of trip and stop, as columns: the record of what was observed compares all at once."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt
from google.transit import gtfs_realtime_pb2

from stopbell_server.feeds.realtime.update_columns import NO_SEQUENCE
from stopbell_server.feeds.realtime.values import EARLIEST_POSIX, MILLISECONDS_ABOVE, MILLISECONDS_UP_TO
from stopbell_server.feeds.realtime.wire import Ints, Words, hash_text

IN_TRANSIT_TO = gtfs_realtime_pb2.VehiclePosition.IN_TRANSIT_TO
"""Also where the feed says nothing: it is the default (GTFS-RT VehiclePosition.current_status)."""
_STATUSES = np.array(sorted(gtfs_realtime_pb2.VehiclePosition.VehicleStopStatus.values()))
_HASHES = ("keys", "trips", "stops")
_STIR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


@dataclass(frozen=True, slots=True)
class VehicleColumns:
    """One row for each vehicle position, in feed order."""

    keys: Words
    """Tells apart what runs: trip_id, start_date and start_time as they are written, and the vehicle."""
    trips: Words
    """The `hash_text` of trip_id; 0 for a vehicle that names no trip."""
    sequences: Ints
    """NO_SEQUENCE for none."""
    stops: Words
    """The `hash_text` of stop_id; 0 for none."""
    statuses: Ints
    times: Ints
    """POSIX seconds of the report; 0 for none that can be."""


def to_keys(trips: Words, dates: Words, starts: Words, vehicles: Words) -> Words:
    """Give one number for four hashes."""
    keys = trips
    for part in (dates, starts, vehicles):
        keys = (keys ^ part) * _STIR
        keys = keys ^ (keys >> _SHIFT)
    return keys


def clean_times(times: Ints) -> Ints:
    """Give POSIX seconds; milliseconds are recognised, and 0 stands for what cannot be (see `values.to_posix`)."""
    is_milli = (times > MILLISECONDS_ABOVE) & (times <= MILLISECONDS_UP_TO)
    seconds = np.where(is_milli, times // 1000, times)
    return np.where((seconds >= EARLIEST_POSIX) & (seconds <= MILLISECONDS_ABOVE), seconds, 0)


def clean_statuses(statuses: Ints) -> Ints:
    """Give the statuses; another number counts as not given (proto2: enums are closed)."""
    return np.where(np.isin(statuses, _STATUSES), statuses, IN_TRANSIT_TO)


def read_vehicle_columns(messages: Sequence[gtfs_realtime_pb2.VehiclePosition]) -> VehicleColumns:
    """Read vehicle positions one by one: slow, for what cannot be scanned."""
    texts: list[tuple[int, int, int, int, int]] = []
    numbers: list[tuple[int, int, int]] = []
    for message in messages:
        trip, vehicle = message.trip, message.vehicle
        named = vehicle.id or vehicle.label or vehicle.license_plate
        texts.append(
            (
                hash_text(trip.trip_id),
                hash_text(trip.start_date),
                hash_text(trip.start_time),
                hash_text(named),
                hash_text(message.stop_id),
            )
        )
        sequence = message.current_stop_sequence if message.HasField("current_stop_sequence") else NO_SEQUENCE
        numbers.append((sequence, message.current_status, min(message.timestamp, (1 << 63) - 1)))
    hashes = np.array(texts, np.uint64).reshape(len(texts), 5)
    values = np.array(numbers, np.int64).reshape(len(numbers), 3)
    return VehicleColumns(
        keys=to_keys(hashes[:, 0], hashes[:, 1], hashes[:, 2], hashes[:, 3]),
        trips=hashes[:, 0],
        sequences=values[:, 0],
        stops=hashes[:, 4],
        statuses=clean_statuses(values[:, 1]),
        times=clean_times(values[:, 2]),
    )


class VehicleColumnBuilder:
    """Puts a feed's columns together from parts that name their rows."""

    def __init__(self) -> None:
        """Begin without rows."""
        self._parts: list[tuple[Ints, VehicleColumns]] = []

    def add(self, part: VehicleColumns, rows: Ints) -> None:
        """Take those rows of the part that have a row in the feed: not those where `rows` is negative."""
        self._parts.append((rows, part))

    def finish(self, count: int) -> VehicleColumns:
        """Give the columns of `count` vehicle positions."""
        columns: dict[str, npt.NDArray[Any]] = {
            field.name: np.zeros(count, np.uint64 if field.name in _HASHES else np.int64)
            for field in fields(VehicleColumns)
        }
        for rows, part in self._parts:
            kept = rows >= 0
            for name, column in columns.items():
                column[rows[kept]] = getattr(part, name)[kept]
        return VehicleColumns(**columns)
