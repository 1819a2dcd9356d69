"""stop_times.txt → arrays in the order of trips and sequences, checked, with blank times filled between timepoints."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.feeds.importing.interpolation import interpolate
from stopbell_server.feeds.importing.report import FindingLog, Severity
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.tables import Table
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
    table: Table, trip_numbers: Mapping[str, int], stops: CompiledStops, headsigns: Headsigns, log: FindingLog
) -> CompiledStopTimes:
    """Check all rows; a row that cannot be used is left out and its trip keeps the others."""
    arrivals, bad_arrivals = parse_times(table, "arrival_time", log)
    departures, bad_departures = parse_departures(table, arrivals, log)
    rows = CompiledStopTimes(
        trips=to_numbers(table.frame["trip_id"], trip_numbers, 0),
        stops=_number_stops(table.frame["stop_id"], stops),
        sequences=parse_numbers(table, "stop_sequence")[0],
        arrivals=arrivals,
        departures=departures,
        flags=_read_flags(table, log),
        headsigns=_read_headsigns(table, headsigns),
    )
    kept = _report_lost(table, rows, bad_arrivals, bad_departures, log)
    places = _order(table, rows, kept, log)
    rows = rows if places is None else rows.take(places)
    report = _Reporter(table, places, log)
    rows = _mend_pairs(rows, report)
    rows = _fill_blanks(rows, stops, report)
    _report_order(rows, report)
    return rows


def _number_stops(cells: pl.Series, stops: CompiledStops) -> NDArray[np.int32]:
    ids = pl.Enum(pl.Series(list(stops.number_by_id), dtype=pl.String))
    codes = cells.cast(ids, strict=False).to_physical().cast(pl.Int32)
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


def _order(table: Table, rows: CompiledStopTimes, kept: NDArray[np.bool_], log: FindingLog) -> NDArray[np.int64] | None:
    """Give the rows to use, by trip and sequence; None when that is all of them as they stand.

    Of rows with the same trip and sequence the first wins (GTFS stop_times.txt: they are the primary key).
    """
    places = None if kept.all() else np.flatnonzero(kept)
    keys = rows.trips.astype(np.int64) << 32 | (rows.sequences.astype(np.int64) + 2**31)
    keys = keys if places is None else keys[places]
    if (np.diff(keys) > 0).all():
        return places
    order = np.argsort(keys, kind="stable")
    is_first = np.append(True, np.diff(keys[order]) != 0)
    places = order if places is None else places[order]
    doubled = np.zeros(len(rows.trips), dtype=np.bool_)
    doubled[places[~is_first]] = True
    report_rows(table, "stop_sequence", doubled, log, Severity.DROPPED, "used twice in a trip", "the first is kept")
    return places[is_first]


@dataclass(frozen=True, slots=True)
class _Reporter:
    """Reports rows that were sorted, by where they stand in the file."""

    table: Table
    places: NDArray[np.int64] | None
    log: FindingLog

    def report(self, column: str, marked: NDArray[np.bool_], severity: Severity, what: str, handling: str) -> None:
        original = marked
        if self.places is not None and marked.any():
            original = np.zeros(len(self.table.frame), dtype=np.bool_)
            original[self.places[marked]] = True
        report_rows(self.table, column, original, self.log, severity, what, handling)


def _mend_pairs(rows: CompiledStopTimes, reporter: _Reporter) -> CompiledStopTimes:
    """Use the one time where the other is blank; a departure before its arrival becomes the arrival."""
    arrivals = np.where(rows.arrivals == NO_VALUE, rows.departures, rows.arrivals)
    departures = np.where(rows.departures == NO_VALUE, arrivals, rows.departures)
    early = departures < arrivals
    reporter.report(
        "departure_time", early, Severity.REPAIRED, "departure before its arrival", "the arrival is used for both"
    )
    return replace(rows, arrivals=arrivals, departures=np.maximum(arrivals, departures))


def _fill_blanks(rows: CompiledStopTimes, stops: CompiledStops, reporter: _Reporter) -> CompiledStopTimes:
    filled = interpolate(rows.trips, rows.stops, rows.arrivals, rows.departures, stops)
    reporter.report(
        "arrival_time",
        filled,
        Severity.NOTED,
        "blank between timed stops",
        "estimated by distance; said as approximate",
    )
    return replace(rows, flags=rows.flags | (filled * np.uint8(APPROXIMATE_BIT)))


def _report_order(rows: CompiledStopTimes, reporter: _Reporter) -> None:
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
