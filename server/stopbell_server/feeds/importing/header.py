"""The first row of a table: which columns it has, and what is odd about their names."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from stopbell_server.feeds.importing.columns import TableSpec
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.line_ends import count_lines
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.rules import FILE_REQUIREMENTS

_MOST_COMPARED = 100
_ALIKE = 0.85


@dataclass(frozen=True, slots=True)
class Header:
    """The first row of a file."""

    names: tuple[str, ...]
    wanted: tuple[str, ...]
    line: int
    body_start: int


def read_header(data: bytes, spec: TableSpec, log: FindingLog) -> Header | None:
    """Read the first line that is not blank; None when there is none, or when the file is to be ignored.

    Raises:
        FeedRefused: a column is missing without which riders would be told wrong times.
    """
    start = len(data) - len(data.lstrip(b"\r\n \t"))
    line = count_lines(data[:start]) + 1
    newline = data.find(b"\n", start)
    newline = len(data) if newline < 0 else newline
    end = data.find(b"\r", start, newline)
    end = newline if end < 0 else end
    text = data[start:end].decode("utf-8", "replace")
    if not text.strip():
        return None
    cells = _split(text)
    names = _clean_names(cells, line, spec, log)
    _note_misspelled(cells, names, line, spec, log)
    missing = [column for column in spec.required if column not in names]
    if missing and spec.is_vital:
        raise _refuse(missing, line, spec, log)
    for column in missing:
        log.add(Severity.DROPPED, spec.file, "the column is missing", "the file is ignored", column=column, line=line)
    if missing:
        return None
    if data[end : end + 1] == b"\r" and data[end : end + 2] != b"\r\n":
        what = "lines end with a carriage return alone"
        log.add(Severity.NOTED, spec.file, what, "read all the same", line=line, rule=FILE_REQUIREMENTS)
    wanted = tuple(column for column in spec.columns if column in names)
    body_start = end + (2 if data[end : end + 2] == b"\r\n" else 1)
    return Header(names, wanted, line, body_start)


def _split(text: str) -> list[str]:
    try:
        return next(csv.reader([text]))
    except csv.Error:
        # A name of over 128 KiB, which csv calls an error.
        return text.split(",")


def _clean_names(cells: list[str], line: int, spec: TableSpec, log: FindingLog) -> tuple[str, ...]:
    names = tuple(cell.strip().strip('"').strip().lower() for cell in cells)
    odd = [cell for cell, name in zip(cells, names, strict=True) if cell != name]
    if odd:
        log.add(
            Severity.REPAIRED, spec.file, "blanks or capitals in the header", "read without them",
            count=len(odd), places=[(line, cell) for cell in odd], rule=FILE_REQUIREMENTS,
        )  # fmt: skip
    for name in dict.fromkeys(names):
        if name in spec.columns and names.count(name) > 1:
            log.add(Severity.REPAIRED, spec.file, "column twice", "the first is read", column=name, line=line)
    if "" in names[:-1]:
        log.add(Severity.NOTED, spec.file, "a column without a name", "ignored", line=line, rule=FILE_REQUIREMENTS)
    return names


def _note_misspelled(cells: Sequence[str], names: Sequence[str], line: int, spec: TableSpec, log: FindingLog) -> None:
    """Note unknown columns that are named almost like one that is read and not there."""
    missing = [column for column in spec.columns if column not in names]
    unknown = [(cell, name) for cell, name in zip(cells, names, strict=True) if name not in spec.columns]
    for cell, name in unknown[:_MOST_COMPARED]:
        meant = get_close_matches(name[:_MOST_COMPARED], missing, 1, _ALIKE)
        if meant:
            log.add(
                Severity.NOTED, spec.file, "probably misspelled: not a column of GTFS, and this one is missing",
                "ignored", column=meant[0], line=line, example=cell,
            )  # fmt: skip


def _refuse(missing: Sequence[str], line: int, spec: TableSpec, log: FindingLog) -> Exception:
    for column in missing[1:]:
        log.refuse("", spec.file, "the column is missing", column=column, line=line)
    message = f"{spec.file} has no column {', '.join(missing)}. Ask the publisher to add it."
    return log.refuse(message, spec.file, "the column is missing", column=missing[0], line=line)
