"""stop_times.txt → arrays in the order of trips and sequences, checked, with blank times filled between timepoints."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.feeds.importing.columns import STOP_TIMES
from stopbell_server.feeds.importing.interpolation import interpolate
from stopbell_server.feeds.importing.report import FindingLog, Severity
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.tables import Table, join_finders
from stopbell_server.feeds.importing.trips import Headsigns, to_numbers
from stopbell_server.feeds.importing.values import (
    NO_VALUE,
    parse_codes,
    parse_departures,
    parse_numbers,
    parse_times,
    report_rows,
)
from stopbell_server.store.schema import APPROXIMATE_BIT, DROP_OFF_SHIFT


@dataclass(frozen=True, slots=True)
class CompiledStopTimes:
    """Columns of equal length, sorted by trip and sequence."""

    trips: NDArray[np.int32]
    stops: NDArray[np.int32]
    sequences: NDArray[np.int32]
    arrivals: NDArray[np.int32]
    departures: NDArray[np.int32]
    """NO_VALUE where there is no time."""
    flags: NDArray[np.uint8]
    headsigns: NDArray[np.int32]

    def starts(self) -> NDArray[np.int64]:
        """Give the place of each trip's first row."""
        return np.flatnonzero(np.diff(self.trips, prepend=-1))

    def take(self, places: NDArray[np.int64]) -> "CompiledStopTimes":
        """Give some of the rows in another order."""
        return CompiledStopTimes(
            trips=self.trips[places],
            stops=self.stops[places],
            sequences=self.sequences[places],
            arrivals=self.arrivals[places],
            departures=self.departures[places],
            flags=self.flags[places],
            headsigns=self.headsigns[places],
        )


def compile_stop_times(
    pieces: Iterable[Table],
    trip_numbers: Mapping[str, int],
    stops: CompiledStops,
    headsigns: Headsigns,
    log: FindingLog,
) -> CompiledStopTimes:
    """Check all rows; a row that cannot be used is left out and its trip keeps the others."""
    stop_ids = pl.Enum(pl.Series(list(stops.number_by_id), dtype=pl.String))
    checked: list[CompiledStopTimes] = []
    finders: list[Callable[[int], int]] = []
    for table in pieces:
        rows, find_line = _check_piece(table, trip_numbers, stop_ids, headsigns, log)
        checked.append(rows)
        finders.append(find_line)
    lengths = [len(rows.trips) for rows in checked]
    joined = checked[0] if len(checked) == 1 else _join(checked)
    del checked
    reporter = RowReporter(STOP_TIMES.file, join_finders(finders, lengths), log)
    rows = _order(joined, reporter)
    rows = _mend_pairs(rows, reporter)
    rows = _fill_blanks(rows, stops, reporter)
    rows = _drop_doubles(rows, reporter)
    _report_order(rows, reporter)
    if not (rows.departures != NO_VALUE).any():
        log.add(Severity.NOTED, STOP_TIMES.file, "no row with a trip, a stop and a time", "there are no departures")
    return rows


def _check_piece(
    table: Table, trip_numbers: Mapping[str, int], stop_ids: pl.Enum, headsigns: Headsigns, log: FindingLog
) -> tuple[CompiledStopTimes, Callable[[int], int]]:
    """Give the usable rows of a piece, and what finds their lines."""
    arrivals, bad_arrivals = parse_times(table, "arrival_time", log)
    departures, bad_departures = parse_departures(table, arrivals, log)
    rows = CompiledStopTimes(
        trips=to_numbers(table.frame["trip_id"], trip_numbers, 0),
        stops=_number_stops(table.frame["stop_id"], stop_ids),
        sequences=parse_numbers(table, "stop_sequence")[0],
        arrivals=arrivals,
        departures=departures,
        flags=_read_flags(table, log),
        headsigns=_read_headsigns(table, headsigns),
    )
    kept = _report_lost(table, rows, bad_arrivals, bad_departures, log)
    if kept.all():
        return rows, table.find_line
    places = np.flatnonzero(kept)
    find_line = table.find_line
    return rows.take(places), lambda row: find_line(int(places[row]))


def _join(pieces: list[CompiledStopTimes]) -> CompiledStopTimes:
    return CompiledStopTimes(
        trips=np.concatenate([piece.trips for piece in pieces]),
        stops=np.concatenate([piece.stops for piece in pieces]),
        sequences=np.concatenate([piece.sequences for piece in pieces]),
        arrivals=np.concatenate([piece.arrivals for piece in pieces]),
        departures=np.concatenate([piece.departures for piece in pieces]),
        flags=np.concatenate([piece.flags for piece in pieces]),
        headsigns=np.concatenate([piece.headsigns for piece in pieces]),
    )


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


