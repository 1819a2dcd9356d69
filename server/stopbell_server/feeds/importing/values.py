"""Cells of GTFS tables → numbers: whole columns at once, with a finding for what cannot be read."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.tables import Table

NO_VALUE = -(2**31)
"""In a column of numbers: the cell is empty or cannot be read."""


def parse_numbers(table: Table, column: str) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Give whole numbers; and which cells are neither a number nor empty."""
    cells = table.frame[column]
    if column not in table.present:
        return np.full(len(cells), NO_VALUE, dtype=np.int32), np.zeros(len(cells), dtype=np.bool_)
    if cells.dtype == pl.Int32:
        return cells.fill_null(NO_VALUE).to_numpy(), np.zeros(len(cells), dtype=np.bool_)
    parsed = cells.cast(pl.Int32, strict=False)
    unread = parsed.is_null().to_numpy()
    return parsed.fill_null(NO_VALUE).to_numpy(), unread & (cells != "").to_numpy()


def parse_decimals(table: Table, column: str) -> NDArray[np.float64]:
    """Give numbers; NaN for a cell that is empty or no number."""
    cells = table.frame[column]
    if column not in table.present:
        return np.full(len(cells), np.nan)
    return cells.cast(pl.Float64, strict=False).fill_null(np.nan).to_numpy()


def parse_codes(
    table: Table, column: str, allowed: Sequence[int], default: int, log: FindingLog, handling: str
) -> NDArray[np.int32]:
    """Give the numbers of an enumerated column; empty is the default, and so is, with a finding, any other value."""
    if column not in table.present:
        return np.full(len(table.frame), default, dtype=np.int32)
    numbers, unread = parse_numbers(table, column)
    odd = ~np.isin(numbers, (*allowed, NO_VALUE)) | unread
    report_rows(table, column, odd, log, Severity.REPAIRED, "value is not one of the specification's", handling)
    return np.where(odd | (numbers == NO_VALUE), default, numbers).astype(np.int32)


def report_rows(
    table: Table,
    column: str | None,
    rows: NDArray[Any],
    log: FindingLog,
    severity: Severity,
    what: str,
    handling: str,
    rule: str | None = None,
) -> None:
    """Add one finding for all rows that are marked, with the first ones' lines and values."""
    marked = np.flatnonzero(rows)
    if not len(marked):
        return
    places = [
        (table.find_line(row), _show(table.frame[column][row]) if column else None)
        for row in marked[: log.most_places].tolist()
    ]
    log.add(severity, table.file, what, handling, column=column, count=len(marked), rule=rule, places=places)


def _show(cell: str | float | None) -> str:
    """Give a cell as text; a number that is missing is null."""
    return "" if cell is None else str(cell)


_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


def parse_int(cell: str) -> int | None:
    """Read one whole number, or None."""
    return int(cell) if _WHOLE_NUMBER.fullmatch(cell) else None
