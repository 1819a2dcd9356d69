"""What is counted once at import about each stop: its routes, its headsigns, where trips go next, how many stop."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from stopbell_server.feeds.importing.patterns import CompiledPatterns
from stopbell_server.feeds.importing.trips import CompiledTrips
from stopbell_server.store.packing import unpack


@dataclass(frozen=True, slots=True)
class Traffic:
    """Counts by stop number; all count trips of the timetable, not runs of a day."""

    stop_routes: frozenset[tuple[int, int]]
    headsigns: Counter[tuple[int, int, int]]
    """(stop, route, headsign) of trips that go on from the stop."""
    next_stops: Counter[tuple[int, int]]
    calls: Counter[int]


def count_traffic(patterns: CompiledPatterns, trips: CompiledTrips, name_last_stop: Callable[[int], int]) -> Traffic:
    """Count; a trip without headsign is counted under the headsign number that its last stop's name has."""
    places = patterns.trips - 1
    keys = np.column_stack([patterns.pattern_of, trips.routes[places], trips.headsigns[places]])
    groups, amounts = np.unique(keys, axis=0, return_counts=True) if len(keys) else (keys, np.zeros(0, np.int64))
    stop_routes: set[tuple[int, int]] = set()
    headsigns: Counter[tuple[int, int, int]] = Counter()
    next_stops: Counter[tuple[int, int]] = Counter()
    calls: Counter[int] = Counter()
    rows: list[tuple[int, int, int, int]] = np.column_stack([groups, amounts]).tolist()
    for number, route, headsign, amount in rows:
        pattern = patterns.patterns[number - 1]
        stops = unpack(pattern.stops).tolist()
        signs = unpack(pattern.headsigns).tolist() if pattern.headsigns else [0] * len(stops)
        fallback = headsign or name_last_stop(stops[-1])
        stop_routes.update((stop, route) for stop in stops)
        for stop in stops:
            calls[stop] += amount
        for stop, following, sign in zip(stops[:-1], stops[1:], signs[:-1], strict=True):
            next_stops[stop, following] += amount
            headsigns[stop, route, sign or fallback] += amount
    return Traffic(frozenset(stop_routes), headsigns, next_stops, calls)
