"""Reads a faulty CSV record by record with the standard library; knows the line of each, salvages what it can."""

import csv
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stopbell_server.feeds.importing.columns import CHECKS, FREE_TEXT
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.rules import FILE_REQUIREMENTS

_LONGEST_RECORD_LINES = 24
_BLANK_AFTER_QUOTE = re.compile(r'"[ \t]+(?=,|$)', re.MULTILINE)
_CLOSING_QUOTE = re.compile(r'"(?= {0,8}(?:,|$))')


@dataclass(frozen=True, slots=True)
class CarefulRows:
    """Some columns of all rows that could be read, and the line on which each row begins."""

    columns: tuple[list[str], ...]
    lines: list[int]


def read_carefully(
    text: str, names: tuple[str, ...], wanted: tuple[str, ...], first_line: int, file: str, log: FindingLog
) -> CarefulRows:
    """Read all records, which begin on this line, and give the wanted columns; `names` is the header.

    A row with fewer cells than the header is filled with empty ones. A row with more is read without its tail, or, if
    its cells then stand under the wrong headers, with a text that had commas put together; else it is left out.
    A row whose quotes are unsound is read by itself, so that its neighbours keep their columns.
    """
    read = CarefulRows(tuple([] for _ in wanted), [])
    places = tuple(names.index(column) for column in wanted)
    blank: list[tuple[int, None]] = []
    blanks = inner_blanks = 0
    for line, raw, cells, is_salvaged in _split_records(text, first_line):
        if not any(map(str.strip, cells)):
            blanks += 1
            if len(blank) < log.most_places:
                blank.append((line, None))
            continue
        if is_salvaged:
            _report(Severity.REPAIRED, "unescaped quotes", "read up to the next quote and comma", raw, line, file, log)
        fitted = _fit(cells, raw, names, line, file, log)
        if fitted is not None:
            read.lines.append(line)
            inner_blanks = blanks
            for column, place in zip(read.columns, places, strict=True):
                column.append(fitted[place])
    # Blank rows at the end of a file are usual.
    note_blank_rows(file, blank[:inner_blanks], inner_blanks, log)
    return read


def note_blank_rows(file: str, places: Sequence[tuple[int, None]], count: int, log: FindingLog) -> None:
    """Note blank rows, if there are any."""
    if places:
        log.add(Severity.NOTED, file, "blank row", "passed over", places=places, count=count, rule=FILE_REQUIREMENTS)


def _fit(cells: list[str], raw: str, names: tuple[str, ...], line: int, file: str, log: FindingLog) -> list[str] | None:
    """Give as many cells as the header has; None when they cannot be told apart."""
    width = len(names)
    if len(cells) == width:
        return cells
    if len(cells) < width:
        _report(Severity.REPAIRED, "row with too few cells", "missing cells are empty", raw, line, file, log)
        return cells + [""] * (width - len(cells))
    if _are_plausible(cells[:width], names):
        if any(cell.strip() for cell in cells[width:]):
            _report(Severity.REPAIRED, "row with too many cells", "the last are ignored", raw, line, file, log)
        return cells[:width]
    extra = len(cells) - width
    for place in (place for place, name in enumerate(names) if name in FREE_TEXT):
        joined = [*cells[:place], ",".join(cells[place : place + extra + 1]), *cells[place + extra + 1 :]]
        if _are_plausible(joined, names):
            _report(Severity.REPAIRED, "comma without quotes", "read as part of the text", raw, line, file, log)
            return joined
    _report(Severity.DROPPED, "row with too many cells", "row left out: columns are shifted", raw, line, file, log)
    return None


def _are_plausible(cells: list[str], names: tuple[str, ...]) -> bool:
    return all(
        name not in CHECKS or CHECKS[name].fullmatch(cell) is not None for name, cell in zip(names, cells, strict=True)
    )


def _report(severity: Severity, what: str, handling: str, raw: str, line: int, file: str, log: FindingLog) -> None:
    log.add(severity, file, what, handling, line=line, example=raw, rule=FILE_REQUIREMENTS)


def _split_records(text: str, first_line: int) -> Iterator[tuple[int, str, list[str], bool]]:
    """Split into (line, text, cells, whether quotes had to be guessed)."""
    physical = re.split(r"\r\n|\n|\r", text)
    position = 0
    while position < len(physical):
        line = physical[position]
        number = first_line + position
        if '"' not in line:
            yield number, line, line.split(","), False
            position += 1
            continue
        taken, cells = _read_quoted(physical, position)
        if cells is not None:
            yield number, "\n".join(physical[position : position + taken]), cells, False
            position += taken
            continue
        yield number, line, _split_lax(line), True
        position += 1


def _read_quoted(physical: list[str], position: int) -> tuple[int, list[str] | None]:
    """Read a sound record that may run over several lines; (lines taken, None) when there is none."""
    for taken in range(1, _LONGEST_RECORD_LINES + 1):
        lines = physical[position : position + taken]
        if len(lines) < taken:
            break
        record = "\n".join(lines)
        if record.count('"') % 2 == 0:
            return taken, _parse_strictly(record) or _parse_strictly(_BLANK_AFTER_QUOTE.sub('"', record))
    return 1, None


def _parse_strictly(record: str) -> list[str] | None:
    """Parse a record by RFC 4180, but for blanks before a quoted cell; None when it is unsound."""
    try:
        parsed = list(csv.reader([record], strict=True))
        if any(cell[:1] == " " and cell.lstrip().startswith('"') for cells in parsed for cell in cells):
            parsed = list(csv.reader([record], strict=True, skipinitialspace=True))
    except csv.Error:
        return None
    return parsed[0] if len(parsed) == 1 else None


def _split_lax(line: str) -> list[str]:
    """Split a line with unsound quotes: a quoted cell ends only where a comma or the line's end follows its quote."""
    closing = [found.start() for found in _CLOSING_QUOTE.finditer(line)]
    cells: list[str] = []
    start = 0
    while start <= len(line):
        opening = start
        while line[opening : opening + 1] == " ":
            opening += 1
        place = bisect_right(closing, opening)
        if line[opening : opening + 1] == '"' and place < len(closing):
            end = line.find(",", closing[place])
            cells.append(line[opening + 1 : closing[place]].replace('""', '"'))
        else:
            end = line.find(",", start)
            cells.append(line[start:] if end < 0 else line[start:end])
        start = len(line) + 1 if end < 0 else end + 1
    return cells
