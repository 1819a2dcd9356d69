"""stop_times.txt → arrays in the order of trips and sequences, checked, with blank times filled between timepoints."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.feeds.importing.report import FindingLog, Severity
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.trips import Headsigns, to_numbers
from stopbell_server.feeds.importing.values import NO_VALUE, parse_codes, parse_departures, parse_numbers, parse_times, report_rows
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


def compile_stop_times(
    table: Table, trip_numbers: Mapping[str, int], stops: CompiledStops, headsigns: Headsigns, log: FindingLog
) -> CompiledStopTimes:
    """Check all rows; a row that cannot be used is left out and its trip keeps the others."""
    frame = table.frame
    trips = to_numbers(frame["trip_id"], trip_numbers, 0)
    stop_numbers = _number_stops(frame["stop_id"], stops)
    sequences, _ = parse_numbers(table, "stop_sequence")
    arrivals, bad_arrivals = parse_times(table, "arrival_time", log)
    departures, bad_departures = parse_departures(table, arrivals, log)
    kept = _report_lost(table, trips, stop_numbers, sequences, bad_arrivals, bad_departures, log)
    flags = _read_flags(table, log)
    signs = _read_headsigns(table, headsigns)
    report_rows(table, "stop_sequence", kept & (sequences < 0), log, Severity.NOTED, "negative", "kept in order")
    places = _order(table, trips, sequences, kept, log)
    columns = (trips, stop_numbers, sequences, arrivals, departures, flags, signs)
    if places is None:
        places = np.arange(len(trips))
    else:
        columns = tuple(column[places] for column in columns)
    trips, stop_numbers, sequences, arrivals, departures, flags, signs = columns
    rows = _Places(table, places)
    arrivals, departures = _mend_pairs(rows, arrivals, departures, log)
    approximate = _interpolate(trips, stop_numbers, arrivals, departures, stops)
    if approximate is not None:
        flags = flags | np.where(approximate, APPROXIMATE_BIT, 0).astype(np.uint8)
        log.add(
            Severity.NOTED, table.file, "blank times between timepoints", "estimated by distance and said as approximate",
            count=int(approximate.sum()),
        )  # fmt: skip
    compiled = CompiledStopTimes(trips, stop_numbers, sequences, arrivals, departures, flags, signs)
    _report_order(rows, compiled, log)
    return compiled


def _number_stops(cells: pl.Series, stops: CompiledStops) -> NDArray[np.int32]:
    ids = pl.Enum(pl.Series(list(stops.number_by_id), dtype=pl.String))
    codes = cells.cast(ids, strict=False).to_physical().cast(pl.Int32)
    return (codes.fill_null(-1) + 1).to_numpy()


def _report_lost(
    table: Table,
    trips: NDArray[np.int32],
    stops: NDArray[np.int32],
    sequences: NDArray[np.int32],
    bad_arrivals: NDArray[np.bool_],
    bad_departures: NDArray[np.bool_],
    log: FindingLog,
) -> NDArray[np.bool_]:
    """Give the rows that can be used."""
    frame = table.frame
    kept = np.ones(len(frame), dtype=np.bool_)
    zones = ((frame["location_id"] != "") | (frame["location_group_id"] != "")).to_numpy() & (stops == 0)
    faults = (
        ("trip_id", trips == 0, "trip is not in trips.txt", "row left out"),
        ("location_id", zones, "an on-demand zone (GTFS-Flex), no stop", "row left out"),
        ("stop_id", stops == 0, "stop is not in stops.txt", "row left out"),
        ("stop_sequence", sequences == NO_VALUE, "not a whole number", "row left out: its order is unknown"),
        ("arrival_time", bad_arrivals, "not a time", "row left out"),
        ("departure_time", bad_departures, "not a time", "row left out"),
    )
    for column, marked, what, handling in faults:
        report_rows(table, column, marked & kept, log, Severity.DROPPED, what, handling)
        kept &= ~marked
    return kept


def _read_flags(table: Table, log: FindingLog) -> NDArray[np.uint8]:
    if not table.present & {"pickup_type", "drop_off_type", "timepoint"}:
        return np.zeros(len(table.frame), dtype=np.uint8)
    pickup = parse_codes(table, "pickup_type", range(4), 0, log, "read as regular")
    drop_off = parse_codes(table, "drop_off_type", range(4), 0, log, "read as regular")
    timepoint = parse_codes(table, "timepoint", (0, 1), 1, log, "read as exact")
    approximate = np.where(timepoint == 0, APPROXIMATE_BIT, 0)
    return (pickup | drop_off << DROP_OFF_SHIFT | approximate).astype(np.uint8)


def _read_headsigns(table: Table, headsigns: Headsigns) -> NDArray[np.int32]:
    if "stop_headsign" not in table.present:
        return np.zeros(len(table.frame), dtype=np.int32)
    return headsigns.number_column(table.frame["stop_headsign"])


def _order(
    table: Table, trips: NDArray[np.int32], sequences: NDArray[np.int32], kept: NDArray[np.bool_], log: FindingLog
) -> NDArray[np.int64] | None:
    """Give the rows to use, by trip and sequence; None when that is all of them as they stand.

    Of rows with the same trip and sequence the first wins (GTFS stop_times.txt: they are the primary key).
    """
    places = None if kept.all() else np.flatnonzero(kept)
    keys = trips.astype(np.int64) << 32 | (sequences.astype(np.int64) + 2**31)
    keys = keys if places is None else keys[places]
    if (np.diff(keys) > 0).all():
        return places
    order = np.argsort(keys, kind="stable")
    is_first = np.append(True, np.diff(keys[order]) != 0)
    places = order if places is None else places[order]
    if not is_first.all():
        doubled = np.zeros(len(trips), dtype=np.bool_)
        doubled[places[~is_first]] = True
        report_rows(table, "stop_sequence", doubled, log, Severity.DROPPED, "used twice in a trip", "the first is kept")
    return places[is_first]


@dataclass(frozen=True, slots=True)
class _Places:
    """Rows that were sorted, and where they stand in the file."""

    table: Table
    places: NDArray[np.int64]

    def report(
        self, column: str, marked: NDArray[np.bool_], log: FindingLog, severity: Severity, what: str, handling: str
    ) -> None:
        if marked.any():
            original = np.zeros(len(self.table.frame), dtype=np.bool_)
            original[self.places[marked]] = True
            report_rows(self.table, column, original, log, severity, what, handling)


def _mend_pairs(
    rows: _Places, arrivals: NDArray[np.int32], departures: NDArray[np.int32], log: FindingLog
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Use the one time where the other is blank; a departure before its arrival becomes the arrival."""
    arrivals = np.where(arrivals == NO_VALUE, departures, arrivals)
    departures = np.where(departures == NO_VALUE, arrivals, departures)
    early = departures < arrivals
    rows.report("departure_time", early, log, Severity.REPAIRED, "departure before its arrival", "the arrival is used")
    return arrivals, np.maximum(arrivals, departures)


