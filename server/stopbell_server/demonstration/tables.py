"""From the lines to GTFS rows: trips, stop times and frequencies."""

from collections.abc import Iterator
from itertools import count, cycle

from stopbell_server.demonstration.lines import Line

Rows = Iterator[tuple[str | int, ...]]

TRIPS = ("route_id", "service_id", "trip_id", "trip_headsign", "direction_id", "wheelchair_accessible")
STOP_TIMES = (
    "trip_id",
    "arrival_time",
    "departure_time",
    "stop_id",
    "stop_sequence",
    "stop_headsign",
    "timepoint",
)
FREQUENCIES = ("trip_id", "start_time", "end_time", "headway_secs", "exact_times")


def list_trips(lines: tuple[Line, ...]) -> Rows:
    """Give the rows of trips.txt, in the order of STOP_TIMES' trips."""
    for line in lines:
        access = cycle(line.wheelchair)
        for service, trip, _ in _list_runs(line):
            yield line.route, service, trip, line.headsign, line.direction, next(access)


def list_stop_times(lines: tuple[Line, ...]) -> Rows:
    """Give the rows of stop_times.txt."""
    for line in lines:
        for _, trip, start_s in _list_runs(line):
            yield from _list_calls(line, trip, start_s)


def list_frequencies(lines: tuple[Line, ...]) -> Rows:
    """Give the rows of frequencies.txt: never exact, so that a rider hears "about every"."""
    for line in lines:
        for runs, trip in zip(line.frequency, _name_templates(line), strict=False):
            yield trip, to_time(runs.start_s), to_time(runs.end_s), runs.every_s, 0


def to_time(seconds: int) -> str:
    """Write a time of the service day as GTFS wants it, hours past 24 included."""
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}:{second:02}"


def _list_runs(line: Line) -> Iterator[tuple[str, str, int]]:
    """Give service, trip id and first departure of each row of trips.txt."""
    for runs in line.runs:
        for start_s in runs.list_departures():
            name = to_time(start_s)[:5].replace(":", "")
            yield runs.service, f"{line.route}-{line.direction}-{name}-{runs.service}", start_s
    for runs, trip in zip(line.frequency, _name_templates(line), strict=False):
        yield runs.service, trip, runs.start_s


def _name_templates(line: Line) -> Iterator[str]:
    return (f"{line.route}-{line.direction}-about-{number}" for number in count(1))


def _list_calls(line: Line, trip: str, start_s: int) -> Rows:
    headsign = ""
    for sequence, call in enumerate(line.calls, 1):
        stop, arrival, departure = call[0], call[1], call[-1]
        if line.turn and stop == line.turn.at:
            headsign = line.turn.headsign
        is_end = sequence in (1, len(line.calls))
        yield (
            trip,
            to_time(start_s + int(arrival) * 60),
            to_time(start_s + int(departure) * 60),
            stop,
            sequence,
            headsign,
            0 if line.is_approximate and not is_end else 1,
        )
