"""What trip updates say of stops and times, as columns: all of a feed's are compared with the plan at once."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt
from google.transit import gtfs_realtime_pb2

from stopbell_server.feeds.realtime.values import find_service_day, to_text
from stopbell_server.feeds.realtime.wire import Ints, Words, hash_text

_StopUpdate = gtfs_realtime_pb2.TripUpdate.StopTimeUpdate

NO_SEQUENCE = -1
ARRIVAL, DEPARTURE = np.uint8(1), np.uint8(2)


@dataclass(frozen=True, slots=True)
class UpdateColumns:
    """One row for each trip update: the first fields; and one for each stop time update: the others."""

    dates: Words
    """start_date as its eight characters; 0 for none."""
    routes: Words
    """The `hash_text` of route_id."""
    delays: Ints
    """The whole trip's, in seconds; 0 for none."""
    owners: Ints
    """Of a stop time update: the row of its trip update; ascending."""
    sequences: Ints
    """NO_SEQUENCE for none."""
    stops: Words
    """The `hash_text` of stop_id."""
    relationships: Ints
    arrival_times: Ints
    """POSIX seconds as the feed has them; 0 for none."""
    arrival_delays: Ints
    departure_times: Ints
    departure_delays: Ints
    certain: npt.NDArray[np.uint8]
    """ARRIVAL and DEPARTURE, where the feed gives the uncertainty 0; what it does not give is not certain."""


_TRIP_FIELDS = ("dates", "routes", "delays")
_STOP_FIELDS = tuple(field.name for field in fields(UpdateColumns) if field.name not in _TRIP_FIELDS)
_HASHES = ("dates", "routes", "stops")


class ColumnBuilder:
    """Puts a feed's columns together from parts that name their rows."""

    def __init__(self) -> None:
        """Begin without rows."""
        self._parts: list[tuple[Ints, UpdateColumns]] = []

    def add(self, part: UpdateColumns, rows: Ints) -> None:
        """Take those rows of the part that have a row in the feed: not those where `rows` is negative."""
        self._parts.append((rows, part))

    def finish(self, count: int) -> UpdateColumns:
        """Give the columns of `count` trip updates."""
        columns: dict[str, npt.NDArray[Any]] = {name: np.zeros(count, _to_type(name)) for name in _TRIP_FIELDS}
        stops: dict[str, list[npt.NDArray[Any]]] = {name: [] for name in _STOP_FIELDS}
        for rows, part in self._parts:
            kept = rows >= 0
            for name in _TRIP_FIELDS:
                columns[name][rows[kept]] = getattr(part, name)[kept]
            owners = rows[part.owners]
            kept = owners >= 0
            for name in _STOP_FIELDS:
                column = owners if name == "owners" else getattr(part, name)
                stops[name].append(column if kept.all() else column[kept])
        joined: dict[str, npt.NDArray[Any]] = {
            name: np.concatenate([np.zeros(0, _to_type(name)), *stops[name]]) for name in _STOP_FIELDS
        }
        owners = joined["owners"]
        if (owners[1:] < owners[:-1]).any():
            order = np.argsort(owners, kind="stable")
            joined = {name: column[order] for name, column in joined.items()}
        return UpdateColumns(**columns, **joined)


def read_columns(updates: Sequence[gtfs_realtime_pb2.TripUpdate]) -> UpdateColumns:
    """Read trip updates one by one: slow, for what cannot be scanned."""
    columns: dict[str, list[int]] = {field.name: [] for field in fields(UpdateColumns)}
    for owner, message in enumerate(updates):
        columns["dates"].append(to_date_code(message.trip.start_date))
        columns["routes"].append(hash_text(message.trip.route_id))
        columns["delays"].append(message.delay)
        for update in message.stop_time_update:
            columns["owners"].append(owner)
            columns["sequences"].append(update.stop_sequence if update.HasField("stop_sequence") else NO_SEQUENCE)
            columns["stops"].append(hash_text(update.stop_id))
            columns["relationships"].append(update.schedule_relationship)
            columns["arrival_times"].append(update.arrival.time)
            columns["arrival_delays"].append(update.arrival.delay)
            columns["departure_times"].append(update.departure.time)
            columns["departure_delays"].append(update.departure.delay)
            columns["certain"].append(
                _is_certain(update.arrival) * int(ARRIVAL) | _is_certain(update.departure) * int(DEPARTURE)
            )
    return UpdateColumns(**{name: _to_column(name, values) for name, values in columns.items()})


def _is_certain(event: gtfs_realtime_pb2.TripUpdate.StopTimeEvent) -> bool:
    return event.HasField("uncertainty") and event.uncertainty == 0


def to_date_code(value: object) -> int:
    """Give a start_date as eight characters in one number; 0 when it is no date."""
    text = to_text(value) or ""
    if len(text) != 8 or not text.isascii():
        day = find_service_day(text)
        text = day.strftime("%Y%m%d") if day else ""
    return int.from_bytes(text.encode(), "little")


def _to_column(name: str, values: list[int]) -> npt.NDArray[Any]:
    return np.array(values, dtype=_to_type(name))


def _to_type(name: str) -> npt.DTypeLike:
    if name == "certain":
        return np.uint8
    return np.uint64 if name in _HASHES else np.int64
