"""frequencies.txt → rows of `frequencies`."""

from collections.abc import Mapping

import numpy as np

from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.times import parse_times
from stopbell_server.feeds.importing.trips import to_numbers
from stopbell_server.feeds.importing.values import NO_VALUE, parse_codes, parse_numbers, report_rows

FrequencyRow = tuple[int, int, int, int, int]
"""trip, start, end, headway, is exact."""


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
        ("end_time", ends < starts, "before the start"),
    )
    for column, marked, what in faults:
        report_rows(table, column, marked & kept, log, Severity.DROPPED, what, "row left out")
        kept &= ~marked
    rows = np.column_stack([trips, starts, ends, headways, exact])[kept].tolist()
    first = {(row[0], row[1]): tuple(row) for row in reversed(rows)}
    log.add(
        Severity.DROPPED, table.file, "two rows of a trip with one start", "the first row is kept",
        column="start_time", count=len(rows) - len(first),
    )  # fmt: skip
    return tuple(first[key] for key in sorted(first))
