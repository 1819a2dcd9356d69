"""How late and how early the vehicles of a live feed run: every stop time update is compared with the plan.

Where an update may speak of several calls, the one that gives the larger delay counts: looking too far costs a
board a moment, too short would hide a vehicle that still comes. The rules are those by which predictions are made.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.service_day import DAY_S
from stopbell_server.domain.store import FeedInfo
from stopbell_server.feeds.realtime import service_days
from stopbell_server.feeds.realtime.decoding import DecodedFeed
from stopbell_server.feeds.realtime.plan_memory import NEXT_DAY, PlanMemory
from stopbell_server.feeds.realtime.plan_tables import NO_TIME
from stopbell_server.feeds.realtime.values import (
    EARLIEST_POSIX,
    IMPOSSIBLE_TIMES,
    MILLISECOND_TIMES,
    MILLISECONDS_ABOVE,
    MILLISECONDS_UP_TO,
    find_day_seconds,
)
from stopbell_server.feeds.realtime.wire import Flags, Ints

CREDIBLE_S = 12 * 3600
"""A larger shift is nearer to another service day than to its own: a wrong day, not a delay."""
_ROWS_AT_ONCE = 1 << 15
"""Stop time updates: enough for numpy to be quick, little enough for the processor's cache."""

_StopUpdate = gtfs_realtime_pb2.TripUpdate.StopTimeUpdate
_SKIPPED, _NO_DATA = _StopUpdate.SKIPPED, _StopUpdate.NO_DATA


@dataclass(frozen=True, slots=True)
class Delays:
    """Of each trip update, 0 for those that say nothing or are of no planned trip."""

    late_s: Ints
    """The largest delay of any stop, in seconds; never negative."""
    early_s: Ints
    problems: Counter[str]


def measure(decoded: DecodedFeed, rows: Ints, memory: PlanMemory, info: FeedInfo) -> Delays:
    """Compare with the plan.

    `rows` tells by trip update which trip of the memory it speaks of; -1: none that runs by plan.
    """
    measuring = _Measuring(decoded, rows, memory, info)
    for first, last in _list_slices(decoded.columns.owners):
        measuring.read(slice(first, last))
    return measuring.finish()


def _list_slices(owners: Ints) -> Iterator[tuple[int, int]]:
    """Cut between trip updates, never within one."""
    first = 0
    while first < len(owners):
        last = first + _ROWS_AT_ONCE
        last = int(owners.searchsorted(owners[last : last + 1])[0]) if last < len(owners) else len(owners)
        if last <= first:  # one trip update longer than a slice
            last = int(owners.searchsorted(owners[first : first + 1], "right")[0])
        yield first, last
        first = last


