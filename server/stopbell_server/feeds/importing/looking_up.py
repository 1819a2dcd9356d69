"""Puts the cells into findings whose rows an import no longer has, by reading the lines in question again."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from stopbell_server.feeds.archive import Archive
from stopbell_server.feeds.importing.careful import read_carefully
from stopbell_server.feeds.importing.columns import ALL_TABLES
from stopbell_server.feeds.importing.finding_log import FindingLog, to_value
from stopbell_server.feeds.importing.header import read_header
from stopbell_server.feeds.importing.line_ends import count_lines
from stopbell_server.feeds.importing.raw_pieces import open_pieces
from stopbell_server.feeds.importing.report import Finding, Place

_LONGEST_RECORD_LINES = 24
_SPECS = {spec.file: spec for spec in ALL_TABLES}

Row = Mapping[str, str]


def look_up_values(archive: Archive, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Give the findings with the cells that were not at hand. A file is read at most up to its last line in question.

    Raises:
        FeedRefused: the archive can no longer be read.
    """
    wanted: dict[str, set[int]] = defaultdict(set)
    for finding in findings:
        if finding.column and finding.file in _SPECS:
            wanted[finding.file].update(
                place.line for place in finding.places if place.line is not None and place.value is None
            )
    rows = {file: _read_rows(archive, file, lines) for file, lines in wanted.items() if lines}
    return tuple(_fill(finding, rows.get(finding.file, {})) for finding in findings)


def _fill(finding: Finding, rows: Mapping[int, Row]) -> Finding:
    column = finding.column
    if not column or all(place.value is not None for place in finding.places):
        return finding
    return replace(finding, places=tuple(_fill_place(place, column, rows) for place in finding.places))


def _fill_place(place: Place, column: str, rows: Mapping[int, Row]) -> Place:
    row = rows.get(place.line or 0)
    if place.value is not None or row is None:
        return place
    return Place(place.line, to_value(row.get(column, "")))


def _read_rows(archive: Archive, file: str, lines: Collection[int]) -> dict[int, Row]:
    """Read the rows that begin on these lines."""
    # What is wrong with the file has been said.
    log = FindingLog(0)
    names: tuple[str, ...] | None = None
    rows: dict[int, Row] = {}
    line, last = 1, max(lines)
    with open_pieces(archive, file) as raw:
        for data in raw.read(log):
            if names is None:
                header = read_header(data, _SPECS[file], log)
                if header is None:
                    break
                names = header.names
            following = line + count_lines(data)
            here = [number for number in lines if line <= number <= following]
            if here:
                physical = data.splitlines()
                for number in here:
                    rows |= _read_row(physical[number - line :][:_LONGEST_RECORD_LINES], number, names, file, log)
            line = following
            if line > last:
                break
    return rows


def _read_row(
    physical: Sequence[bytes], line: int, names: tuple[str, ...], file: str, log: FindingLog
) -> dict[int, Row]:
    """Read the first row of these lines."""
    text = b"\n".join(physical).decode("utf-8", "replace")
    own = tuple(dict.fromkeys(names))
    read = read_carefully(text, names, own, line, file, log)
    if not read.lines or read.lines[0] != line:
        return {}
    return {line: {name: cells[0].strip() for name, cells in zip(own, read.columns, strict=True)}}
