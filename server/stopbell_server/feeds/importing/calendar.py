"""calendar.txt and calendar_dates.txt → sets of services, one per weekday and stretch of days.

No day is expanded beyond where a service begins, ends or has an exception, so a calendar to the year 2220 costs
nothing and nothing has to be cut off.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np

from stopbell_server.domain.service_day import parse_service_day
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.values import report_rows
from stopbell_server.store.schema import WEEKDAYS

_FAR = date(2100, 12, 31).toordinal()


@dataclass(frozen=True, slots=True)
class CompiledCalendar:
    """When services run."""

    services: tuple[str, ...]
    """service_id; number N stands at place N - 1."""
    number_by_id: Mapping[str, int]
    periods: tuple[tuple[int, ...], ...]
    """(first day as ordinal, set on Monday … set on Sunday)."""
    sets: tuple[tuple[int, int], ...]
    """(set, service). Set 0 is empty."""
    first_day: date | None
    last_day: date | None


@dataclass(slots=True)
class _Rules:
    """What the files say, by service number."""

    numbers: dict[str, int] = field(default_factory=dict[str, int])
    ranges: dict[int, tuple[int, int, tuple[bool, ...]]] = field(default_factory=dict[int, Any])
    exceptions: dict[int, dict[int, bool]] = field(default_factory=dict[int, dict[int, bool]])
    """Day → service → whether it is added."""

    def number(self, service: str) -> int:
        return self.numbers.setdefault(service, len(self.numbers) + 1)


def compile_calendar(calendar: Table | None, dates: Table | None, trips: Table, log: FindingLog) -> CompiledCalendar:
    """Work out the days of all services, also of those that trips use and no file defines: these never run."""
    rules = _Rules()
    if calendar is not None:
        _read_ranges(calendar, rules, log)
    if dates is not None:
        _read_exceptions(dates, rules, log)
    used = trips.frame["service_id"]
    unknown = [service for service in used.unique(maintain_order=True).to_list() if service not in rules.numbers]
    for service in unknown:
        rules.number(service)
    if calendar is None and dates is None:
        log.add(
            Severity.NOTED, "calendar.txt", "neither calendar.txt nor calendar_dates.txt is there",
            "no trip runs on any day",
        )  # fmt: skip
    elif unknown:
        what = "service is in neither calendar.txt nor calendar_dates.txt"
        marked = used.is_in(unknown).to_numpy()
        report_rows(trips, "service_id", marked, log, Severity.DROPPED, what, "the trip never runs")
    compiled = _compile(rules)
    if compiled.first_day is None and (calendar is not None or dates is not None):
        log.add(Severity.NOTED, "calendar.txt", "no service runs on any day", "there are no departures")
    return compiled


def _read_ranges(table: Table, rules: _Rules, log: FindingLog) -> None:
    marks = _Marks(len(table.frame))
    for row, cells in enumerate(table.frame.iter_rows(named=True)):
        number = rules.number(cells["service_id"])
        if number in rules.ranges:
            marks.mark("service_id", "id used twice", row)
            continue
        for day in WEEKDAYS:
            if cells[day] not in ("0", "1"):
                marks.mark(day, "neither 0 nor 1", row)
        first, last = _parse_day(cells["start_date"]), _parse_day(cells["end_date"])
        for column, day in (("start_date", first), ("end_date", last)):
            if day is None:
                marks.mark(column, "not a date YYYYMMDD", row)
        if first is None or last is None:
            first, last = 1, 0
        elif last < first:
            marks.mark("end_date", "before the start", row)
        elif last > _FAR:
            marks.mark("end_date", "after the year 2100", row)
        rules.ranges[number] = (first, last, tuple(cells[day] == "1" for day in WEEKDAYS))
    for column in ("start_date", "end_date"):
        marks.report(table, column, "not a date YYYYMMDD", Severity.DROPPED, "no weekday of the service runs", log)
    marks.report(table, "end_date", "before the start", Severity.DROPPED, "no weekday of the service runs", log)
    marks.report(table, "end_date", "after the year 2100", Severity.NOTED, "kept as it is", log)
    marks.report(table, "service_id", "id used twice", Severity.DROPPED, "the first row is kept", log)
    for day in WEEKDAYS:
        marks.report(table, day, "neither 0 nor 1", Severity.REPAIRED, "read as 0", log)


def _read_exceptions(table: Table, rules: _Rules, log: FindingLog) -> None:
    marks = _Marks(len(table.frame))
    for row, (service, text, kind) in enumerate(table.frame.select("service_id", "date", "exception_type").iter_rows()):
        day = _parse_day(text)
        number = rules.number(service)
        if day is None:
            marks.mark("date", "not a date YYYYMMDD", row)
        elif kind not in ("1", "2"):
            marks.mark("exception_type", "neither 1 nor 2", row)
        elif number in rules.exceptions.setdefault(day, {}):
            is_same = rules.exceptions[day][number] == (kind == "1")
            marks.mark("date", "row twice" if is_same else "added and removed on one day", row)
        else:
            rules.exceptions[day][number] = kind == "1"
    marks.report(table, "date", "not a date YYYYMMDD", Severity.DROPPED, "row left out", log)
    marks.report(table, "exception_type", "neither 1 nor 2", Severity.DROPPED, "row left out", log)
    marks.report(table, "date", "added and removed on one day", Severity.DROPPED, "the first row is kept", log)
    marks.report(table, "date", "row twice", Severity.DROPPED, "the first row is kept", log)


class _Marks:
    """Rows with a fault in a column, gathered while rows are read one by one."""

    def __init__(self, rows: int) -> None:
        self._rows = rows
        self._marked: dict[tuple[str, str], list[int]] = defaultdict(list)

    def mark(self, column: str, what: str, row: int) -> None:
        self._marked[column, what].append(row)

    def report(self, table: Table, column: str, what: str, severity: Severity, handling: str, log: FindingLog) -> None:
        marked = np.zeros(self._rows, dtype=np.bool_)
        marked[self._marked[column, what]] = True
        report_rows(table, column, marked, log, severity, what, handling)


def _parse_day(text: str) -> int | None:
    try:
        return parse_service_day(text).toordinal()
    except ValueError:
        return None


def _compile(rules: _Rules) -> CompiledCalendar:
    count = len(rules.numbers)
    firsts = np.ones(count + 1, dtype=np.int64)
    lasts = np.zeros(count + 1, dtype=np.int64)
    weekdays = np.zeros((7, count + 1), dtype=np.bool_)
    for number, (first, last, days) in rules.ranges.items():
        firsts[number], lasts[number], weekdays[:, number] = first, last, days
    borders = sorted(
        {*firsts[1:].tolist(), *(lasts[1:] + 1).tolist()}
        | set(rules.exceptions)
        | {day + 1 for day in rules.exceptions}
    )
    numbers: dict[bytes, int] = {b"": 0}
    periods: list[tuple[int, ...]] = []
    for place, first in enumerate(borders):
        length = borders[place + 1] - first if place + 1 < len(borders) else 7
        in_range = (firsts <= first) & (first <= lasts)
        sets = [0] * 7
        for day in range(first, first + min(7, length)):
            weekday = (day - 1) % 7
            runs = in_range & weekdays[weekday]
            for number, is_added in rules.exceptions.get(day, {}).items():
                runs[number] = is_added
            key = np.flatnonzero(runs).astype(np.int32).tobytes()
            sets[weekday] = numbers.setdefault(key, len(numbers))
        if not periods or periods[-1][1:] != tuple(sets):
            periods.append((first, *sets))
    rows = tuple(
        (number, service) for key, number in numbers.items() for service in np.frombuffer(key, dtype=np.int32).tolist()
    )
    first_day, last_day = _find_span(borders, periods)
    return CompiledCalendar(tuple(rules.numbers), rules.numbers, tuple(periods), rows, first_day, last_day)


def _find_span(borders: list[int], periods: list[tuple[int, ...]]) -> tuple[date | None, date | None]:
    """Give the first and the last day with any service."""
    running = [place for place, period in enumerate(periods) if any(period[1:])]
    if not running:
        return None, None
    first_period = periods[running[0]]
    first = next(day for day in range(first_period[0], first_period[0] + 7) if first_period[1 + (day - 1) % 7])
    last_place = running[-1]
    last_period = periods[last_place]
    end = periods[last_place + 1][0] if last_place + 1 < len(periods) else borders[-1]
    last = next(day for day in range(end - 1, end - 8, -1) if last_period[1 + (day - 1) % 7])
    return date.fromordinal(first), date.fromordinal(last)
