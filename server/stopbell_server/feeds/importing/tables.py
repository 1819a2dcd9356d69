"""A table of the feed in memory: text cells, blanks trimmed, with the line of every row for findings."""

import csv
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.feeds.archive import Archive
from stopbell_server.feeds.importing.careful import read_carefully
from stopbell_server.feeds.importing.columns import TableSpec
from stopbell_server.feeds.importing.encoding import from_other_encoding, to_utf8
from stopbell_server.feeds.importing.report import FindingLog, Severity
from stopbell_server.feeds.importing.structure import is_regular


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of one file that an import reads."""

    file: str
    frame: pl.DataFrame
    """Text columns, all of the spec, trimmed; what is missing is "". Blank rows are gone."""
    present: frozenset[str]
    """The columns of the spec that the file has."""
    find_line: Callable[[int], int]
    """Row number → line number in the file, counted from 1 with the header."""


@dataclass(frozen=True, slots=True)
class _Header:
    names: tuple[str, ...]
    body_start: int
    lines: int


def read_table(archive: Archive, spec: TableSpec, log: FindingLog) -> Table | None:
    """Read a file of the feed; None when an optional one is missing or empty.

    Raises:
        FeedRefused: a required file or column is missing, or the encoding cannot be told.
    """
    if not archive.has(spec.file):
        if spec.is_required:
            raise FeedRefused(f"{spec.file} is missing. Ask the publisher for a whole GTFS feed.")
        return None
    data = to_utf8(archive.read(spec.file), spec.file, log)
    header = _read_header(data, spec, log)
    if header is None:
        if spec.is_required:
            raise FeedRefused(f"{spec.file} is empty. Ask the publisher for a whole GTFS feed.")
        return None
    missing = [column for column in spec.required if column not in header.names]
    if missing and spec.is_vital:
        raise FeedRefused(f"{spec.file} has no column {', '.join(missing)}. Ask the publisher to add it.")
    if missing:
        log.add(Severity.DROPPED, spec.file, f"has no column {', '.join(missing)}", "the file is ignored")
        return None
    wanted = tuple(column for column in spec.columns if column in header.names)
    frame, find_line = _read_body(data, header, wanted, spec.file, log)
    absent = [pl.lit("").alias(column) for column in spec.columns if column not in wanted]
    return Table(spec.file, frame.with_columns(absent).select(spec.columns), frozenset(wanted), find_line)


def _read_header(data: bytes, spec: TableSpec, log: FindingLog) -> _Header | None:
    start, lines = 0, 1
    while data[start : start + 1] in (b"\n", b"\r", b" ") and start < len(data):
        lines += data[start : start + 1] == b"\n"
        start += 1
    ends = [end for end in (data.find(b"\n", start), data.find(b"\r", start)) if end >= 0]
    end = min(ends, default=len(data))
    line = data[start:end].decode("utf-8", "replace")
    if not line.strip():
        return None
    cells = next(csv.reader([line]))
    names = tuple(cell.strip().strip('"').strip().lower() for cell in cells)
    if any(cell != name for cell, name in zip(cells, names, strict=True)):
        log.add(Severity.REPAIRED, spec.file, "blanks or capitals in the header", "read without them", line=lines)
    doubled = sorted({name for name in names if name and names.count(name) > 1})
    for name in doubled:
        log.add(Severity.REPAIRED, spec.file, "column twice", "the first is read", column=name, line=lines)
    body = end + (2 if data[end : end + 2] == b"\r\n" else 1)
    return _Header(names, body, lines)


def _read_body(
    data: bytes, header: _Header, wanted: tuple[str, ...], file: str, log: FindingLog
) -> tuple[pl.DataFrame, Callable[[int], int]]:
    view = np.frombuffer(data, dtype=np.uint8)[header.body_start :]
    if not wanted or not len(view):
        return pl.DataFrame(schema=dict.fromkeys(wanted, pl.String)), lambda row: header.lines + 1 + row
    frame = _read_fast(data, header, wanted) if is_regular(view, len(header.names)) else None
    if frame is not None:
        kept = frame.select(pl.any_horizontal(pl.all() != "")).to_series()
        rows = np.flatnonzero(kept.to_numpy())
        find_record_line = _RecordLines(view, header.lines + 1)
        return (frame if kept.all() else frame.filter(kept)), lambda row: find_record_line(int(rows[row]))
    try:
        text = data[header.body_start :].decode()
    except UnicodeDecodeError:
        text = from_other_encoding(data[header.body_start :], file, log).decode()
    read = read_carefully(text, len(header.names), header.lines + 1, file, log)
    places = {column: header.names.index(column) for column in wanted}
    columns = {column: [row[place] for row in read.rows] for column, place in places.items()}
    frame = pl.DataFrame(columns, schema=dict.fromkeys(wanted, pl.String)).with_columns(pl.all().str.strip_chars())
    return frame, lambda row: read.lines[row]


def _read_fast(data: bytes, header: _Header, wanted: tuple[str, ...]) -> pl.DataFrame | None:
    """Read a regular body with polars; None when it cannot."""
    places = [f"c{header.names.index(column)}" for column in wanted]
    names = ",".join(f"c{place}" for place in range(len(header.names)))
    body = memoryview(data)[header.body_start :]
    try:
        frame = pl.read_csv(
            b"".join((names.encode(), b"\n", body)), columns=places, infer_schema=False, empty_string_is_null=False
        )
    except (pl.exceptions.PolarsError, UnicodeError):
        return None
    frame = frame.select(pl.col(place).alias(column) for place, column in zip(places, wanted, strict=True))
    has_blanks = any(data.find(blank, header.body_start) >= 0 for blank in (b" ", b"\t", b"\xc2\xa0"))
    return frame.with_columns(pl.all().str.strip_chars()) if has_blanks else frame


class _RecordLines:
    """Finds the line on which a record of a regular body begins; counts only when a fault is to be reported."""

    def __init__(self, body: NDArray[np.uint8], first_line: int) -> None:
        self._body = body
        self._first_line = first_line
        self._counted: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None

    def __call__(self, record: int) -> int:
        if self._counted is None:
            newlines = self._body == ord("\n")
            is_quote = (self._body == ord('"')).view(np.uint8)
            inside = np.bitwise_xor.accumulate(is_quote).view(np.bool_)
            self._counted = np.flatnonzero(newlines), np.flatnonzero(newlines & ~inside)
        every, between = self._counted
        start = 0 if record == 0 else int(between[record - 1]) + 1
        return self._first_line + int(np.searchsorted(every, start))
