"""One import from end to end: source → tables → compiled arrays → file."""

import gc
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from stopbell_server.domain.errors import StoreUnreadable
from stopbell_server.feeds.archive import Archive, open_archive
from stopbell_server.feeds.importing import columns
from stopbell_server.feeds.importing.calendar import CompiledCalendar, compile_calendar
from stopbell_server.feeds.importing.frequencies import compile_frequencies, type_of_frequency
from stopbell_server.feeds.importing.names import compile_names
from stopbell_server.feeds.importing.patterns import CompiledPatterns, compile_patterns
from stopbell_server.feeds.importing.report import FindingLog, ImportReport, Severity, parse_report, to_json
from stopbell_server.feeds.importing.routes import CompiledAgencies, CompiledRoutes, compile_agencies, compile_routes
from stopbell_server.feeds.importing.stop_times import CompiledStopTimes, compile_stop_times
from stopbell_server.feeds.importing.stops import CompiledStops, compile_stops
from stopbell_server.feeds.importing.tables import Table, read_table
from stopbell_server.feeds.importing.texts import (
    FeedFacts,
    compile_translations,
    list_other_names,
    read_facts,
    type_of_translation,
)
from stopbell_server.feeds.importing.traffic import Traffic, count_traffic
from stopbell_server.feeds.importing.trips import CompiledTrips, Headsigns, compile_trips, to_numbers
from stopbell_server.feeds.importing.values import NO_VALUE
from stopbell_server.store.database import Database
from stopbell_server.store.schema import SCHEMA_VERSION
from stopbell_server.store.write import StoreWriter, write_store

IMPORTER_VERSION = 1
"""Raise it whenever the same source would be compiled differently; feeds are then imported again."""

OnProgress = Callable[[str, int, int], None]
"""(stage, steps done, steps in all)."""

_STAGES = ("opening", "reading stops", "reading trips", "reading stop times", "sorting", "writing", "indexing names")


def import_feed(source: Path, authority: str, target_folder: Path, on_progress: OnProgress) -> ImportReport:
    """Compile a GTFS zip or folder into `target_folder/<version>.sqlite`; a version that is there is not made again.

    Raises:
        FeedRefused: the source cannot become a feed; nothing is written.
        FeedUnavailable: the disk is full or the folder cannot be written.
    """
    steps = iter(range(len(_STAGES)))

    def begin(stage: str) -> None:
        on_progress(stage, next(steps), len(_STAGES))

    begin("opening")
    with open_archive(source) as archive:
        version = to_version(archive.digest)
        path = target_folder / f"{version}.sqlite"
        report = find_report(path, authority)
        if report is None:
            report = _import(archive, authority, version, path, begin)
    on_progress("done", len(_STAGES), len(_STAGES))
    return report


def to_version(digest: str) -> str:
    """Give the version of a compiled feed from the sha256 of its source."""
    return hashlib.sha256(f"{digest} schema {SCHEMA_VERSION} importer {IMPORTER_VERSION}".encode()).hexdigest()[:32]


def find_report(path: Path, authority: str) -> ImportReport | None:
    """Read the report of a compiled file; None when it is not there, not usable or of another authority."""
    if not path.exists():
        return None
    try:
        database = Database(path)
        try:
            row = database.first("SELECT value FROM meta WHERE key = 'report'")
        finally:
            database.close()
    except StoreUnreadable:
        return None
    report = parse_report(json.loads(row[0]), path) if row else None
    return report if report and report.authority == authority else None


@dataclass(frozen=True, slots=True)
class _Compiled:
    agencies: CompiledAgencies
    stops: CompiledStops
    routes: CompiledRoutes
    calendar: CompiledCalendar
    trips: CompiledTrips
    headsigns: Headsigns
    stop_times: CompiledStopTimes
    patterns: CompiledPatterns
    frequencies: tuple[type_of_frequency, ...]
    traffic: Traffic
    facts: FeedFacts
    translations: tuple[type_of_translation, ...]


