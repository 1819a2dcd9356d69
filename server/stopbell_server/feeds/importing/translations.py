"""translations.txt → rows of `translations`, in both layouts; readings of GTFS-JP are translations to ja-Hrkt."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import numpy as np

from stopbell_server.domain.store import to_sub_record
from stopbell_server.domain.text import to_feed_text
from stopbell_server.feeds.importing.cleaning import get_longest
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.values import report_rows

TranslationRow = tuple[str, str, str, str, str, str]
"""table, field, record, value, language, text."""


@dataclass(slots=True)
class _Faults:
    """Row numbers by fault."""

    unusable: list[int] = field(default_factory=list[int])
    again: list[int] = field(default_factory=list[int])
    dangling: list[int] = field(default_factory=list[int])


def compile_translations(
    table: Table | None, records: Mapping[str, Callable[[], AbstractSet[str]]], log: FindingLog
) -> tuple[TranslationRow, ...]:
    """Give the rows sorted; of rows for the same field, record or value, and language the first wins.

    `records` gives the ids of a table by its name, for tables whose ids are at hand.
    """
    if table is None:
        return ()
    found: dict[tuple[str, str, str, str, str], str] = {}
    faults = _Faults()
    ids = {name: list_ids() for name, list_ids in records.items()}
    for place, row in enumerate(table.frame.iter_rows(named=True)):
        longest = get_longest(row["field_name"])
        text = to_feed_text(row["translation"], longest)
        # trans_id and lang are the older layout: a value is looked up whatever the field.
        language = row["language"] or row["lang"]
        value = to_feed_text(row["field_value"] or row["trans_id"], longest)
        record = row["record_id"]
        if not text or not language or not (record or value or row["table_name"] == "feed_info"):
            faults.unusable.append(place)
            continue
        if record and row["table_name"] in ids and record not in ids[row["table_name"]]:
            faults.dangling.append(place)
        if record and row["record_sub_id"]:
            record = to_sub_record(record, row["record_sub_id"])
        key = (row["table_name"], row["field_name"], record, "" if record else value, language)
        if key in found:
            faults.again.append(place)
        found.setdefault(key, text)
    _report(table, faults, log)
    return tuple((*key, text) for key, text in sorted(found.items()))


def add_labels(
    rows: tuple[TranslationRow, ...], labels: Mapping[tuple[str, str], Mapping[str, str | None]]
) -> tuple[TranslationRow, ...]:
    """Add translations by value to those by record, for labels that are told where their record is not at hand.

    `labels` gives the texts of (table, field) by id. Of records with one label that are translated differently,
    none is added.
    """
    said: dict[tuple[str, str, str, str, str], set[str]] = defaultdict(set)
    for table, column, record, _, language, text in rows:
        label = labels.get((table, column), {}).get(record) if record else None
        if label:
            said[table, column, "", label, language].add(text)
    known = {row[:5] for row in rows}
    added = [(*key, texts.pop()) for key, texts in said.items() if len(texts) == 1 and key not in known]
    return tuple(sorted([*rows, *added])) if added else rows


def _report(table: Table, faults: _Faults, log: FindingLog) -> None:
    column = "record_id" if "record_id" in table.present else None
    rows = (
        (None, faults.unusable, "no text, no language or nothing that it translates", "row left out"),
        (None, faults.again, "translated twice to one language", "the first row is kept"),
        (column, faults.dangling, "the record is not in its table", "kept without use"),
    )
    for about, places, what, handling in rows:
        marked = np.zeros(len(table.frame), dtype=np.bool_)
        marked[places] = True
        severity = Severity.NOTED if places is faults.dangling else Severity.DROPPED
        report_rows(table, about, marked, log, severity, what, handling)


def list_other_names(translations: tuple[TranslationRow, ...], stops: CompiledStops) -> Mapping[int, list[str]]:
    """List the translated names of stops by stop number."""
    by_value: dict[str, list[str]] = defaultdict(list)
    names: dict[int, list[str]] = defaultdict(list)
    for table, column, record, value, _, text in translations:
        if table not in ("stops", "") or column not in ("stop_name", ""):
            continue
        if record in stops.number_by_id:
            names[stops.number_by_id[record]].append(text)
        elif value:
            by_value[value].append(text)
    if by_value:
        for stop in stops.rows:
            names[stop.number] += by_value.get(stop.name, ())
    return names
