"""feed_info.txt, attributions.txt and translations.txt: what the feed says about itself and in other languages."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from stopbell_server.domain.service_day import parse_service_day
from stopbell_server.domain.text import to_clean_text
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.tables import Table

_LONGEST_ATTRIBUTION = 300

TranslationRow = tuple[str, str, str, str, str, str]
"""table, field, record, value, language, text."""


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
    names: list[str] = []
    if attributions is not None:
        cells = attributions.frame["organization_name"].unique(maintain_order=True)
        names = [name for name in map(to_clean_text, cells.to_list()) if name]
    return FeedFacts(
        publisher=to_clean_text(row.get("feed_publisher_name", "")) or None,
        language=to_clean_text(row.get("feed_lang", "")) or None,
        first_day=_parse_day(row.get("feed_start_date", ""), "feed_start_date", log),
        last_day=_parse_day(row.get("feed_end_date", ""), "feed_end_date", log),
        attribution=", ".join(names)[:_LONGEST_ATTRIBUTION] or None,
    )


def _parse_day(cell: str, column: str, log: FindingLog) -> date | None:
    if not cell:
        return None
    try:
        return parse_service_day(cell)
    except ValueError:
        log.add(
            Severity.DROPPED, "feed_info.txt", "not a date YYYYMMDD", "left out", column=column, line=2, example=cell
        )
        return None


def compile_translations(table: Table | None, log: FindingLog) -> tuple[TranslationRow, ...]:
    """Give the rows sorted; of rows for the same field, record or value, and language the first wins."""
    if table is None:
        return ()
    found: dict[tuple[str, str, str, str, str], str] = {}
    unusable = 0
    for row in table.frame.iter_rows(named=True):
        text = to_clean_text(row["translation"])
        language = row["language"] or row["lang"]
        value = to_clean_text(row["field_value"] or row["trans_id"])
        record = row["record_id"]
        if not text or not language or not (record or value):
            unusable += 1
            continue
        if row["record_sub_id"]:
            # Translations of one stop time (its headsign); headsigns are translated by value.
            continue
        key = (row["table_name"], row["field_name"], record, "" if record else value, language)
        found.setdefault(key, text)
    log.add(
        Severity.DROPPED, table.file, "no text, no language or nothing that it translates", "row left out",
        count=unusable,
    )  # fmt: skip
    return tuple((*key, text) for key, text in sorted(found.items()))


def list_other_names(translations: tuple[TranslationRow, ...], stops: CompiledStops) -> Mapping[int, list[str]]:
    """List the translated names of stops by stop number."""
    by_value: dict[str, list[str]] = defaultdict(list)
    names: dict[int, list[str]] = defaultdict(list)
    for table, field, record, value, _, text in translations:
        if table not in ("stops", "") or field not in ("stop_name", ""):
            continue
        if record in stops.number_by_id:
            names[stops.number_by_id[record]].append(text)
        elif value:
            by_value[value].append(text)
    if by_value:
        for stop in stops.rows:
            names[stop.number] += by_value.get(stop.name, ())
    return names
