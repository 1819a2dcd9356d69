"""Trips that riders may stumble over: without stop times, with one, or said twice."""

import numpy as np
from numpy.typing import NDArray

from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.values import report_rows


def note_thin_trips(table: Table, trips_of_rows: NDArray[np.int32], log: FindingLog) -> None:
    """Note trips that call nowhere or once; `table` has the trips in the order of their numbers."""
    calls = np.bincount(trips_of_rows, minlength=len(table.frame) + 1)[1:]
    what = "no usable row in stop_times.txt"
    report_rows(table, "trip_id", calls == 0, log, Severity.NOTED, what, "the trip is offered nowhere")
    what = "only one usable row in stop_times.txt"
    report_rows(table, "trip_id", calls == 1, log, Severity.NOTED, what, "kept: it ends where it begins")


def note_twins(table: Table, twins: NDArray[np.int32], log: FindingLog) -> None:
    """Note the trips of these numbers, which say what an earlier one says."""
    marked = np.zeros(len(table.frame), dtype=np.bool_)
    marked[twins - 1] = True
    what = "trip with the route, service, stops and times of another"
    report_rows(table, "trip_id", marked, log, Severity.NOTED, what, "both are kept")
