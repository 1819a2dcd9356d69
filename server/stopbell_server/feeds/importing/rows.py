"""A compiled feed → rows of the store."""

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stopbell_server.domain.network import LocationType
from stopbell_server.domain.store import DROP_OFF_MARK_SHIFT, FIRST_MARK, LAST_MARK, PICKUP_MARK_SHIFT
from stopbell_server.feeds.importing.boarding import compile_boarding
from stopbell_server.feeds.importing.compiled import CompiledFeed
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.names import compile_names
from stopbell_server.feeds.importing.patterns import CompiledPatterns, compile_patterns, count_twins
from stopbell_server.feeds.importing.report import ImportReport, Severity, to_json
from stopbell_server.feeds.importing.stop_time_rows import CompiledStopTimes
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.texts import list_other_names
from stopbell_server.feeds.importing.traffic import count_traffic
from stopbell_server.feeds.importing.values import NO_VALUE
from stopbell_server.store.schema import (
    DROP_OFF_SHIFT,
    HOURS_PER_STOP,
    MARK_BITS,
    NUMBERS_PER_CALL,
    PICKUP_BITS,
)
from stopbell_server.store.write import StoreWriter


def write_feed(
    writer: StoreWriter,
    feed: CompiledFeed,
    log: FindingLog,
    make_report: Callable[[], ImportReport],
    begin: Callable[[str], None],
) -> ImportReport:
    """Fill all tables. While the largest is filled in another thread, patterns, counts and names are worked out."""
    with ThreadPoolExecutor(1) as pool:
        filled = pool.submit(_write_boards, writer, feed)
        patterns = compile_patterns(feed.stop_times)
        traffic = count_traffic(patterns, feed.trips, lambda stop: feed.headsigns.number(feed.stops.name(stop)))
        names = compile_names(feed.stops, list_other_names(feed.translations, feed.stops), traffic.calls)
        twins = count_twins(patterns, feed.trips, {row[0] for row in feed.frequencies})
        what = "trip with the route, service, stops and times of another"
        log.add(Severity.NOTED, "trips.txt", what, "both are kept", count=twins)
        begin("writing")
        filled.result()
    report = make_report()
    meta = {"info": _describe(feed, patterns, report), "report": json.dumps(to_json(report))}
    writer.insert("meta", sorted(meta.items()))
    _write_network(writer, feed)
    _write_trips(writer, feed, patterns)
    onward = {(stop, route) for stop, route, _ in traffic.headsigns}
    boarding = compile_boarding(feed.boarding, feed.stop_times, onward, feed.booking_rules)
    writer.insert("booking_rules", boarding.rules)
    writer.insert("hailing", boarding.hailing)
    writer.insert("bookings", boarding.bookings)
    writer.insert("stop_routes", sorted(traffic.stop_routes))
    writer.insert("stop_headsigns", sorted((*key, count) for key, count in traffic.headsigns.items()))
    writer.insert("next_stops", sorted((*key, count) for key, count in traffic.next_stops.items()))
    writer.insert("names", ((number, *row) for number, row in enumerate(names.rows, start=1)))
    writer.insert("name_grams", names.grams)
    return report


def _describe(feed: CompiledFeed, patterns: CompiledPatterns, report: ImportReport) -> str:
    """Give what `FeedInfo` needs, as JSON."""
    first = feed.facts.first_day or feed.calendar.first_day
    last = feed.facts.last_day or feed.calendar.last_day
    return json.dumps(
        {
            "authority": report.authority,
            "version": report.version,
            "zone": feed.agencies.zone,
            "language": feed.facts.language or feed.agencies.language,
            "title": feed.facts.publisher or feed.agencies.rows[0][1],
            "first_day": first.isoformat() if first else None,
            "last_day": last.isoformat() if last else None,
            "longest_s": _find_longest(feed, patterns),
            "stop_count": report.counts["stops"],
            "trip_count": report.counts["trips"],
            "stop_time_count": report.counts["stop_times"],
            "attribution": feed.facts.attribution,
        }
    )


def _find_longest(feed: CompiledFeed, patterns: CompiledPatterns) -> int:
    """Give the latest time of any call; the last run of a frequency trip may start at the end of its window."""
    rows = feed.stop_times
    longest = max(0, int(rows.departures.max())) if len(rows.departures) else 0
    if not feed.frequencies:
        return longest
    start_of = dict(zip(patterns.trips.tolist(), patterns.starts, strict=True))
    last_of = dict(zip(rows.trips.tolist(), rows.departures.tolist(), strict=True))
    for trip, _, end, *_ in feed.frequencies:
        longest = max(longest, end + max(0, last_of.get(trip, 0) - (start_of.get(trip) or 0)))
    return longest


def _write_network(writer: StoreWriter, feed: CompiledFeed) -> None:
    writer.insert("agencies", sorted(feed.agencies.rows))
    writer.insert("stops", feed.stops.rows)
    writer.insert("stop_places", _list_places(feed.stops))
    writer.insert("routes", feed.routes.rows)
    writer.insert("services", enumerate(feed.calendar.services, start=1))
    writer.insert("periods", feed.calendar.periods)
    writer.insert("service_sets", feed.calendar.sets)
    writer.insert("headsigns", ((number, text) for text, number in feed.headsigns.number_by_text.items()))
    writer.insert("translations", feed.translations)
    writer.insert("levels", feed.stations.levels)
    writer.insert("stop_levels", feed.stations.stop_levels)
    writer.insert("pathways", feed.stations.pathways)
    writer.insert("station_pathways", feed.stations.station_pathways)
    writer.insert("transfers", feed.transfers)


