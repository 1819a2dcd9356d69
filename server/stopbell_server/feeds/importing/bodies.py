"""Records of a table without their header → columns of text: fast where they are regular, with care where not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.feeds.importing.careful import note_blank_rows, read_carefully
from stopbell_server.feeds.importing.columns import TableSpec
from stopbell_server.feeds.importing.encoding import from_other_encoding
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.line_ends import count_newlines
from stopbell_server.feeds.importing.structure import is_regular


@dataclass(frozen=True, slots=True)
class Body:
    """The wanted columns of some records; blank records are gone."""

    frame: pl.DataFrame
    find_line: Callable[[int], int]
    """Row number → line number in the file, counted from 1."""


def read_body(
    data: bytes, names: tuple[str, ...], wanted: tuple[str, ...], first_line: int, spec: TableSpec, log: FindingLog
) -> Body:
    """Read the records in `data`, which begin on this line of the file. `names` is the header.

    Raises:
        FeedRefused: the encoding cannot be told.
    """
    if not wanted or not data:
        return Body(pl.DataFrame(schema=dict.fromkeys(wanted, pl.String)), lambda row: first_line + row)
    frame = None
    if is_regular(data, len(names)):
        kinds = dict.fromkeys(spec.numbers, pl.Int32()) | dict.fromkeys(spec.decimals, pl.Float64())
        frame = _read_fast(data, names, wanted, kinds)
        if frame is None and kinds:
            frame = _read_fast(data, names, wanted, {})
    if frame is None:
        return _read_with_care(data, names, wanted, first_line, spec, log)
    find_record_line = _to_line_finder(data, len(frame), first_line)
    kept = frame.to_series(0) != ""
    if kept.all():
        return Body(frame, find_record_line)
    kept = frame.select(pl.any_horizontal(pl.all().cast(pl.String).fill_null("") != "")).to_series()
    records = np.flatnonzero(kept.to_numpy())
    _note_blank(~kept.to_numpy(), find_record_line, spec, log)
    return Body(frame.filter(kept), lambda row: find_record_line(int(records[row])))


def _note_blank(blank: NDArray[np.bool_], find_line: Callable[[int], int], spec: TableSpec, log: FindingLog) -> None:
    """Note blank rows that others follow; at the end of a file they are usual."""
    if blank.all():
        return
    marked = np.flatnonzero(blank[: len(blank) - int(blank[::-1].argmin())])
    places = [(find_line(record), None) for record in marked[: log.most_places].tolist()]
    note_blank_rows(spec.file, places, len(marked), log)


def _read_fast(
    data: bytes, names: tuple[str, ...], wanted: tuple[str, ...], kinds: Mapping[str, pl.DataType]
) -> pl.DataFrame | None:
    """Read regular records with polars; None when it cannot, such as when a cell is not of its column's kind."""
    own_names = {column: f"c{names.index(column)}" for column in wanted}
    header = ",".join(f"c{place}" for place in range(len(names)))
    try:
        frame = pl.read_csv(
            b"".join((header.encode(), b"\n", data)),
            columns=list(own_names.values()),
            schema_overrides={own_names[column]: kinds[column] for column in wanted if column in kinds},
            infer_schema=False,
            empty_string_is_null=False,
        )
    except (pl.exceptions.PolarsError, UnicodeError):
        return None
    frame = frame.select(pl.col(own).alias(column) for column, own in own_names.items())
    # A quote may hold a line break at the edge of a cell.
    blanks = (b" ", b"\t", b'"') if data.isascii() else (b" ", b"\t", b'"', "\u00a0".encode())
    has_blanks = any(blank in data for blank in blanks)
    return frame.with_columns(pl.col(pl.String).str.strip_chars()) if has_blanks else frame


def _read_with_care(
    data: bytes, names: tuple[str, ...], wanted: tuple[str, ...], first_line: int, spec: TableSpec, log: FindingLog
) -> Body:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = from_other_encoding(data, spec.file, first_line, log)
    read = read_carefully(text, names, wanted, first_line, spec.file, log)
    frame = pl.DataFrame(dict(zip(wanted, read.columns, strict=True)), schema=dict.fromkeys(wanted, pl.String))
    lines = read.lines
    return Body(frame.with_columns(pl.all().str.strip_chars()), lambda row: lines[row])


def _to_line_finder(data: bytes, records: int, first_line: int) -> Callable[[int], int]:
    """Give what finds the line of a record; it keeps nothing of `data`, which may be large."""
    if count_newlines(data) + (not data.endswith(b"\n")) == records:
        return lambda record: first_line + record
    body = np.frombuffer(data, dtype=np.uint8)
    newlines = body == ord("\n")
    inside = np.bitwise_xor.accumulate((body == ord('"')).view(np.uint8)).view(np.bool_)
    starts: NDArray[np.int64] = np.append(0, np.flatnonzero(newlines & ~inside) + 1)
    lines = first_line + np.searchsorted(np.flatnonzero(newlines), starts)
    return lambda record: int(lines[record])
