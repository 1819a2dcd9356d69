"""Text of the feed on its way to riders: control characters and markup removed, length bounded, all reported."""

from collections.abc import Sequence

import polars as pl

from stopbell_server.domain.text import LONGEST_NAME, LONGEST_TEXT, strip_markup, to_clean_text, to_feed_text
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.rules import FIELD_TYPES
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.values import report_rows


def clean_distinct(table: Table, column: str, distinct: pl.Series, log: FindingLog) -> list[str]:
    """Give the clean texts of a column's distinct cells; rows with what was removed are reported."""
    texts: list[str] = distinct.to_list()
    cleaned = [to_clean_text(text) for text in texts]
    hidden = [text for text, clean in zip(texts, cleaned, strict=True) if text != clean and _has_hidden(text, clean)]
    if hidden:
        _report(table, column, hidden, "control or invisible characters", "left out", log)
    longest = get_longest(column)
    long = [text for text, clean in zip(texts, cleaned, strict=True) if len(clean) > longest]
    if long:
        _report(table, column, long, f"text of over {longest:,} characters", "cut", log)
    marked = [
        text for text, clean in zip(texts, cleaned, strict=True) if strip_markup(clean[:longest]) != clean[:longest]
    ]
    if marked:
        _report(table, column, marked, "markup", "left out", log)
    return [to_feed_text(clean, longest) for clean in cleaned]


def get_longest(column: str) -> int:
    """Give how many characters of a column are kept: a name is shorter than what is told of a place or a line."""
    return LONGEST_TEXT if column.endswith("_desc") else LONGEST_NAME


def clean_column(table: Table, column: str, log: FindingLog) -> list[str | None]:
    """Give a column's clean texts; None for an empty one."""
    cells = table.frame[column]
    distinct = cells.unique(maintain_order=True)
    cleaned = dict(zip(distinct.to_list(), clean_distinct(table, column, distinct, log), strict=True))
    return [cleaned[cell] or None for cell in cells.to_list()]


def _has_hidden(text: str, clean: str) -> bool:
    """Tell whether cleaning took more than blanks."""
    return "".join(text.split()) != clean.replace(" ", "")


def _report(table: Table, column: str, texts: Sequence[str], what: str, handling: str, log: FindingLog) -> None:
    marked = table.frame[column].is_in(list(texts)).to_numpy()
    report_rows(table, column, marked, log, Severity.REPAIRED, what, handling, FIELD_TYPES)
