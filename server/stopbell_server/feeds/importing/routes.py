"""agency.txt and routes.txt → rows of `agencies` and `routes`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stopbell_server.domain.network import Mode
from stopbell_server.domain.route_types import find_mode
from stopbell_server.domain.text import LONGEST_NAME, to_clean_text, to_feed_text
from stopbell_server.feeds.importing.cleaning import clean_column
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.stops import keep_first
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.values import parse_int, report_rows
from stopbell_server.feeds.importing.zones import is_zone

_COLOR = re.compile(r"[0-9A-Fa-f]{6}")
_ONLY_AT_STOPS = (1, 1)
_NAMES = ("route_short_name", "route_long_name", "tts_route_short_name")
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class CompiledAgencies:
    """All agencies, and what holds for the whole feed."""

    rows: tuple[tuple[str, str, str | None, str | None], ...]
    """agency_id, name, url, phone."""
    zone: str
    language: str | None


@dataclass(frozen=True, slots=True)
class CompiledRoutes:
    """All routes in natural order of their labels, numbered from 1."""

    rows: tuple[tuple[int, str, str, str, str | None, str | None, str | None, str | None], ...]
    """number, route_id, mode, agency_id, short name, long name, spoken name, colour."""
    number_by_id: Mapping[str, int]
    boarded_between_stops: Mapping[int, tuple[int, int]]
    """Route number → continuous_pickup and continuous_drop_off, where either is more than "only at stops"."""


def compile_agencies(table: Table, log: FindingLog) -> CompiledAgencies:
    """Check the agencies and the feed's zone.

    Raises:
        FeedRefused: there is no agency, or the time zone is not known: every time would be wrong.
    """
    rows = list(table.frame.iter_rows(named=True))
    if not rows:
        message = "agency.txt has no row. Ask the publisher for a whole GTFS feed."
        raise log.refuse(message, table.file, "no row")
    first = next((place for place, row in enumerate(rows) if row["agency_timezone"]), 0)
    zone = rows[first]["agency_timezone"]
    if not is_zone(zone):
        raise log.refuse(
            f"agency.txt: agency_timezone {to_clean_text(zone)[:60]!r} is not a time zone; every time would be wrong. "
            "Ask the publisher for a name of the IANA database, such as Europe/Kyiv.",
            table.file,
            "not a time zone: every time would be wrong",
            column="agency_timezone",
            line=table.find_line(first),
            example=zone,
        )
    others = np.array([row["agency_timezone"] not in ("", zone) for row in rows])
    report_rows(
        table, "agency_timezone", others, log, Severity.REPAIRED, "agencies in different time zones", f"{zone} is used"
    )
    nameless = (table.frame["agency_name"] == "").to_numpy()
    report_rows(table, "agency_name", nameless, log, Severity.NOTED, "an agency without a name", "kept")
    is_first = table.frame["agency_id"].is_first_distinct().to_numpy()
    unnamed = (table.frame["agency_id"] == "").to_numpy() & ~is_first
    what = "several agencies without an id"
    report_rows(table, "agency_id", unnamed, log, Severity.DROPPED, what, "the first row is kept")
    doubled = ~is_first & ~unnamed
    report_rows(table, "agency_id", doubled, log, Severity.DROPPED, "id used twice", "the first row is kept")
    compiled = tuple(
        (
            row["agency_id"],
            to_feed_text(row["agency_name"], LONGEST_NAME),
            to_feed_text(row["agency_url"]) or None,
            to_feed_text(row["agency_phone"]) or None,
        )
        for row, is_kept in zip(rows, is_first.tolist(), strict=True)
        if is_kept
    )
    language = next((to_feed_text(row["agency_lang"]) for row in rows if row["agency_lang"]), None)
    return CompiledAgencies(compiled, zone, language)


def compile_routes(table: Table, agencies: CompiledAgencies, log: FindingLog) -> CompiledRoutes:
    """Check, sort and number the routes."""
    table = keep_first(table, "route_id", log)
    rows = list(table.frame.iter_rows(named=True))
    modes = [_to_mode(row["route_type"]) for row in rows]
    odd = np.array([mode is None for mode in modes], dtype=np.bool_)
    report_rows(table, "route_type", odd, log, Severity.REPAIRED, "not a known kind of vehicle", "read as other")
    only = agencies.rows[0][0]
    known = {"", *(agency for agency, *_ in agencies.rows)}
    lost = np.array([row["agency_id"] not in known for row in rows], dtype=np.bool_)
    report_rows(table, "agency_id", lost, log, Severity.NOTED, "agency is not in agency.txt", "kept without agency")
    _report_labels(table, rows, log)
    names = [clean_column(table, column, log) for column in _NAMES]
    ordered = sorted(zip(rows, modes, zip(*names, strict=True), strict=True), key=lambda row: _to_natural_key(row[0]))
    compiled = tuple(
        (
            number,
            row["route_id"],
            (mode or Mode.OTHER).value,
            row["agency_id"] or only,
            *texts,
            row["route_color"].upper() if _COLOR.fullmatch(row["route_color"]) else None,
        )
        for number, (row, mode, texts) in enumerate(ordered, start=1)
    )
    ways = {number: _to_ways(row) for number, (row, *_) in enumerate(ordered, start=1)}
    between = {number: way for number, way in ways.items() if way != _ONLY_AT_STOPS}
    return CompiledRoutes(compiled, {row[1]: row[0] for row in compiled}, between)


def _report_labels(table: Table, rows: Sequence[Mapping[str, str]], log: FindingLog) -> None:
    """Note lines that riders cannot be told by a name, and colours that are none."""
    nameless = [not row["route_short_name"] and not row["route_long_name"] for row in rows]
    what = "neither a short nor a long name"
    marked = np.array(nameless, dtype=np.bool_)
    report_rows(table, "route_short_name", marked, log, Severity.NOTED, what, "the line is told by its id")
    odd = [bool(row["route_color"]) and not _COLOR.fullmatch(row["route_color"]) for row in rows]
    what = "not a colour of six hexadecimal digits"
    report_rows(table, "route_color", np.array(odd, dtype=np.bool_), log, Severity.DROPPED, what, "left out")


def _to_ways(row: Mapping[str, str]) -> tuple[int, int]:
    """Read how a line is boarded and left between stops; empty is not at all (GTFS routes.txt, continuous_pickup)."""
    cells = (row["continuous_pickup"], row["continuous_drop_off"])
    pickup, drop_off = (int(cell) if cell in ("0", "2", "3") else 1 for cell in cells)
    return pickup, drop_off


def _to_mode(cell: str) -> Mode | None:
    code = parse_int(cell)
    return None if code is None else find_mode(code)


def _to_natural_key(row: Mapping[str, str]) -> tuple[object, ...]:
    """Sort 2 before 10 and 10 before 10A; labels without a number come last."""
    label = row["route_short_name"] or row["route_long_name"] or row["route_id"]
    parts = _DIGITS.split(label.casefold())
    numbered = [(int(part), "") if place % 2 else (-1, part) for place, part in enumerate(parts)]
    return (not label[:1].isdigit(), numbered, row["route_id"])