class _Measuring:
    def __init__(self, decoded: DecodedFeed, rows: Ints, memory: PlanMemory, info: FeedInfo) -> None:
        columns = decoded.columns
        self._columns, self._rows, self._memory, self._info = columns, rows, memory, info
        self._header_time = decoded.header_time
        self._late, self._early = np.maximum(columns.delays, 0), np.maximum(-columns.delays, 0)
        self._problems = Counter[str]()
        self._is_implausible: Flags = (np.abs(columns.delays) > CREDIBLE_S) & (rows >= 0)
        self._problems["implausible-delays"] += int(self._is_implausible.sum())
        self._may_assign = np.zeros(len(rows), np.bool_)
        self._may_assign[list(decoded.assigning)] = True
        self._day_starts = service_days.to_day_starts(columns.dates, info)
        self._is_dated: Flags = self._day_starts != service_days.NO_DAY
        self._shifts, self._is_measured = self._find_shifts(decoded.updates)

    def _find_shifts(self, updates: Sequence[gtfs_realtime_pb2.TripUpdate]) -> tuple[Ints, Flags]:
        """Give what is to be added to a trip's times to get seconds of its service day."""
        is_planned = self._rows >= 0
        rows = np.where(is_planned, self._rows, 0)
        if not len(self._memory.starts):
            return np.zeros(len(rows), np.int64), np.zeros(len(rows), np.bool_)
        is_measured = is_planned & (self._memory.patterns[rows] >= 0)
        shifts = self._memory.starts[rows]
        for update in np.flatnonzero(is_measured & self._memory.is_frequency[rows]).tolist():
            start_s = find_day_seconds(updates[update].trip.start_time)
            shifts[update] += start_s or 0
            is_measured[update] = start_s is not None  # a run is known by its start (GTFS-RT TripDescriptor)
        return shifts, is_measured

    def read(self, part: slice) -> None:
        columns, memory = self._columns, self._memory
        owners = columns.owners[part]
        kept = self._is_measured[owners]
        if not kept.any():
            return
        rows = np.where(kept, self._rows[owners], 0)
        may_assign = self._may_assign[owners]
        bound = memory.stops.find(memory.patterns[rows], columns.sequences[part], columns.stops[part], may_assign)
        self._problems["sequence-disagrees"] += int((bound.disagrees & kept).sum())
        relationships = columns.relationships[part]
        # Times beside NO_DATA and at skipped stops mean nothing (GTFS-RT StopTimeUpdate).
        kept &= (bound.first >= 0) & (relationships != _SKIPPED) & (relationships != _NO_DATA)
        if not kept.any():
            return
        chosen = slice(None) if kept.all() else np.flatnonzero(kept)
        owners, timings = owners[chosen], memory.timings[rows[chosen]]
        first, last = bound.first[chosen], bound.last[chosen]
        earliest = memory.times.find(timings, first)
        latest = earliest if (first == last).all() else memory.times.find(timings, last)
        arrivals = self._clean(columns.arrival_times[part][chosen])
        departures = self._clean(columns.departure_times[part][chosen])
        starts = self._date(owners, earliest, arrivals, departures)
        for times, delays, planned_first, planned_last in (
            (arrivals, columns.arrival_delays[part][chosen], earliest[0], latest[0]),
            (departures, columns.departure_delays[part][chosen], earliest[1], latest[1]),
        ):
            late = np.where(times > 0, times - (planned_first + starts), delays)
            early = (
                late if planned_last is planned_first else np.where(times > 0, times - (planned_last + starts), delays)
            )
            self._take(owners, late, early, planned_first != NO_TIME)

    def _take(self, owners: Ints, late: Ints, early: Ints, has_plan: Flags) -> None:
        if not has_plan.all():
            late, early = np.where(has_plan, late, 0), np.where(has_plan, early, 0)
        groups = np.flatnonzero(np.concatenate([[True], owners[1:] != owners[:-1]]))
        updates = owners[groups]
        most_late = np.maximum.reduceat(late, groups)
        most_early = -np.minimum.reduceat(early, groups)
        if max(int(most_late.max()), int(most_early.max())) > CREDIBLE_S:
            is_implausible = (late > CREDIBLE_S) | (early < -CREDIBLE_S)
            self._problems["implausible-delays"] += int(is_implausible.sum())
            self._is_implausible[owners[is_implausible]] = True
            is_next = self._is_dated[owners] & (late < -CREDIBLE_S) & (late >= -DAY_S - CREDIBLE_S)
            self._problems[NEXT_DAY] += len(np.unique(owners[is_next]))
        self._late[updates] = np.maximum(self._late[updates], most_late)
        self._early[updates] = np.maximum(self._early[updates], most_early)

    def _clean(self, times: Ints) -> Ints:
        """Give POSIX seconds; 0 where there are none that can be (see `values.to_posix`)."""
        is_usual = (times == 0) | ((times >= EARLIEST_POSIX) & (times <= MILLISECONDS_ABOVE))
        if is_usual.all():
            return times
        is_milli = (times > MILLISECONDS_ABOVE) & (times <= MILLISECONDS_UP_TO)
        self._problems[MILLISECOND_TIMES] += int(is_milli.sum())
        self._problems[IMPOSSIBLE_TIMES] += int((~is_usual & ~is_milli).sum())
        return np.where(is_milli, times // 1000, np.where(is_usual, times, 0))

    def _date(self, owners: Ints, planned: tuple[Ints, Ints], arrivals: Ints, departures: Ints) -> Ints:
        """Give from when on each planned time counts; without start_date on the day that fits the first time best."""
        starts = self._day_starts[owners] + self._shifts[owners]
        undated = self._day_starts[owners] == service_days.NO_DAY
        if not undated.any():
            return starts
        times = np.where(arrivals > 0, arrivals, departures)
        plan = np.where(arrivals > 0, planned[0], planned[1])
        told = np.flatnonzero(undated & (times > 0) & (plan != NO_TIME))
        if not len(told):
            return starts
        updates, firsts = np.unique(owners[told], return_index=True)
        rows = told[firsts]
        around = service_days.to_header_time(self._header_time, int(times[rows[0]]))
        near = service_days.list_near_day_starts(around, self._info)
        days = service_days.find_nearest(times[rows] - plan[rows] - self._shifts[updates], near)
        self._day_starts[updates] = days
        return self._day_starts[owners] + self._shifts[owners]

    def finish(self) -> Delays:
        unmeasured = self._is_implausible | (self._rows < 0)
        self._late[unmeasured] = 0
        self._early[unmeasured] = 0
        return Delays(self._late, self._early, self._problems)
