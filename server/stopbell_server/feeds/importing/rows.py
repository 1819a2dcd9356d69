"""A compiled feed → rows of the store."""

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stopbell_server.domain.network import LocationType
from stopbell_server.feeds.importing.boarding import compile_boarding
from stopbell_server.feeds.importing.boards import write_boards
from stopbell_server.feeds.importing.compiled import CompiledFeed
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.names import compile_names
from stopbell_server.feeds.importing.patterns import CompiledPatterns, compile_patterns, list_twins
from stopbell_server.feeds.importing.report import ImportReport, to_json
from stopbell_server.feeds.importing.shape_stops import compile_courses, note_unfit, pack_shapes
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.traffic import count_traffic
from stopbell_server.feeds.importing.translations import list_other_names
from stopbell_server.feeds.importing.trip_checks import note_twins
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
        filled = pool.submit(write_boards, writer, feed)
        patterns = compile_patterns(feed.stop_times)
        traffic = count_traffic(patterns, feed.trips, lambda stop: feed.headsigns.number(feed.stops.name(stop)))
        names = compile_names(feed.stops, list_other_names(feed.translations, feed.stops), traffic.calls)
        courses = compile_courses(feed.shapes, patterns, feed.stop_times, feed.stops)
        note_unfit(feed.trip_table, courses, feed.shapes, patterns, log)
        note_twins(feed.trip_table, list_twins(patterns, feed.trips, {row[0] for row in feed.frequencies}), log)
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
    bearings = courses.to_bearings()
    writer.insert("next_stops", sorted((*key, count, bearings.get(key)) for key, count in traffic.next_stops.items()))
    writer.insert("shapes", pack_shapes(feed.shapes))
    writer.insert("shape_stops", courses.rows)
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
    # A trip number that has no stop times stays 0.
    length_of = np.zeros(len(feed.trips.ids) + 1, dtype=np.int64)
    firsts = rows.starts()
    lasts = np.append(firsts[1:], len(rows.trips))[: len(firsts)] - 1
    starts = np.array([start or 0 for start in patterns.starts], dtype=np.int64)
    length_of[rows.trips[firsts]] = np.maximum(0, rows.departures[lasts].astype(np.int64) - starts)
    for trip, _, end, *_ in feed.frequencies:
        longest = max(longest, end + int(length_of[trip]))
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
        _or_none(feed.shapes.of_trip),
    )
    writer.insert("trips", zip(*columns, strict=True))


def _or_none(numbers: NDArray[np.int32]) -> list[int | None]:
    return [number or None for number in numbers.tolist()]
