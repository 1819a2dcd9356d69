"""All tables of a feed, read and checked, each in the order in which the others need it."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from stopbell_server.feeds.archive import Archive
from stopbell_server.feeds.importing import columns
from stopbell_server.feeds.importing.boarding import BoardingNotes
from stopbell_server.feeds.importing.calendar import CompiledCalendar, compile_calendar
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.frequencies import FrequencyRow, compile_frequencies
from stopbell_server.feeds.importing.raw_pieces import open_pieces
from stopbell_server.feeds.importing.reading import read_pieces, read_required, read_table, refuse_missing
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.routes import CompiledAgencies, CompiledRoutes, compile_agencies, compile_routes
from stopbell_server.feeds.importing.rules import DATASET_FILES, PUBLISHING
from stopbell_server.feeds.importing.shapes import CompiledShapes, compile_shapes, pass_on
from stopbell_server.feeds.importing.stations import CompiledStations, compile_stations
from stopbell_server.feeds.importing.stop_time_rows import CompiledStopTimes
from stopbell_server.feeds.importing.stop_times import compile_stop_times
from stopbell_server.feeds.importing.stops import CompiledStops, compile_stops
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.texts import FeedFacts, read_facts
from stopbell_server.feeds.importing.transfers import TransferRow, compile_transfers
from stopbell_server.feeds.importing.translations import TranslationRow, add_labels, compile_translations
from stopbell_server.feeds.importing.trip_checks import note_thin_trips
from stopbell_server.feeds.importing.trips import CompiledTrips, Headsigns, compile_trips


@dataclass(frozen=True, slots=True)
class CompiledFeed:
    """A feed ready to be written."""

    agencies: CompiledAgencies
    stops: CompiledStops
    routes: CompiledRoutes
    calendar: CompiledCalendar
    trips: CompiledTrips
    trip_table: Table
    """trip_id, service_id and shape_id in the order of the trips' numbers: where they stand in the file."""
    headsigns: Headsigns
    stop_times: CompiledStopTimes
    shapes: CompiledShapes
    frequencies: tuple[FrequencyRow, ...]
    facts: FeedFacts
    translations: tuple[TranslationRow, ...]
    stations: CompiledStations
    transfers: tuple[TransferRow, ...]
    boarding: BoardingNotes
    booking_rules: Table | None

    def count_rows(self) -> dict[str, int]:
        """Give the number of rows kept, by table."""
        return {
            "agencies": len(self.agencies.rows),
            "stops": len(self.stops.rows),
            "routes": len(self.routes.rows),
            "services": len(self.calendar.services),
            "trips": len(self.trips.ids),
            "stop_times": len(self.stop_times.trips),
            "shapes": self.shapes.count,
            "frequencies": len(self.frequencies),
            "translations": len(self.translations),
            "pathways": len(self.stations.pathways),
            "transfers": len(self.transfers),
        }


def compile_feed(archive: Archive, log: FindingLog, begin: Callable[[str], None]) -> CompiledFeed:
    """Read all tables; `begin` is told each stage.

    Raises:
        FeedRefused: a file or column without which there is no feed is missing or unreadable.
    """
    _note_archive(archive, log)
    refuse_missing(archive, log)
    with ThreadPoolExecutor(1) as pool, open_pieces(archive, columns.STOP_TIMES.file) as largest:
        begin("reading stops")
        agencies = compile_agencies(read_required(archive, columns.AGENCY, log), log)
        stop_table = read_required(archive, columns.STOPS, log)
        stops = compile_stops(stop_table, log)
        routes = compile_routes(read_required(archive, columns.ROUTES, log), agencies, log)
        begin("reading trips")
        headsigns = Headsigns()
        trips, trip_table = compile_trips(
            read_required(archive, columns.TRIPS, log), routes.number_by_id, headsigns, log
        )
        calendar = compile_calendar(
            read_table(archive, columns.CALENDAR, log),
            read_table(archive, columns.CALENDAR_DATES, log),
            trip_table,
            log,
        )
        trips = trips.with_services(trip_table.frame["service_id"], calendar.number_by_id)
        frequencies = compile_frequencies(read_table(archive, columns.FREQUENCIES, log), trips.number_by_id, log)
        begin("reading stop times")
        spec = columns.STOP_TIMES_ON_SHAPES if archive.has(columns.SHAPES.file) else columns.STOP_TIMES
        boarding = BoardingNotes(np.insert(trips.routes, 0, 0), routes.boarded_between_stops)
        shape_log = FindingLog(log.most_places)
        reading = pool.submit(compile_shapes, archive, trip_table, stops, shape_log)
        stop_times = compile_stop_times(
            read_pieces(largest, spec, log), trips.number_by_id, stops, headsigns, boarding, log
        )
        shapes = reading.result()
    pass_on(shape_log, log)
    note_thin_trips(trip_table, stop_times.trips, log)
    facts = read_facts(read_table(archive, columns.FEED_INFO, log), read_table(archive, columns.ATTRIBUTIONS, log), log)
    return CompiledFeed(
        agencies=agencies,
        stops=stops,
        routes=routes,
        calendar=calendar,
        trips=trips,
        trip_table=trip_table,
        headsigns=headsigns,
        stop_times=stop_times,
        shapes=shapes,
        frequencies=frequencies,
        facts=facts,
        translations=_compile_texts(archive, agencies, stops, routes, trips, log),
        stations=compile_stations(
            stop_table, stops, read_table(archive, columns.PATHWAYS, log), read_table(archive, columns.LEVELS, log), log
        ),
        transfers=compile_transfers(
            read_table(archive, columns.TRANSFERS, log),
            stops.number_by_id,
            routes.number_by_id,
            trips.number_by_id,
            log,
        ),
        boarding=boarding,
        booking_rules=read_table(archive, columns.BOOKING_RULES, log),
    )


def _compile_texts(
    archive: Archive,
    agencies: CompiledAgencies,
    stops: CompiledStops,
    routes: CompiledRoutes,
    trips: CompiledTrips,
    log: FindingLog,
) -> tuple[TranslationRow, ...]:
    """Give translations.txt by record where a label of a line or an operator is meant."""
    records: dict[str, Callable[[], AbstractSet[str]]] = {
        "stops": stops.number_by_id.keys,
        "routes": routes.number_by_id.keys,
        "trips": trips.number_by_id.keys,
    }
    labels: dict[tuple[str, str], dict[str, str | None]] = {
        ("routes", "route_short_name"): {row[1]: row[4] for row in routes.rows},
        ("routes", "route_long_name"): {row[1]: row[5] for row in routes.rows},
        ("agency", "agency_name"): {row[0]: row[1] for row in agencies.rows},
    }
    translations = compile_translations(read_table(archive, columns.TRANSLATIONS, log), records, log)
    return add_labels(translations, labels)


def _note_archive(archive: Archive, log: FindingLog) -> None:
    for note in archive.notes:
        log.add(Severity.NOTED, archive.source.name, note, "read all the same", rule=PUBLISHING)
    for file in archive.bombs:
        what = "would unpack to more than 250 times its size: that is no timetable"
        log.add(
            Severity.NOTED, file, what, "never unpacked, unless it is needed: then the feed is refused", rule=PUBLISHING
        )
    for file, kind in columns.IGNORED_KINDS.items():
        if archive.has(file):
            log.add(Severity.NOTED, file, f"{kind} are not read", "ignored")
    for file, meant in archive.find_misnamed(columns.KNOWN_FILES):
        log.add(Severity.NOTED, file, f"not a file of GTFS; is {meant} meant?", "ignored", rule=DATASET_FILES)