def _list_places(stops: CompiledStops) -> Iterator[tuple[Any, ...]]:
    for stop in stops.rows:
        if stop.lat is not None and stop.location_type <= LocationType.STATION:
            yield stop.number, stop.lat, stop.lat, stop.lon, stop.lon


def _write_trips(writer: StoreWriter, feed: CompiledFeed, patterns: CompiledPatterns) -> None:
    trips = feed.trips
    writer.insert(
        "patterns",
        (
            (number, pattern.stops, pattern.sequences, pattern.flags, pattern.headsigns)
            for number, pattern in enumerate(patterns.patterns, start=1)
        ),
    )
    writer.insert("timings", enumerate(patterns.timings, start=1))
    writer.insert("frequencies", feed.frequencies)
    count = len(trips.ids)
    of_trip = np.zeros((3, count + 1), dtype=np.int32)
    of_trip[0, patterns.trips] = patterns.pattern_of
    of_trip[1, patterns.trips] = patterns.timing_of
    of_trip[2, [row[0] for row in feed.frequencies]] = 1
    starts: list[int | None] = [None] * (count + 1)
    for trip, start in zip(patterns.trips.tolist(), patterns.starts, strict=True):
        starts[trip] = start
    columns: tuple[Iterable[Any], ...] = (
        range(1, count + 1),
        trips.ids,
        trips.routes.tolist(),
        trips.services.tolist(),
        _or_none(of_trip[0, 1:]),
        _or_none(of_trip[1, 1:]),
        starts[1:],
        _or_none(trips.headsigns),
        trips.short_names,
        trips.directions,
        trips.blocks,
        trips.wheelchair,
        of_trip[2, 1:].tolist(),
    )
    writer.insert("trips", zip(*columns, strict=True))


def _or_none(numbers: NDArray[np.int32]) -> list[int | None]:
    return [number or None for number in numbers.tolist()]


def _write_boards(writer: StoreWriter, feed: CompiledFeed) -> None:
    """Write the stop times that have a time by stop and departure; those of frequency trips apart."""
    rows = feed.stop_times
    has_frequency = np.zeros(len(feed.trips.ids) + 1, dtype=np.bool_)
    has_frequency[[row[0] for row in feed.frequencies]] = True
    timed = rows.departures != NO_VALUE
    templates = has_frequency[rows.trips]
    writer.insert("boards", _pack_boards(feed, np.flatnonzero(timed & ~templates)))
    places = _sort_calls(rows.stops, rows.departures, np.flatnonzero(timed & templates))
    departure, marked, trip, sequence, service = _list_numbers(feed, places).T
    columns = (rows.stops[places], departure, trip, sequence, marked >> MARK_BITS, service)
    writer.insert("template_calls", np.column_stack(columns).tolist())


def _pack_boards(feed: CompiledFeed, places: NDArray[np.int64]) -> Iterator[tuple[int, bytes]]:
    """Pack the calls of each hour at each stop, in order."""
    rows = feed.stop_times
    places = _sort_calls(rows.stops, rows.departures, places)
    boards = rows.stops[places].astype(np.int64) * HOURS_PER_STOP + rows.departures[places] // 3600
    starts = np.flatnonzero(np.diff(boards, prepend=-1))
    packed = _list_numbers(feed, places).astype("<i4").tobytes()
    borders = (np.append(starts, len(places)) * NUMBERS_PER_CALL * 4).tolist()
    for board, start, end in zip(boards[starts].tolist(), borders[:-1], borders[1:], strict=True):
        yield board, packed[start:end]


def _list_numbers(feed: CompiledFeed, places: NDArray[np.int64]) -> NDArray[np.int32]:
    """Give the numbers of calls in the order in which `boards` packs them."""
    rows = feed.stop_times
    trips, departures = rows.trips[places], rows.departures[places]
    marked = (departures - rows.arrivals[places]) << MARK_BITS | _list_marks(rows)[places]
    return np.column_stack([departures, marked, trips, rows.sequences[places], feed.trips.services[trips - 1]])


def _list_marks(rows: CompiledStopTimes) -> NDArray[np.int32]:
    """Give `PlannedCall.marks` of all rows."""
    pickup, drop_off = rows.flags & PICKUP_BITS, rows.flags >> DROP_OFF_SHIFT & PICKUP_BITS
    marks = pickup.astype(np.int32) << PICKUP_MARK_SHIFT | drop_off.astype(np.int32) << DROP_OFF_MARK_SHIFT
    starts = rows.starts()
    if not len(starts):
        return marks
    marks[starts] |= FIRST_MARK
    marks[np.append(starts[1:], len(marks))[: len(starts)] - 1] |= LAST_MARK
    return marks


def _sort_calls(
    stops: NDArray[np.int32], departures: NDArray[np.int32], places: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Sort places by stop and departure. They come by trip and sequence and stay so where both are equal."""
    if not len(places):
        return places
    row_bits, time_bits = len(stops).bit_length(), int(departures[places].max()).bit_length()
    keys = stops[places].astype(np.int64) << time_bits | departures[places]
    if row_bits + int(keys.max()).bit_length() > 63:
        return places[np.argsort(keys, kind="stable")]
    # Numbers alone sort ten times faster than their places: the place rides in the low bits.
    return np.sort(keys << row_bits | places) & (1 << row_bits) - 1