def _import(archive: Archive, authority: str, version: str, path: Path, begin: Callable[[str], None]) -> ImportReport:
    log = FindingLog()
    compiled = _compile(archive, log, begin)
    counts = {
        "agencies": len(compiled.agencies.rows),
        "stops": len(compiled.stops.rows),
        "routes": len(compiled.routes.rows),
        "services": len(compiled.calendar.services),
        "trips": len(compiled.trips.ids),
        "stop_times": len(compiled.stop_times.trips),
        "frequencies": len(compiled.frequencies),
        "translations": len(compiled.translations),
    }
    report = ImportReport(authority, version, path, counts, log.list_findings(), log.hidden)
    begin("writing")
    with write_store(path) as writer:
        writer.insert(
            "meta", sorted({"info": _describe(compiled, report), "report": json.dumps(to_json(report))}.items())
        )
        _write(writer, compiled)
        begin("indexing names")
        others = list_other_names(compiled.translations, compiled.stops)
        names = compile_names(compiled.stops, others, compiled.traffic.calls)
        writer.insert("names", ((number, *row) for number, row in enumerate(names.rows, start=1)))
        writer.insert("name_grams", names.grams)
    return report


def _compile(archive: Archive, log: FindingLog, begin: Callable[[str], None]) -> _Compiled:
    for note in archive.notes:
        log.add(Severity.NOTED, archive.source.name, note, "read from there")
    for file, kind in columns.IGNORED_KINDS.items():
        if archive.has(file):
            log.add(Severity.NOTED, file, f"{kind} are not read", "ignored")

    def read(spec: columns.TableSpec) -> Table | None:
        return read_table(archive, spec, log)

    def read_required(spec: columns.TableSpec) -> Table:
        table = read(spec)
        assert table is not None  # read_table refuses when a required file is missing
        return table

    begin("reading stops")
    agencies = compile_agencies(read_required(columns.AGENCY), log)
    stops = compile_stops(read_required(columns.STOPS), log)
    routes = compile_routes(read_required(columns.ROUTES), agencies, log)
    begin("reading trips")
    headsigns = Headsigns()
    trip_table = read_required(columns.TRIPS)
    trips, trip_services = compile_trips(trip_table, routes.number_by_id, headsigns, log)
    calendar = compile_calendar(
        read(columns.CALENDAR), read(columns.CALENDAR_DATES), trip_services.unique(maintain_order=True).to_list(), log
    )
    trips.services[:] = to_numbers(trip_services, calendar.number_by_id, 0)
    trip_numbers = {trip: number for number, trip in enumerate(trips.ids.to_list(), start=1)}
    frequencies = compile_frequencies(read(columns.FREQUENCIES), trip_numbers, log)
    begin("reading stop times")
    stop_times = compile_stop_times(read_required(columns.STOP_TIMES), trip_numbers, stops, headsigns, log)
    begin("sorting")
    patterns = compile_patterns(stop_times)
    traffic = count_traffic(patterns, trips, lambda stop: headsigns.number(_name_of(stop, stops)))
    return _Compiled(
        agencies=agencies,
        stops=stops,
        routes=routes,
        calendar=calendar,
        trips=trips,
        headsigns=headsigns,
        stop_times=stop_times,
        patterns=patterns,
        frequencies=frequencies,
        traffic=traffic,
        facts=read_facts(read(columns.FEED_INFO), read(columns.ATTRIBUTIONS), log),
        translations=compile_translations(read(columns.TRANSLATIONS), log),
    )


def _name_of(stop: int, stops: CompiledStops) -> str:
    row = stops.rows[stop - 1]
    return row.name or (stops.rows[row.parent - 1].name if row.parent else "") or row.id


def _describe(compiled: _Compiled, report: ImportReport) -> str:
    facts = compiled.facts
    first = facts.first_day or compiled.calendar.first_day
    last = facts.last_day or compiled.calendar.last_day
    return json.dumps(
        {
            "authority": report.authority,
            "version": report.version,
            "zone": compiled.agencies.zone,
            "language": facts.language or compiled.agencies.language,
            "title": facts.publisher or compiled.agencies.rows[0][1],
            "first_day": first.isoformat() if first else None,
            "last_day": last.isoformat() if last else None,
            "longest_s": _find_longest(compiled),
            "stop_count": len(compiled.stops.rows),
            "trip_count": len(compiled.trips.ids),
            "stop_time_count": len(compiled.stop_times.trips),
            "attribution": facts.attribution,
        }
    )


def _find_longest(compiled: _Compiled) -> int:
    """Give the latest time of any call; the last run of a frequency trip may start at the end of its window."""
    rows = compiled.stop_times
    longest = max(0, int(rows.departures.max())) if len(rows.departures) else 0
    start_of = dict(zip(compiled.patterns.trips.tolist(), compiled.patterns.starts, strict=True))
    last_of = dict(zip(rows.trips.tolist(), rows.departures.tolist(), strict=True)) if compiled.frequencies else {}
    for trip, _, end, *_ in compiled.frequencies:
        longest = max(longest, end + max(0, last_of.get(trip, 0) - (start_of.get(trip) or 0)))
    return longest


