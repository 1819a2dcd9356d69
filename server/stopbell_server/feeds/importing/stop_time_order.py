"""Rows of stop_times.txt put in order: sorted, mended, blank times filled, doubles dropped."""

from dataclasses import replace

import numpy as np
import polars as pl

from stopbell_server.feeds.importing.interpolation import interpolate
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.stop_time_rows import CompiledStopTimes, RowReporter
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.values import NO_VALUE
from stopbell_server.store.schema import APPROXIMATE_BIT


def order_rows(rows: CompiledStopTimes, reporter: RowReporter) -> CompiledStopTimes:
    """Sort by trip and sequence; rows with the same two stay in the file's order."""
    trips, sequences = rows.trips, rows.sequences
    goes_on = (trips[1:] == trips[:-1]) & (sequences[1:] > sequences[:-1])
    if (goes_on | (trips[1:] > trips[:-1])).all():
        return rows
    keys = trips.astype(np.int64) << 32 | (sequences.astype(np.int64) + 2**31)
    order = np.argsort(keys, kind="stable")
    is_again = np.append(False, np.diff(keys[order]) == 0)
    reporter.places = order
    reporter.report("stop_sequence", is_again, Severity.REPAIRED, "used twice in a trip", "the file's order is kept")
    return rows.take(order)


def drop_doubles(rows: CompiledStopTimes, reporter: RowReporter) -> CompiledStopTimes:
    """Drop what says again that a trip calls at a stop at one time under one sequence."""
    if not ((rows.sequences[1:] == rows.sequences[:-1]) & (rows.trips[1:] == rows.trips[:-1])).any():
        return rows
    calls = pl.DataFrame([rows.trips, rows.sequences, rows.stops, rows.departures])
    is_first = calls.select(pl.struct(pl.all()).is_first_distinct()).to_series().to_numpy()
    reporter.report("stop_sequence", ~is_first, Severity.DROPPED, "row twice", "the first is kept")
    places = np.flatnonzero(is_first)
    reporter.places = places if reporter.places is None else reporter.places[places]
    return rows.take(places)


def mend_pairs(rows: CompiledStopTimes, reporter: RowReporter) -> CompiledStopTimes:
    """Use the one time where the other is blank; a departure before its arrival becomes the arrival."""
    arrivals = np.where(rows.arrivals == NO_VALUE, rows.departures, rows.arrivals)
    departures = np.where(rows.departures == NO_VALUE, arrivals, rows.departures)
    early = departures < arrivals
    reporter.report(
        "departure_time", early, Severity.REPAIRED, "departure before its arrival", "the arrival is used for both"
    )
    return replace(rows, arrivals=arrivals, departures=np.maximum(arrivals, departures))


def fill_blanks(rows: CompiledStopTimes, stops: CompiledStops, reporter: RowReporter) -> CompiledStopTimes:
    """Estimate blank times between two timed stops and flag them."""
    filled = interpolate(rows.trips, rows.stops, rows.arrivals, rows.departures, stops)
    reporter.report(
        "arrival_time",
        filled,
        Severity.NOTED,
        "blank between timed stops",
        "estimated by distance; said as approximate",
    )
    return replace(rows, flags=rows.flags | (filled * np.uint8(APPROXIMATE_BIT)))


def report_order(rows: CompiledStopTimes, reporter: RowReporter) -> None:
    """Note what riders may stumble over: times that go back, trips that begin or end without one."""
    is_timed = rows.arrivals != NO_VALUE
    # A view of all rows costs nothing; places of all rows would be the largest array of an import.
    timed = slice(None) if is_timed.all() else np.flatnonzero(is_timed)
    trips, arrivals, departures = rows.trips[timed], rows.arrivals[timed], rows.departures[timed]
    is_back = np.append(False, (trips[1:] == trips[:-1]) & (arrivals[1:] < departures[:-1]))[: len(trips)]
    back = np.zeros(len(rows.trips), dtype=np.bool_)
    back[timed] = is_back
    reporter.report("arrival_time", back, Severity.NOTED, "earlier than the stop before", "kept as it is")
    firsts = rows.starts()
    lasts = np.append(firsts[1:], len(rows.trips))[: len(firsts)] - 1
    open_ended = np.zeros(len(rows.trips), dtype=np.bool_)
    open_ended[firsts] = rows.departures[firsts] == NO_VALUE
    open_ended[lasts] |= rows.arrivals[lasts] == NO_VALUE
    reporter.report(
        "arrival_time", open_ended, Severity.NOTED, "a trip begins or ends without a time", "no time is made up"
    )
