"""Trips of which riders cannot make use: without stop times, or with one."""

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
