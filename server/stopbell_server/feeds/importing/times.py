"""Columns of times as text → seconds: eight characters at once as one number, anything else with care."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.tables import Table, keep_rows
from stopbell_server.feeds.importing.values import NO_VALUE, report_rows

_TIME = r"^[0-9]{1,3}:[0-5][0-9]:[0-5][0-9]$"
_SHORT_TIME = r"^[0-9]{1,3}:[0-5][0-9]$"

_ZEROS = 0x30303A30303A3030
"""The bytes of "00:00:00", which is the same both ways round. The first character is the lowest byte."""
_ROOM = 0x060A0F060A0F0606
"""What each byte may grow by before its upper half changes: 9 to a digit, 5 to one of sixty, 0 to a colon."""
_UPPER_HALVES = 0xF0F0F0F0F0F0F0F0


def parse_times(table: Table, column: str, log: FindingLog) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Give seconds for H:MM:SS, HH:MM:SS, HHH:MM:SS and HH:MM; and which cells are neither a time nor empty."""
    cells = table.frame[column]
    if column not in table.present:
        return np.full(len(cells), NO_VALUE, dtype=np.int32), np.zeros(len(cells), dtype=np.bool_)
    seconds, good = _parse_eights(cells)
    bad = ~good
    if not bad.any():
        return seconds, bad
    bad &= (cells != "").to_numpy()
    if bad.any():
        odd = keep_rows(Table(table.file, table.frame.select(column), table.present, table.find_line), bad)
        seconds[bad], bad[bad] = _parse_others(odd, column, log)
    return seconds, bad


def _parse_eights(cells: pl.Series) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Read all cells that are HH:MM:SS, and tell which are. Cells of other lengths become null and so 0."""
    words = cells.cast(pl.Binary).bin.reinterpret(dtype=pl.UInt64, endianness="little").fill_null(0).to_numpy()
    digits = words ^ _ZEROS
    good = ((digits | (digits + _ROOM)) & _UPPER_HALVES) == 0
    pairs = digits * 10 + (digits >> 8)
    hours, minutes, rest = (pairs >> shift & 0xFF for shift in (0, 24, 48))
    seconds = (hours * 3600 + minutes * 60 + rest).astype(np.int32)
    seconds[~good] = NO_VALUE
    return seconds, good


def _parse_others(table: Table, column: str, log: FindingLog) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Read cells of any other form; report those without seconds."""
    cells = table.frame[column]
    short = cells.str.contains(_SHORT_TIME)
    report_rows(table, column, short.to_numpy(), log, Severity.REPAIRED, "time without seconds", "read as HH:MM:00")
    cells = pl.select(pl.when(short).then(cells + ":00").otherwise(cells)).to_series()
    good = cells.str.contains(_TIME).to_numpy()
    digits = cells.str.replace_all(":", "", literal=True).cast(pl.Int32, strict=False).fill_null(0).to_numpy()
    seconds = digits // 10_000 * 3600 + digits // 100 % 100 * 60 + digits % 100
    return np.where(good, seconds, NO_VALUE).astype(np.int32), ~good
