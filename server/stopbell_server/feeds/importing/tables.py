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
from stopbell_server.feeds.importing.columns import ALL_TABLES, TableSpec
from stopbell_server.feeds.importing.encoding import from_other_encoding, to_utf8
from stopbell_server.feeds.importing.report import FindingLog, Severity
from stopbell_server.feeds.importing.structure import is_regular


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of one file that an import reads."""

    file: str
    frame: pl.DataFrame
    """All columns of the spec. Text is trimmed; what is missing is "". Numbers that are all sound are Int32 with null
    for what is missing. Blank rows are gone."""
    present: frozenset[str]
    """The columns of the spec that the file has."""
    find_line: Callable[[int], int]
    """Row number → line number in the file, counted from 1 with the header."""


def keep_rows(table: Table, kept: NDArray[np.bool_]) -> Table:
    """Keep the marked rows; lines are still found."""
    if kept.all():
        return table
    places = np.flatnonzero(kept)
    find_line = table.find_line
    return Table(
        table.file, table.frame.filter(pl.Series(kept)), table.present, lambda row: find_line(int(places[row]))
    )


@dataclass(frozen=True, slots=True)
class _Header:
    names: tuple[str, ...]
    body_start: int
    lines: int


def refuse_missing(archive: Archive) -> None:
    """Check that all files are there without which there is no feed.

    Raises:
        FeedRefused: some are not; the message names them all.
    """
    missing = [spec.file for spec in ALL_TABLES if spec.is_required and not archive.has(spec.file)]
    if missing:
        names = " and ".join(missing)
        raise FeedRefused(
            f"{archive.source.name}: {names} {'is' if len(missing) == 1 else 'are'} missing. "
            "Ask the publisher for a whole GTFS feed."
        )


def read_required(archive: Archive, spec: TableSpec, log: FindingLog, data: bytes | None = None) -> Table:
    """Read a file without which there is no feed; `data` are its bytes if they are unpacked already.

    Raises:
        FeedRefused: it is empty, lacks a column, or its encoding cannot be told.
    """
    table = read_table(archive, spec, log, data)
    if table is None:
        raise FeedRefused(f"{spec.file} is empty. Ask the publisher for a whole GTFS feed.")
    return table


def read_table(archive: Archive, spec: TableSpec, log: FindingLog, data: bytes | None = None) -> Table | None:
    """Read a file; None when it is missing or has no header.

    Raises:
        FeedRefused: it lacks a column, or its encoding cannot be told.
    """
    if not archive.has(spec.file):
        return None
    data = to_utf8(archive.read(spec.file) if data is None else data, spec.file, log)
    header = _read_header(data, spec, log)
    if header is None:
        return None
    missing = [column for column in spec.required if column not in header.names]
    if missing and spec.is_vital:
        raise FeedRefused(f"{spec.file} has no column {', '.join(missing)}. Ask the publisher to add it.")
    if missing:
        log.add(Severity.DROPPED, spec.file, f"has no column {', '.join(missing)}", "the file is ignored")
        return None
    wanted = tuple(column for column in spec.columns if column in header.names)
    frame, find_line = _read_body(data, header, wanted, spec, log)
    absent = [pl.lit("").alias(column) for column in spec.columns if column not in wanted]
    return Table(spec.file, frame.with_columns(absent).select(spec.columns), frozenset(wanted), find_line)


def _read_header(data: bytes, spec: TableSpec, log: FindingLog) -> _Header | None:
    start, lines = 0, 1
    while data[start : start + 1] in (b"\n", b"\r", b" ") and start < len(data):
        lines += data[start : start + 1] == b"\n"
        start += 1
    newline = data.find(b"\n", start)
    newline = len(data) if newline < 0 else newline
    end = data.find(b"\r", start, newline)
    end = newline if end < 0 else end
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
    data: bytes, header: _Header, wanted: tuple[str, ...], spec: TableSpec, log: FindingLog
) -> tuple[pl.DataFrame, Callable[[int], int]]:
    view = np.frombuffer(data, dtype=np.uint8)[header.body_start :]
    if not wanted or not len(view):
        return pl.DataFrame(schema=dict.fromkeys(wanted, pl.String)), lambda row: header.lines + 1 + row
    frame = None
    if is_regular(data, header.body_start, len(header.names)):
        frame = _read_fast(data, header, wanted, spec.numbers)
        if frame is None and spec.numbers:
            frame = _read_fast(data, header, wanted, ())
    if frame is not None:
        kept = frame.to_series(0) != ""
        if not kept.all():
            kept = frame.select(pl.any_horizontal(pl.all().cast(pl.String).fill_null("") != "")).to_series()
        rows = np.flatnonzero(kept.to_numpy())
        find_record_line = _RecordLines(view, header.lines + 1)
        return (frame if kept.all() else frame.filter(kept)), lambda row: find_record_line(int(rows[row]))
    try:
        text = data[header.body_start :].decode()
    except UnicodeDecodeError:
        text = from_other_encoding(data[header.body_start :], spec.file, log).decode()
    read = read_carefully(text, len(header.names), header.lines + 1, spec.file, log)
    places = {column: header.names.index(column) for column in wanted}
    columns = {column: [row[place] for row in read.rows] for column, place in places.items()}
    frame = pl.DataFrame(columns, schema=dict.fromkeys(wanted, pl.String)).with_columns(pl.all().str.strip_chars())
    return frame, lambda row: read.lines[row]


def _read_fast(data: bytes, header: _Header, wanted: tuple[str, ...], numbers: tuple[str, ...]) -> pl.DataFrame | None:
    """Read a regular body with polars; None when it cannot, such as when a cell of `numbers` is not one."""
    places = [f"c{header.names.index(column)}" for column in wanted]
    names = ",".join(f"c{place}" for place in range(len(header.names)))
    body = memoryview(data)[header.body_start :]
    types = {f"c{header.names.index(column)}": pl.Int32 for column in wanted if column in numbers}
    try:
        frame = pl.read_csv(
            b"".join((names.encode(), b"\n", body)),
            columns=places,
            schema_overrides=types,
            infer_schema=False,
            empty_string_is_null=False,
        )
    except (pl.exceptions.PolarsError, UnicodeError):
        return None
    frame = frame.select(pl.col(place).alias(column) for place, column in zip(places, wanted, strict=True))
    blanks = (b" ", b"\t") if data.isascii() else (b" ", b"\t", "\u00a0".encode())
    has_blanks = any(data.find(blank, header.body_start) >= 0 for blank in blanks)
    return frame.with_columns(pl.col(pl.String).str.strip_chars()) if has_blanks else frame


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
