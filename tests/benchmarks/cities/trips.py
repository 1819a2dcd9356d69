"""The trips of a city and their stop times, drawn a few lines at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tests.benchmarks.cities.lines import KINDS, SHARES, Line
from tests.benchmarks.cities.streets import Streets

TRIPS_PER_ROUTE = 120
_LINES_AT_ONCE = 60
_FIRST_START_MINUTE, _LAST_START_MINUTE = 4 * 60 + 30, 25 * 60 + 20
_TEMPLATE_START_S = 7 * 3600
_CLOCK_S = 40 * 3600
_METRES_PER_S = 6.5


@dataclass(slots=True)
class _Block:
    """What is drawn before it is written; times in seconds."""

    trips: list[tuple[str, str, str, str, int, int]] = field(default_factory=list[tuple[str, str, str, str, int, int]])
    trip_of: list[NDArray[np.int64]] = field(default_factory=list[NDArray[np.int64]])
    stops: list[NDArray[np.int64]] = field(default_factory=list[NDArray[np.int64]])
    sequences: list[NDArray[np.int64]] = field(default_factory=list[NDArray[np.int64]])
    arrivals: list[NDArray[np.int64]] = field(default_factory=list[NDArray[np.int64]])
    departures: list[NDArray[np.int64]] = field(default_factory=list[NDArray[np.int64]])


def draw_trips(
    streets: Streets, paths: Sequence[NDArray[np.int64]], draw: np.random.Generator
) -> Iterator[tuple[bytes, bytes]]:
    """Yield pieces of trips.txt and of stop_times.txt; the first ones have the headers."""
    stop_ids = pl.Series([f"S{stop:07d}" for stop in range(2 * len(streets.names))])
    clock = pl.Series([f"{s // 3600:02d}:{s // 60 % 60:02d}:{s % 60:02d}" for s in range(_CLOCK_S)])
    for first in range(0, len(paths), _LINES_AT_ONCE):
        block = _Block()
        for number in range(first, min(first + _LINES_AT_ONCE, len(paths))):
            for direction, crossings in enumerate((paths[number], paths[number][::-1])):
                _draw_line(block, Line(number), direction, crossings, streets, draw)
        yield _write(_to_trips(block), first == 0), _write(_to_stop_times(block, stop_ids, clock), first == 0)


def _draw_line(
    block: _Block,
    line: Line,
    direction: int,
    crossings: NDArray[np.int64],
    streets: Streets,
    draw: np.random.Generator,
) -> None:
    """Add the trips of a line in one direction, by start, and then its template if it has one."""
    count = TRIPS_PER_ROUTE // 2
    kinds: list[int] = draw.choice(len(KINDS), count, p=SHARES).tolist()
    starts = np.sort(draw.integers(_FIRST_START_MINUTE, _LAST_START_MINUTE, count)) * 60
    first = line.number * TRIPS_PER_ROUTE + direction * count
    trips = [
        (f"{line.number + 1}-{KINDS[kind][0]}-{direction}-{number:07d}", line.service(kind))
        for number, kind in enumerate(kinds, start=first)
    ]
    if line.has_frequency:
        trips.append(line.template(direction))
        starts = np.append(starts, _TEMPLATE_START_S)
    arrivals, departures = _draw_times(streets, crossings, starts, draw)
    headsign = streets.names[int(crossings[-1])]
    base, length = len(block.trips), len(crossings)
    block.trips += [
        (line.id, service, trip, headsign, direction, place % 3) for place, (trip, service) in enumerate(trips)
    ]
    block.trip_of.append(np.repeat(np.arange(base, base + len(trips)), length))
    block.stops.append(np.tile(crossings * 2 + direction, len(trips)))
    block.sequences.append(np.tile(np.arange(1, length + 1), len(trips)))
    block.arrivals.append(arrivals.ravel())
    block.departures.append(departures.ravel())


def _draw_times(
    streets: Streets, crossings: NDArray[np.int64], starts: NDArray[np.int64], draw: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Draw arrivals and departures, one row per trip: slower at peak hours, never the same twice."""
    north = np.diff(streets.lats[crossings]) * 111_000
    east = np.diff(streets.lons[crossings]) * 72_000
    steps = np.hypot(north, east) / _METRES_PER_S
    hours = starts / 3600
    peak = 1 + 0.35 * (np.exp(-((hours - 8) ** 2)) + np.exp(-((hours - 17.5) ** 2)))
    shape = (len(starts), len(steps))
    runs = np.maximum(20, steps * peak[:, None] * draw.uniform(0.9, 1.1, shape)).astype(np.int64)
    dwells = (draw.random(shape) < 0.04) * draw.integers(20, 120, shape)
    waits = np.cumsum(runs + dwells, axis=1)
    zeros = np.zeros((len(starts), 1), dtype=np.int64)
    departures = starts[:, None] + np.hstack([zeros, waits])
    return departures - np.hstack([zeros, dwells]), departures


def _to_trips(block: _Block) -> pl.DataFrame:
    names = ("route_id", "service_id", "trip_id", "trip_headsign", "direction_id", "wheelchair_accessible")
    return pl.DataFrame(block.trips, schema=names, orient="row")


def _to_stop_times(block: _Block, stop_ids: pl.Series, clock: pl.Series) -> pl.DataFrame:
    trip_ids = pl.Series([trip for _, _, trip, *_ in block.trips])
    sequences = np.concatenate(block.sequences)
    regular = np.zeros(len(sequences), dtype=np.int8)
    return pl.DataFrame(
        {
            "trip_id": trip_ids.gather(np.concatenate(block.trip_of)),
            "arrival_time": clock.gather(np.concatenate(block.arrivals)),
            "departure_time": clock.gather(np.concatenate(block.departures)),
            "stop_id": stop_ids.gather(np.concatenate(block.stops)),
            "stop_sequence": sequences,
            "pickup_type": regular,
            "drop_off_type": regular,
        }
    )


def _write(frame: pl.DataFrame, is_first: bool) -> bytes:
    return frame.write_csv(include_header=is_first).encode()
