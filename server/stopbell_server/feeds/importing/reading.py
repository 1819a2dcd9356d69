"""Files of the archive → tables, whole or in pieces."""

from collections.abc import Iterator

import polars as pl

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.feeds.archive import Archive
from stopbell_server.feeds.importing.bodies import Body, read_body
from stopbell_server.feeds.importing.columns import ALL_TABLES, TableSpec
from stopbell_server.feeds.importing.encoding import drop_nul
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.header import Header, read_header
from stopbell_server.feeds.importing.line_ends import count_lines
from stopbell_server.feeds.importing.raw_pieces import RawPieces, open_pieces
from stopbell_server.feeds.importing.rules import DATASET_FILES, FILE_REQUIREMENTS
from stopbell_server.feeds.importing.tables import Table, join_finders


def refuse_missing(archive: Archive, log: FindingLog) -> None:
    """Check that all files are there without which there is no feed.

    Raises:
        FeedRefused: some are not; the message names them all.
    """
    missing = [spec.file for spec in ALL_TABLES if spec.is_required and not archive.has(spec.file)]
    if missing:
        for file in missing[1:]:
            log.refuse("", file, "the file is missing", rule=DATASET_FILES)
        names = " and ".join(missing)
        message = (
            f"{archive.source.name}: {names} {'is' if len(missing) == 1 else 'are'} missing. "
            "Ask the publisher for a whole GTFS feed."
        )
        raise log.refuse(message, missing[0], "the file is missing", rule=DATASET_FILES)


def read_required(archive: Archive, spec: TableSpec, log: FindingLog) -> Table:
    """Read a file without which there is no feed.

    Raises:
        FeedRefused: it is empty, lacks a column, or its encoding cannot be told.
    """
    table = read_table(archive, spec, log)
    if table is None:
        raise _refuse_empty(spec, log)
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
    for piece in raw.read(log):
        body = data = drop_nul(piece, spec.file, line, log)
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
        raise _refuse_empty(spec, log)


def _refuse_empty(spec: TableSpec, log: FindingLog) -> FeedRefused:
    message = f"{spec.file} is empty. Ask the publisher for a whole GTFS feed."
    return log.refuse(message, spec.file, "the file is empty", rule=FILE_REQUIREMENTS)


def _to_table(body: Body, spec: TableSpec, header: Header) -> Table:
    absent = [pl.lit("").alias(column) for column in spec.columns if column not in header.wanted]
    frame = body.frame.with_columns(absent).select(spec.columns)
    return Table(spec.file, frame, frozenset(header.wanted), body.find_line)
