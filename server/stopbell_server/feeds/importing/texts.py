"""feed_info.txt and attributions.txt: what the feed says about itself."""

from dataclasses import dataclass
from datetime import date

import numpy as np

from stopbell_server.domain.service_day import parse_service_day
from stopbell_server.domain.text import LONGEST_NAME, to_feed_text
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.values import report_rows

_LONGEST_ATTRIBUTION = 300


@dataclass(frozen=True, slots=True)
class FeedFacts:
    """What feed_info.txt and attributions.txt say; None where they say nothing."""

    publisher: str | None = None
    language: str | None = None
    first_day: date | None = None
    last_day: date | None = None
    attribution: str | None = None


def read_facts(feed_info: Table | None, attributions: Table | None, log: FindingLog) -> FeedFacts:
    """Read the first row of feed_info.txt, and the organisations of attributions.txt."""
    row = {} if feed_info is None or feed_info.frame.is_empty() else feed_info.frame.row(0, named=True)
    if feed_info is not None and len(feed_info.frame) > 1:
        more = np.arange(len(feed_info.frame)) > 0
        report_rows(feed_info, None, more, log, Severity.DROPPED, "more than one row", "the first row is kept")
    names: list[str] = []
    if attributions is not None:
        cells = attributions.frame["organization_name"].unique(maintain_order=True)
        names = [name for name in map(to_feed_text, cells.to_list()) if name]
    return FeedFacts(
        publisher=to_feed_text(row.get("feed_publisher_name", ""), LONGEST_NAME) or None,
        language=to_feed_text(row.get("feed_lang", "")) or None,
        first_day=_parse_day(feed_info, "feed_start_date", log),
        last_day=_parse_day(feed_info, "feed_end_date", log),
        attribution=", ".join(names)[:_LONGEST_ATTRIBUTION] or None,
    )


def _parse_day(table: Table | None, column: str, log: FindingLog) -> date | None:
    if table is None or table.frame.is_empty() or not (cell := table.frame[column][0]):
        return None
    try:
        return parse_service_day(cell)
    except ValueError:
        what = "not a date YYYYMMDD"
        log.add(
            Severity.DROPPED, table.file, what, "left out", column=column, line=table.find_line(0), example=cell
        )  # fmt: skip
        return None
