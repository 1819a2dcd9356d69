"""transfers.txt → rows of `transfers`."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from stopbell_server.domain.transfers import TransferKind
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.trips import to_numbers
from stopbell_server.feeds.importing.values import NO_VALUE, parse_codes, parse_numbers, report_rows

TransferRow = tuple[int | None, ...]
"""number, from stop, to stop, from route, to route, from trip, to trip, kind, minimum seconds."""
_LOST = -1


def compile_transfers(
    table: Table | None,
    stops: Mapping[str, int],
    routes: Mapping[str, int],
    trips: Mapping[str, int],
    log: FindingLog,
) -> tuple[TransferRow, ...]:
    """Check the rows. A row that names what the feed does not have is left out: it would hold for too much."""
    if table is None or table.frame.is_empty():
        return ()
    kinds = parse_codes(table, "transfer_type", [kind.value for kind in TransferKind], NO_VALUE, log, "row left out")
    is_empty = (table.frame["transfer_type"] == "").to_numpy()
    kinds = np.where(is_empty, TransferKind.RECOMMENDED.value, kinds)
    minimum, _ = parse_numbers(table, "min_transfer_time")
    columns: list[NDArray[np.int32]] = []
    kept = kinds != NO_VALUE
    for what, numbers in (("stop", stops), ("route", routes), ("trip", trips)):
        for end in ("from", "to"):
            column = f"{end}_{what}_id"
            found = to_numbers(table.frame[column], {**numbers, "": 0}, _LOST)
            lost = (found == _LOST) & kept
            report_rows(table, column, lost, log, Severity.DROPPED, f"{what} is not in {what}s.txt", "row left out")
            kept &= ~lost
            columns.append(found)
    # Without a stop, only what names a trip says between which vehicles it holds (from_stop_id, to_stop_id).
    unbound = kept & (((columns[0] == 0) & (columns[4] == 0)) | ((columns[1] == 0) & (columns[5] == 0)))
    report_rows(table, "from_stop_id", unbound, log, Severity.DROPPED, "neither a stop nor a trip", "row left out")
    kept &= ~unbound
    # From one trip to another, each named (from_trip_id, required for transfer types 4 and 5).
    linking = np.isin(kinds, (TransferKind.IN_SEAT, TransferKind.MUST_RE_BOARD))
    unlinked = kept & linking & ((columns[4] == 0) | (columns[5] == 0))
    report_rows(table, "from_trip_id", unlinked, log, Severity.DROPPED, "does not link two trips", "row left out")
    kept &= ~unlinked
    minimum = np.where(minimum < 0, NO_VALUE, minimum)
    rows = np.column_stack([*columns, kinds, minimum])[kept].tolist()
    return tuple(
        (number, *(cell or None for cell in row[:6]), row[6], None if row[7] == NO_VALUE else row[7])
        for number, row in enumerate(rows, start=1)
    )
