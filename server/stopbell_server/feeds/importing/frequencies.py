"""frequencies.txt → rows of `frequencies`."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.times import parse_times
from stopbell_server.feeds.importing.trips import to_numbers
from stopbell_server.feeds.importing.values import NO_VALUE, parse_codes, parse_numbers, report_rows

FrequencyRow = tuple[int, int, int, int, int]
"""trip, start, end, headway, is exact."""
_NEVER = (0, 0, 86_400, 0)
"""A window in which nothing runs."""


def compile_frequencies(
    table: Table | None, trip_numbers: Mapping[str, int], log: FindingLog
) -> tuple[FrequencyRow, ...]:
    """Check the rows; give them sorted. Of two rows of a trip with one start the first wins."""
    if table is None:
        return ()
    trips = to_numbers(table.frame["trip_id"], trip_numbers, 0)
    starts, _ = parse_times(table, "start_time", log)
    ends, _ = parse_times(table, "end_time", log)
    headways, _ = parse_numbers(table, "headway_secs")
    exact = parse_codes(table, "exact_times", (0, 1), 0, log, "read as not exact")
    kept = np.ones(len(trips), dtype=np.bool_)
    faults = (
        ("trip_id", trips == 0, "trip is not in trips.txt"),
        ("start_time", starts == NO_VALUE, "not a time"),
        ("end_time", ends == NO_VALUE, "not a time"),
        ("headway_secs", headways <= 0, "not a number of seconds"),
        ("end_time", ends <= starts, "not after the start"),
    )
    for column, marked, what in faults:
        report_rows(table, column, marked & kept, log, Severity.DROPPED, what, "row left out")
        kept &= ~marked
    again = _find_again(trips, starts, kept)
    what = "two rows of a trip with one start"
    report_rows(table, "start_time", again, log, Severity.DROPPED, what, "the first row is kept")
    kept &= ~again
    overlaps = _find_overlaps(trips, starts, ends, kept)
    report_rows(table, "start_time", overlaps, log, Severity.NOTED, "before the end of another row of the trip", "kept")
    rows: list[FrequencyRow] = [
        (trip, start, end, headway, is_exact)
        for trip, start, end, headway, is_exact in np.column_stack([trips, starts, ends, headways, exact])[
            kept
        ].tolist()
    ]
    # The times of a trip in this file are a template whatever is wrong with its rows: it must not run by them.
    lost = set(trips[trips > 0].tolist()) - {row[0] for row in rows}
    return tuple(sorted([*rows, *((trip, *_NEVER) for trip in lost)]))


def _find_again(trips: NDArray[np.int32], starts: NDArray[np.int32], kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    again = np.zeros(len(trips), dtype=np.bool_)
    places = np.flatnonzero(kept)
    keys = np.column_stack([trips, starts])[places]
    if len(keys):
        again[places] = True
        again[places[np.unique(keys, axis=0, return_index=True)[1]]] = False
    return again


def _find_overlaps(
    trips: NDArray[np.int32], starts: NDArray[np.int32], ends: NDArray[np.int32], kept: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Mark rows that begin before an earlier row of their trip has ended: both say how often it goes then."""
    marked = np.zeros(len(trips), dtype=np.bool_)
    places = np.flatnonzero(kept)
    order = places[np.lexsort((starts[places], trips[places]))]
    trip, latest = 0, 0
    for place in order.tolist():
        marked[place] = trips[place] == trip and starts[place] < latest
        latest = max(latest, int(ends[place])) if trips[place] == trip else int(ends[place])
        trip = int(trips[place])
    return marked
