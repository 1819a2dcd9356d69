"""stop_times.txt → arrays in the order of trips and sequences, checked, with blank times filled between timepoints."""

from collections.abc import Callable, Iterable, Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.domain.network import LocationType
from stopbell_server.feeds.importing.boarding import BoardingNotes
from stopbell_server.feeds.importing.columns import STOP_TIMES
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.stop_time_order import (
    drop_doubles,
    fill_blanks,
    mend_pairs,
    order_rows,
    report_order,
)
from stopbell_server.feeds.importing.stop_time_rows import CompiledStopTimes, RowReporter, join_rows
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.tables import Table, join_finders
from stopbell_server.feeds.importing.times import parse_times
from stopbell_server.feeds.importing.trips import Headsigns, to_numbers
from stopbell_server.feeds.importing.values import (
    NO_VALUE,
    parse_codes,
    parse_decimals,
    parse_numbers,
    report_rows,
)
from stopbell_server.store.schema import APPROXIMATE_BIT, DROP_OFF_SHIFT

_ZONES = ("location_id", "location_group_id")


def compile_stop_times(
    pieces: Iterable[Table],
    trip_numbers: Mapping[str, int],
    stops: CompiledStops,
    headsigns: Headsigns,
    notes: BoardingNotes,
    log: FindingLog,
) -> CompiledStopTimes:
    """Check all rows; a row that cannot be used is left out and its trip keeps the others."""
    stop_ids = pl.Enum(pl.Series(list(stops.number_by_id), dtype=pl.String))
    checked: list[CompiledStopTimes] = []
    finders: list[Callable[[int], int]] = []
    for table in pieces:
        rows, find_line = _check_piece(table, trip_numbers, stop_ids, headsigns, notes, log)
        checked.append(rows)
        finders.append(find_line)
    lengths = [len(rows.trips) for rows in checked]
    joined = join_rows(checked)
    del checked
    reporter = RowReporter(STOP_TIMES.file, join_finders(finders, lengths), log)
    rows = order_rows(joined, reporter)
    rows = mend_pairs(rows, reporter)
    rows = fill_blanks(rows, stops, reporter)
    rows = drop_doubles(rows, reporter)
    types = np.array([LocationType.STOP, *(stop.location_type for stop in stops.rows)])
    reporter.report("stop_id", types[rows.stops] != LocationType.STOP, Severity.NOTED, "a station, not a stop", "kept")
    report_order(rows, reporter)
    if not (rows.departures != NO_VALUE).any():
        log.add(Severity.NOTED, STOP_TIMES.file, "no row with a trip, a stop and a time", "there are no departures")
    return rows


def _check_piece(
    table: Table,
    trip_numbers: Mapping[str, int],
    stop_ids: pl.Enum,
    headsigns: Headsigns,
    notes: BoardingNotes,
    log: FindingLog,
) -> tuple[CompiledStopTimes, Callable[[int], int]]:
    """Give the usable rows of a piece, and what finds their lines."""
    arrivals, bad_arrivals = parse_times(table, "arrival_time", log)
    departures, bad_departures = parse_times(table, "departure_time", log)
    rows = CompiledStopTimes(
        trips=to_numbers(table.frame["trip_id"], trip_numbers, 0),
        stops=_number_stops(table.frame["stop_id"], stop_ids),
        sequences=parse_numbers(table, "stop_sequence")[0],
        arrivals=arrivals,
        departures=departures,
        flags=_read_flags(table, log),
        headsigns=_read_headsigns(table, headsigns, log),
        distances=_read_distances(table),
    )
    notes.collect(table, rows, log)
    kept = _report_lost(table, rows, bad_arrivals, bad_departures, log)
    if kept.all():
        return rows, table.find_line
    places = np.flatnonzero(kept)
    find_line = table.find_line
    return rows.take(places), lambda row: find_line(int(places[row]))


def _number_stops(cells: pl.Series, stop_ids: pl.Enum) -> NDArray[np.int32]:
    codes = cells.cast(stop_ids, strict=False).to_physical().cast(pl.Int32)
    return (codes.fill_null(-1) + 1).to_numpy()


def _read_flags(table: Table, log: FindingLog) -> NDArray[np.uint8]:
    if not table.present & {"pickup_type", "drop_off_type", "timepoint"}:
        return np.zeros(len(table.frame), dtype=np.uint8)
    pickup = parse_codes(table, "pickup_type", range(4), 0, log, "read as regular")
    drop_off = parse_codes(table, "drop_off_type", range(4), 0, log, "read as regular")
    timepoint = parse_codes(table, "timepoint", (0, 1), 1, log, "read as exact")
    return (pickup | drop_off << DROP_OFF_SHIFT | (timepoint == 0) * APPROXIMATE_BIT).astype(np.uint8)


def _read_headsigns(table: Table, headsigns: Headsigns, log: FindingLog) -> NDArray[np.int32]:
    if "stop_headsign" not in table.present:
        return np.zeros(len(table.frame), dtype=np.int32)
    return headsigns.number_column(table, "stop_headsign", log)


def _read_distances(table: Table) -> NDArray[np.float32] | None:
    if "shape_dist_traveled" not in table.present:
        return None
    return parse_decimals(table, "shape_dist_traveled").astype(np.float32)


def _report_lost(
    table: Table,
    rows: CompiledStopTimes,
    bad_arrivals: NDArray[np.bool_],
    bad_departures: NDArray[np.bool_],
    log: FindingLog,
) -> NDArray[np.bool_]:
    """Give the rows that can be used."""
    frame = table.frame
    kept = np.ones(len(frame), dtype=np.bool_)
    no_stop = rows.stops == 0
    faults = (
        ("trip_id", rows.trips == 0, "trip is not in trips.txt", "row left out"),
        *_list_zones(table, no_stop),
        ("stop_id", no_stop, "stop is not in stops.txt", "row left out"),
        ("stop_sequence", rows.sequences == NO_VALUE, "not a whole number", "row left out: its order is unknown"),
        ("arrival_time", bad_arrivals, "not a time", "row left out"),
        ("departure_time", bad_departures, "not a time", "row left out"),
    )
    for column, marked, what, handling in faults:
        # A row of GTFS-Flex is no fault: it is only nothing that can be put on a board.
        severity = Severity.NOTED if column in _ZONES else Severity.DROPPED
        report_rows(table, column, marked & kept, log, severity, what, handling)
        kept &= ~marked
    negative = kept & (rows.sequences < 0)
    report_rows(table, "stop_sequence", negative, log, Severity.NOTED, "negative", "kept in order")
    return kept


def _list_zones(table: Table, no_stop: NDArray[np.bool_]) -> list[tuple[str, NDArray[np.bool_], str, str]]:
    """List rows that have a zone or a group of stops in place of a stop (GTFS stop_times.txt, location_id)."""
    if not no_stop.any():
        return []
    is_empty = (table.frame["stop_id"] == "").to_numpy()
    return [
        (
            column,
            is_empty & (table.frame[column] != "").to_numpy(),
            "on demand (GTFS-Flex), not at a stop",
            "row left out",
        )
        for column in _ZONES
    ]