def _read_headsigns(table: Table, headsigns: Headsigns) -> NDArray[np.int32]:
    if "stop_headsign" not in table.present:
        return np.zeros(len(table.frame), dtype=np.int32)
    return headsigns.number_column(table.frame["stop_headsign"])


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
    zones = no_stop & ((frame["location_id"] != "") | (frame["location_group_id"] != "")).to_numpy()
    faults = (
        ("trip_id", rows.trips == 0, "trip is not in trips.txt", "row left out"),
        ("location_id", zones, "an on-demand zone (GTFS-Flex), no stop", "row left out"),
        ("stop_id", no_stop, "stop is not in stops.txt", "row left out"),
        ("stop_sequence", rows.sequences == NO_VALUE, "not a whole number", "row left out: its order is unknown"),
        ("arrival_time", bad_arrivals, "not a time", "row left out"),
        ("departure_time", bad_departures, "not a time", "row left out"),
    )
    for column, marked, what, handling in faults:
        report_rows(table, column, marked & kept, log, Severity.DROPPED, what, handling)
        kept &= ~marked
    negative = kept & (rows.sequences < 0)
    report_rows(table, "stop_sequence", negative, log, Severity.NOTED, "negative", "kept in order")
    return kept


@dataclass(slots=True)
class RowReporter:
    """Reports rows that may have been sorted, by where they stand in the file."""

    file: str
    find_line: Callable[[int], int]
    log: FindingLog
    places: NDArray[np.int64] | None = None
    """Row → row as read; None while they are as read."""

    def report(self, column: str, marked: NDArray[np.bool_], severity: Severity, what: str, handling: str) -> None:
        """Add a finding for the marked rows, with the line of the one that comes first in the file."""
        rows = np.flatnonzero(marked)
        if len(rows):
            first = int((rows if self.places is None else self.places[rows]).min())
            line = self.find_line(first)
            self.log.add(severity, self.file, what, handling, column=column, line=line, count=len(rows))


def _order(rows: CompiledStopTimes, reporter: RowReporter) -> CompiledStopTimes:
    """Sort by trip and sequence; rows with the same two stay in the file's order."""
    keys = rows.trips.astype(np.int64) << 32 | (rows.sequences.astype(np.int64) + 2**31)
    steps = np.diff(keys)
    if (steps > 0).all():
        return rows
    order = np.argsort(keys, kind="stable")
    is_again = np.append(False, np.diff(keys[order]) == 0)
    reporter.places = order
    reporter.report("stop_sequence", is_again, Severity.REPAIRED, "used twice in a trip", "the file's order is kept")
    return rows.take(order)


def _drop_doubles(rows: CompiledStopTimes, reporter: RowReporter) -> CompiledStopTimes:
    """Drop what says again that a trip calls at a stop at one time under one sequence."""
    if len(rows.trips) < 2 or not ((np.diff(rows.sequences) == 0) & (np.diff(rows.trips) == 0)).any():
        return rows
    calls = pl.DataFrame([rows.trips, rows.sequences, rows.stops, rows.departures])
    is_first = calls.select(pl.struct(pl.all()).is_first_distinct()).to_series().to_numpy()
    reporter.report("stop_sequence", ~is_first, Severity.DROPPED, "row twice", "the first is kept")
    places = np.flatnonzero(is_first)
    reporter.places = places if reporter.places is None else reporter.places[places]
    return rows.take(places)


def _mend_pairs(rows: CompiledStopTimes, reporter: RowReporter) -> CompiledStopTimes:
    """Use the one time where the other is blank; a departure before its arrival becomes the arrival."""
    arrivals = np.where(rows.arrivals == NO_VALUE, rows.departures, rows.arrivals)
    departures = np.where(rows.departures == NO_VALUE, arrivals, rows.departures)
    early = departures < arrivals
    reporter.report(
        "departure_time", early, Severity.REPAIRED, "departure before its arrival", "the arrival is used for both"
    )
    return replace(rows, arrivals=arrivals, departures=np.maximum(arrivals, departures))


def _fill_blanks(rows: CompiledStopTimes, stops: CompiledStops, reporter: RowReporter) -> CompiledStopTimes:
    filled = interpolate(rows.trips, rows.stops, rows.arrivals, rows.departures, stops)
    reporter.report(
        "arrival_time",
        filled,
        Severity.NOTED,
        "blank between timed stops",
        "estimated by distance; said as approximate",
    )
    return replace(rows, flags=rows.flags | (filled * np.uint8(APPROXIMATE_BIT)))


def _report_order(rows: CompiledStopTimes, reporter: RowReporter) -> None:
    timed = np.flatnonzero(rows.arrivals != NO_VALUE)
    back = np.zeros(len(rows.trips), dtype=np.bool_)
    is_same_trip = np.diff(rows.trips[timed]) == 0
    back[timed[1:]] = is_same_trip & (rows.arrivals[timed[1:]] < rows.departures[timed[:-1]])
    reporter.report("arrival_time", back, Severity.NOTED, "earlier than the stop before", "kept as it is")
    firsts = rows.starts()
    lasts = np.append(firsts[1:], len(rows.trips))[: len(firsts)] - 1
    open_ended = np.zeros(len(rows.trips), dtype=np.bool_)
    open_ended[firsts] = rows.departures[firsts] == NO_VALUE
    open_ended[lasts] |= rows.arrivals[lasts] == NO_VALUE
    reporter.report(
        "arrival_time", open_ended, Severity.NOTED, "a trip begins or ends without a time", "no time is made up"
    )