def _interpolate(
    trips: NDArray[np.int32],
    stops: NDArray[np.int32],
    arrivals: NDArray[np.int32],
    departures: NDArray[np.int32],
    compiled: CompiledStops,
) -> NDArray[np.bool_] | None:
    """Fill blank times that lie between two timed stops of a trip, in place; give which ones.

    Blank times at a trip's ends stay blank: nothing is known there (GTFS stop_times.txt, arrival_time).
    """
    blank = arrivals == NO_VALUE
    if not blank.any():
        return None
    timed = np.flatnonzero(~blank)
    rows = np.flatnonzero(blank)
    after = np.searchsorted(timed, rows)
    inner = (after > 0) & (after < len(timed))
    rows, after = rows[inner], after[inner]
    previous, following = timed[after - 1], timed[after]
    same = (trips[previous] == trips[rows]) & (trips[following] == trips[rows])
    rows, previous, following = rows[same], previous[same], following[same]
    along = _measure_along(trips, stops, compiled)
    length = along[following] - along[previous]
    counted = (rows - previous) / (following - previous)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(length > 0, (along[rows] - along[previous]) / length, counted)
    share = np.where(np.isfinite(share), share, counted)
    start = departures[previous].astype(np.float64)
    times = np.rint(start + np.maximum(0, arrivals[following] - start) * share).astype(np.int32)
    arrivals[rows] = times
    departures[rows] = times
    filled = np.zeros(len(trips), dtype=np.bool_)
    filled[rows] = True
    return filled


def _measure_along(trips: NDArray[np.int32], stops: NDArray[np.int32], compiled: CompiledStops) -> NDArray[np.float64]:
    """Give metres along each row's path so far, as the crow flies from stop to stop; NaN spreads over unknown places."""
    lats = np.radians([np.nan, *(np.nan if stop.lat is None else stop.lat for stop in compiled.rows)])[stops]
    lons = np.radians([np.nan, *(np.nan if stop.lon is None else stop.lon for stop in compiled.rows)])[stops]
    north = np.diff(lats, prepend=lats[:1])
    east = np.diff(lons, prepend=lons[:1]) * np.cos(lats)
    steps = np.hypot(north, east)
    steps[np.diff(trips, prepend=-1) != 0] = 0
    return _add_up_per_trip(steps, trips)


def _add_up_per_trip(steps: NDArray[np.float64], trips: NDArray[np.int32]) -> NDArray[np.float64]:
    return pl.DataFrame({"trip": trips, "step": steps}).select(pl.col("step").cum_sum().over("trip"))["step"].to_numpy()


def _report_order(rows: _Places, compiled: CompiledStopTimes, log: FindingLog) -> None:
    trips, arrivals, departures = compiled.trips, compiled.arrivals, compiled.departures
    timed = np.flatnonzero(arrivals != NO_VALUE)
    back = np.zeros(len(trips), dtype=np.bool_)
    back[timed[1:]] = (np.diff(trips[timed]) == 0) & (arrivals[timed[1:]] < departures[timed[:-1]])
    rows.report("arrival_time", back, log, Severity.NOTED, "earlier than the stop before", "kept as it is")
    firsts = compiled.starts()
    lasts = np.append(firsts[1:], len(trips))[: len(firsts)] - 1
    open_ended = np.zeros(len(trips), dtype=np.bool_)
    open_ended[firsts] = departures[firsts] == NO_VALUE
    open_ended[lasts] |= arrivals[lasts] == NO_VALUE
    rows.report(
        "arrival_time", open_ended, log, Severity.NOTED, "a trip begins or ends without a time", "no time is made up"
    )
