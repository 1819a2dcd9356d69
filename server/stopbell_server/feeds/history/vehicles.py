"""Which vehicle said what while it ran which trip: one track for each, compared with each new payload at once."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.realtime import Vehicle
from stopbell_server.domain.text import LONGEST_ID
from stopbell_server.feeds.history.log import NO_STOP, Observations, join, to_observations
from stopbell_server.feeds.history.stop_ids import StopIds
from stopbell_server.feeds.realtime.trip_facts import to_descriptor, to_vehicle
from stopbell_server.feeds.realtime.values import to_text
from stopbell_server.feeds.realtime.vehicle_index import VehicleIndex
from stopbell_server.feeds.realtime.wire import Flags, Ints, Words

Column = npt.NDArray[Any]

MOST_TRACKS = 40_000
NOWHERE = -1
"""The status of a report that names no stop."""
_NEW = 0
"""The first instant of a track that has none yet."""


@dataclass(frozen=True, slots=True)
class TrackName:
    """Whose track it is."""

    trip: TripId
    start_date: date | None
    start_s: int | None
    vehicle: Vehicle


class VehicleTracks:
    """Only the thread that builds snapshots may use it; what it gives out is never changed, only added to."""

    def __init__(self, stop_ids: StopIds) -> None:
        """Begin without tracks."""
        self._stop_ids = stop_ids
        self._keys = np.zeros(0, np.uint64)
        self._places = np.zeros(0, np.int64)
        self._next = 0
        self.current = _to_empty(np.zeros(0, np.int64))
        """What each track said last."""
        self.names: dict[int, TrackName] = {}
        self.by_trip: dict[TripId, tuple[int, ...]] = {}

    def take(self, index: VehicleIndex, cap: int, earliest: int, latest: int) -> Observations:
        """Take in the reports of one payload; give what tracks said before, where they now say something else.

        No report counts as younger than `cap`, the payload's own time. Reports from before `earliest` or after
        `latest` are not taken, nor such as two vehicles make that cannot be told apart.
        """
        columns = index.decoded.reports
        times = np.minimum(np.where(columns.times > 0, columns.times, cap), cap)
        rows = np.flatnonzero((columns.trips != 0) & (times >= earliest) & (times <= latest))
        places, rows = self._find_places(index, columns.keys, rows)
        is_once = np.bincount(places, minlength=len(self.current))[places] == 1
        places, rows = places[is_once], rows[is_once]
        times, sequences = times[rows], columns.sequences[rows]
        stops = self._stop_ids.to_numbers(
            columns.stops[rows], lambda row: to_text(index.decoded.vehicles[int(rows[row])].stop_id)
        )
        statuses = np.where((sequences < 0) & (stops == NO_STOP), NOWHERE, columns.statuses[rows])
        told = to_observations(self.current.tracks[places], sequences, stops, statuses, times, times)
        return self._compare(places, told)

    def _compare(self, places: Ints, told: Observations) -> Observations:
        before = self.current.take(places)
        is_later = told.lasts > before.lasts
        is_other = (
            (told.sequences != before.sequences)
            | (told.stops != before.stops)
            | (told.statuses != before.statuses)
            | (before.firsts == _NEW)
        )
        moved = is_later & is_other
        self.current = replace(
            self.current,
            sequences=_put(self.current.sequences, places[moved], told.sequences[moved]),
            stops=_put(self.current.stops, places[moved], told.stops[moved]),
            statuses=_put(self.current.statuses, places[moved], told.statuses[moved]),
            firsts=_put(self.current.firsts, places[moved], told.firsts[moved]),
            lasts=_put(self.current.lasts, places[is_later], told.lasts[is_later]),
        )
        return join([before.take(moved & (before.firsts != _NEW))])

    def _find_places(self, index: VehicleIndex, keys: Words, rows: Ints) -> tuple[Ints, Ints]:
        """Give the places of tracks, new ones included, and the rows that have one."""
        places, is_known = self._look_up(keys[rows])
        if not is_known.all():
            new, firsts = np.unique(keys[rows[~is_known]], return_index=True)
            new, firsts = new[:MOST_TRACKS], firsts[:MOST_TRACKS]  # more than that are not kept anyway
            named = [_find_name(index, row) for row in rows[~is_known][firsts].tolist()]
            is_named = np.array([name is not None for name in named], np.bool_)
            self._add([name for name in named if name is not None], new[is_named])
            places, is_known = self._look_up(keys[rows])
        return places[is_known], rows[is_known]

    def _look_up(self, keys: Words) -> tuple[Ints, Flags]:
        if not len(self._keys):
            return np.zeros(len(keys), np.int64), np.zeros(len(keys), np.bool_)
        found = np.minimum(self._keys.searchsorted(keys), len(self._keys) - 1)
        return self._places[found], self._keys[found] == keys

    def _add(self, names: list[TrackName], keys: Words) -> None:
        numbers = np.arange(self._next, self._next + len(names))
        self._next += len(names)
        for number, name in zip(numbers.tolist(), names, strict=True):
            self.names[number] = name
            self.by_trip[name.trip] = (*self.by_trip.get(name.trip, ()), number)
        every = np.concatenate([self._keys, keys])
        places = np.concatenate([self._places, np.arange(len(self.current), len(self.current) + len(names))])
        order = np.argsort(every, kind="stable")
        self._keys, self._places = every[order], places[order]
        self.current = join([self.current, _to_empty(numbers)])

    def forget(self, before: int) -> int:
        """Leave out tracks that were last heard of before, and the oldest of too many.

        Gives until when, at the latest, something was left out that was not old; 0 when nothing was.
        """
        lasts, lost = self.current.lasts, 0
        is_kept = lasts >= before
        oldest = np.argsort(lasts, kind="stable")[: max(0, len(lasts) - MOST_TRACKS)]
        if is_kept[oldest].any():
            lost = int(lasts[oldest].max())
        is_kept[oldest] = False
        if is_kept.all():
            return 0
        places = np.cumsum(is_kept) - 1
        keys_kept = is_kept[self._places]
        self._keys, self._places = self._keys[keys_kept], places[self._places[keys_kept]]
        self.current = self.current.take(is_kept)
        self.names = {number: self.names[number] for number in self.current.tracks.tolist()}
        by_trip: dict[TripId, tuple[int, ...]] = {}
        for number, name in self.names.items():
            by_trip[name.trip] = (*by_trip.get(name.trip, ()), number)
        self.by_trip = by_trip
        return lost


def _put(column: Column, places: Ints, values: Column) -> Column:
    """Give another column with these values there."""
    changed = column.copy()
    changed[places] = values
    return changed


def _find_name(index: VehicleIndex, row: int) -> TrackName | None:
    message = index.decoded.vehicles[row]
    descriptor = to_descriptor(message.trip)
    if descriptor.trip is None or len(descriptor.trip) > LONGEST_ID:
        return None
    return TrackName(descriptor.trip, descriptor.start_date, descriptor.start_s, to_vehicle(message.vehicle))


def _to_empty(numbers: Ints) -> Observations:
    nothing = np.zeros(len(numbers), np.int64)
    return to_observations(numbers, nothing - 1, nothing + NO_STOP, NOWHERE, nothing, nothing)
