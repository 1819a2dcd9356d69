"""Files of the archive → tables, whole or in pieces."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.feeds.archive import Archive
from stopbell_server.feeds.importing.bodies import Body, read_body
from stopbell_server.feeds.importing.columns import ALL_TABLES, TableSpec
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.raw_pieces import RawPieces, open_pieces
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.tables import Table, join_finders


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


def read_required(archive: Archive, spec: TableSpec, log: FindingLog) -> Table:
    """Read a file without which there is no feed.

    Raises:
        FeedRefused: it is empty, lacks a column, or its encoding cannot be told.
    """
    table = read_table(archive, spec, log)
    if table is None:
        raise _refuse_empty(spec)
    return table


def read_table(archive: Archive, spec: TableSpec, log: FindingLog) -> Table | None:
    """Read a whole file; None when it is missing or has no header.

    Raises:
        FeedRefused: it lacks a column, or its encoding cannot be told.
    """
    if not archive.has(spec.file):
        return None
    with open_pieces(archive, spec.file) as raw:
        pieces = list(read_pieces(raw, spec, log))
    if len(pieces) < 2:
        return pieces[0] if pieces else None
    find_line = join_finders([piece.find_line for piece in pieces], [len(piece.frame) for piece in pieces])
    return Table(spec.file, pl.concat([piece.frame for piece in pieces]), pieces[0].present, find_line)


def read_pieces(raw: RawPieces, spec: TableSpec, log: FindingLog) -> Iterator[Table]:
    """Yield a file piece by piece; none when it has no header and is not needed.

    Raises:
        FeedRefused: it is needed and has no header, it lacks a column, or its encoding cannot be told.
    """
    header = None
    line = 1
    for data in raw.read(log):
        body = data
        if header is None:
            header = read_header(data, spec, log)
            if header is None:
                break
            body = data[header.body_start :]
            line = header.line + 1
        read = read_body(body, header.names, header.wanted, line, spec, log)
        line += count_lines(body)
        yield _to_table(read, spec, header)
    if header is None and spec.is_required:
        raise _refuse_empty(spec)


def _refuse_empty(spec: TableSpec) -> FeedRefused:
    return FeedRefused(f"{spec.file} is empty. Ask the publisher for a whole GTFS feed.")


@dataclass(frozen=True, slots=True)
class Header:
    """The first row of a file."""

    names: tuple[str, ...]
    wanted: tuple[str, ...]
    line: int
    body_start: int


def _to_table(body: Body, spec: TableSpec, header: Header) -> Table:
    absent = [pl.lit("").alias(column) for column in spec.columns if column not in header.wanted]
    frame = body.frame.with_columns(absent).select(spec.columns)
    return Table(spec.file, frame, frozenset(header.wanted), body.find_line)


def read_header(data: bytes, spec: TableSpec, log: FindingLog) -> Header | None:
    """Read the first line that is not blank; None when there is none, or when the file is to be ignored."""
    start = len(data) - len(data.lstrip(b"\r\n \t"))
    line = count_lines(data[:start]) + 1
    newline = data.find(b"\n", start)
    newline = len(data) if newline < 0 else newline
    end = data.find(b"\r", start, newline)
    end = newline if end < 0 else end
    text = data[start:end].decode("utf-8", "replace")
    if not text.strip():
        return None
    names = _clean_names(next(csv.reader([text])), line, spec, log)
    missing = [column for column in spec.required if column not in names]
    if missing and spec.is_vital:
        raise FeedRefused(f"{spec.file} has no column {', '.join(missing)}. Ask the publisher to add it.")
    if missing:
        log.add(Severity.DROPPED, spec.file, f"has no column {', '.join(missing)}", "the file is ignored")
        return None
    wanted = tuple(column for column in spec.columns if column in names)
    body_start = end + (2 if data[end : end + 2] == b"\r\n" else 1)
    return Header(names, wanted, line, body_start)


def count_lines(data: bytes) -> int:
    """Count line ends of any kind."""
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")


def _clean_names(cells: list[str], line: int, spec: TableSpec, log: FindingLog) -> tuple[str, ...]:
    names = tuple(cell.strip().strip('"').strip().lower() for cell in cells)
    if any(cell != name for cell, name in zip(cells, names, strict=True)):
        log.add(Severity.REPAIRED, spec.file, "blanks or capitals in the header", "read without them", line=line)
    for name in dict.fromkeys(names):
        if name in spec.columns and names.count(name) > 1:
            log.add(Severity.REPAIRED, spec.file, "column twice", "the first is read", column=name, line=line)
    return names