def _write(writer: StoreWriter, compiled: _Compiled) -> None:
    writer.insert("agencies", sorted(compiled.agencies.rows))
    writer.insert("stops", _list_stop_rows(compiled.stops))
    writer.insert("stop_places", _list_places(compiled.stops))
    writer.insert("routes", compiled.routes.rows)
    writer.insert("services", enumerate(compiled.calendar.services, start=1))
    writer.insert("periods", compiled.calendar.periods)
    writer.insert("service_sets", compiled.calendar.sets)
    writer.insert("headsigns", ((number, text) for text, number in compiled.headsigns.number_by_text.items()))
    patterns = compiled.patterns
    writer.insert(
        "patterns",
        ((n, p.stops, p.sequences, p.flags, p.headsigns) for n, p in enumerate(patterns.patterns, start=1)),
    )
    writer.insert("timings", enumerate(patterns.timings, start=1))
    writer.insert("frequencies", compiled.frequencies)
    _write_trips(writer, compiled)
    _write_calls(writer, compiled)
    traffic = compiled.traffic
    writer.insert("stop_routes", sorted(traffic.stop_routes))
    writer.insert("stop_headsigns", sorted((*key, count) for key, count in traffic.headsigns.items()))
    writer.insert("next_stops", sorted((*key, count) for key, count in traffic.next_stops.items()))
    writer.insert("translations", compiled.translations)


def _list_stop_rows(stops: CompiledStops) -> Iterator[tuple[Any, ...]]:
    for stop in stops.rows:
        yield (
            stop.number,
            stop.id,
            stop.name,
            stop.location_type,
            stop.spoken_name,
            stop.code,
            stop.platform,
            stop.parent,
            stop.lat,
            stop.lon,
            stop.wheelchair,
            stop.description,
            stop.zone_name,
        )


def _list_places(stops: CompiledStops) -> Iterator[tuple[Any, ...]]:
    for stop in stops.rows:
        if stop.lat is not None and stop.location_type <= 1:
            yield stop.number, stop.lat, stop.lat, stop.lon, stop.lon


def _write_trips(writer: StoreWriter, compiled: _Compiled) -> None:
    trips, patterns = compiled.trips, compiled.patterns
    count = len(trips.ids)
    pattern_of = np.zeros(count, dtype=np.int32)
    timing_of = pattern_of.copy()
    pattern_of[patterns.trips - 1] = patterns.pattern_of
    timing_of[patterns.trips - 1] = patterns.timing_of
    starts: list[int | None] = [None] * count
    for trip, start in zip(patterns.trips.tolist(), patterns.starts, strict=True):
        starts[trip - 1] = start
    is_frequency = np.zeros(count, dtype=np.int32)
    is_frequency[[row[0] - 1 for row in compiled.frequencies]] = 1
    writer.insert(
        "trips",
        zip(
            range(1, count + 1),
            trips.ids.to_list(),
            trips.routes.tolist(),
            trips.services.tolist(),
            _or_none(pattern_of.tolist()),
            _or_none(timing_of.tolist()),
            starts,
            _or_none(trips.headsigns.tolist()),
            trips.short_names,
            trips.directions,
            trips.blocks,
            trips.wheelchair,
            is_frequency.tolist(),
            strict=True,
        ),
    )


def _or_none(numbers: list[int]) -> list[int | None]:
    return [number or None for number in numbers]


def _write_calls(writer: StoreWriter, compiled: _Compiled) -> None:
    rows = compiled.stop_times
    timed = rows.departures != NO_VALUE
    is_template = np.zeros(len(compiled.trips.ids) + 1, dtype=np.bool_)
    is_template[[row[0] for row in compiled.frequencies]] = True
    templates = is_template[rows.trips]
    for table, chosen in (("calls", timed & ~templates), ("template_calls", timed & templates)):
        stops, departures, trips = rows.stops[chosen], rows.departures[chosen], rows.trips[chosen]
        sequences, dwell = rows.sequences[chosen], departures - rows.arrivals[chosen]
        services = compiled.trips.services[trips - 1]
        order = np.lexsort((sequences, trips, departures, stops))
        writer.insert_array(
            table, np.column_stack([stops, departures, trips, sequences, dwell, services])[order].astype(np.int32)
        )


def disable_collector() -> None:
    """Stop the cycle collector: an import makes millions of lists and no cycles. For a process of its own."""
    gc.disable()
