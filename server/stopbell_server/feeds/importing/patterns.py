"""Trips that stop alike share a pattern, trips that also take as long share a timing: most of the store's thrift."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.feeds.importing.stop_time_rows import CompiledStopTimes
from stopbell_server.feeds.importing.trips import CompiledTrips
from stopbell_server.feeds.importing.values import NO_VALUE


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a group of trips shares, as stored in `patterns`."""

    stops: bytes
    sequences: bytes | None
    flags: bytes
    headsigns: bytes | None


@dataclass(frozen=True, slots=True)
class CompiledPatterns:
    """Patterns and timings, numbered from 1; and for each trip with stop times, its own."""

    patterns: tuple[Pattern, ...]
    timings: tuple[bytes, ...]
    trips: NDArray[np.int32]
    pattern_of: NDArray[np.int32]
    timing_of: NDArray[np.int32]
    starts: list[int | None]
    """Departure from the first stop."""


def list_twins(patterns: CompiledPatterns, trips: CompiledTrips, templates: Collection[int]) -> NDArray[np.int32]:
    """List the trips that say what an earlier one says: same route, service, stops, times. Templates repeat anyway."""
    places = patterns.trips - 1
    starts = np.array([-1 if start is None else start for start in patterns.starts], dtype=np.int32)
    columns = (trips.routes[places], trips.services[places], patterns.pattern_of, patterns.timing_of, starts)
    timetabled = ~np.isin(patterns.trips, list(templates))
    said = pl.DataFrame([column[timetabled] for column in columns])
    if said.n_unique() == len(said):
        return np.zeros(0, dtype=np.int32)
    is_again = ~said.select(pl.struct(pl.all()).is_first_distinct()).to_series().to_numpy()
    return patterns.trips[timetabled][is_again]


def compile_patterns(rows: CompiledStopTimes) -> CompiledPatterns:
    """Find the patterns and timings of all trips."""
    firsts = rows.starts()
    ends = np.append(firsts[1:], len(rows.trips))[: len(firsts)]
    start_times = rows.departures[firsts] if len(firsts) else np.zeros(0, dtype=np.int32)
    bases = np.repeat(np.where(start_times == NO_VALUE, 0, start_times), ends - firsts)
    relative = np.empty((len(rows.trips), 2), dtype="<i4")
    for column, times in enumerate((rows.arrivals, rows.departures)):
        np.subtract(times, bases, out=relative[:, column])
        relative[times == NO_VALUE, column] = NO_VALUE
    counted = np.arange(len(rows.trips)) - np.repeat(firsts, ends - firsts) + 1
    is_counted = np.logical_and.reduceat(rows.sequences == counted, firsts) if len(firsts) else np.zeros(0, np.bool_)
    has_signs = np.logical_or.reduceat(rows.headsigns != 0, firsts) if len(firsts) else np.zeros(0, np.bool_)
    stops, sequences, signs = (
        column.astype("<i4").tobytes() for column in (rows.stops, rows.sequences, rows.headsigns)
    )
    flags, times = rows.flags.tobytes(), relative.tobytes()
    patterns: dict[tuple[bytes, bytes | None, bytes, bytes | None], int] = {}
    timings: dict[bytes, int] = {}
    pattern_of: list[int] = []
    timing_of: list[int] = []
    for first, end, is_plain, has_sign in zip(
        firsts.tolist(), ends.tolist(), is_counted.tolist(), has_signs.tolist(), strict=True
    ):
        wide = slice(4 * first, 4 * end)
        key = (stops[wide], None if is_plain else sequences[wide], flags[first:end], signs[wide] if has_sign else None)
        pattern_of.append(patterns.setdefault(key, len(patterns) + 1))
        timing_of.append(timings.setdefault(times[8 * first : 8 * end], len(timings) + 1))
    return CompiledPatterns(
        patterns=tuple(Pattern(*key) for key in patterns),
        timings=tuple(timings),
        trips=rows.trips[firsts],
        pattern_of=np.array(pattern_of, dtype=np.int32),
        timing_of=np.array(timing_of, dtype=np.int32),
        starts=[None if time == NO_VALUE else time for time in start_times.tolist()],
    )
