"""What an import found: enough for a publisher to act on, never more than a page can hold."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from stopbell_server.domain.text import to_clean_text

_MOST_FINDINGS = 200
_LONGEST_EXAMPLE = 60


class Severity(Enum):
    """What a finding did to the feed, worst first."""

    REFUSED = "refused"
    """The feed cannot be used."""
    DROPPED = "dropped"
    """Rows or values were left out."""
    REPAIRED = "repaired"
    """Rows or values were read in the only way that makes sense."""
    NOTED = "noted"
    """Nothing was changed; riders may notice."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of fault in one column of one file."""

    severity: Severity
    file: str
    line: int | None
    """The first line with it, counted from 1 with the header; None when the whole file is meant."""
    column: str | None
    what: str
    """The fault, with the first value that has it."""
    handling: str
    """What was done about it."""
    count: int
    """How many rows have it."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The outcome of one import."""

    authority: str
    version: str
    path: Path
    """The compiled file."""
    counts: Mapping[str, int]
    """Rows kept, by table without .txt: stops, routes, trips, stop_times …"""
    findings: tuple[Finding, ...]
    """Worst first, at most 200 kinds."""
    hidden_findings: int = 0
    """Kinds beyond that."""


class FindingLog:
    """Collects findings while tables are read; the same fault again only counts."""

    def __init__(self) -> None:
        """Start empty."""
        self._found: dict[tuple[Severity, str, str | None, str], Finding] = {}
        self._hidden = 0

    def add(
        self,
        severity: Severity,
        file: str,
        what: str,
        handling: str,
        *,
        column: str | None = None,
        line: int | None = None,
        example: str | None = None,
        count: int = 1,
    ) -> None:
        """Add a fault; `line` and `example` are kept for the first of its kind."""
        if count <= 0:
            return
        key = (severity, file, column, what)
        known = self._found.get(key)
        if known is None and len(self._found) >= _MOST_FINDINGS:
            self._hidden += 1
            return
        if known is None:
            shown = "" if example is None else f": {to_clean_text(example)[:_LONGEST_EXAMPLE]!r}"
            self._found[key] = Finding(severity, file, line, column, what + shown, handling, count)
            return
        self._found[key] = Finding(severity, file, known.line, column, known.what, known.handling, known.count + count)

    def list_findings(self) -> tuple[Finding, ...]:
        """List them, worst first, then by file and line."""
        rank = {severity: place for place, severity in enumerate(Severity)}

        def place(one: Finding) -> tuple[int, str, int, str, str]:
            return rank[one.severity], one.file, one.line or 0, one.column or "", one.what

        ordered = sorted(self._found.values(), key=place)
        return tuple(ordered)

    @property
    def hidden(self) -> int:
        """How many kinds did not fit."""
        return self._hidden


def to_json(report: ImportReport) -> dict[str, Any]:
    """Give the report as plain values for JSON, without its path."""
    whole = asdict(report)
    del whole["path"]
    for finding in whole["findings"]:
        finding["severity"] = finding["severity"].value
    return whole


def parse_report(whole: Mapping[str, Any], path: Path) -> ImportReport:
    """Read what `to_json` gave."""
    findings = tuple(
        Finding(
            Severity(one["severity"]),
            one["file"],
            one["line"],
            one["column"],
            one["what"],
            one["handling"],
            one["count"],
        )
        for one in whole["findings"]
    )
    return ImportReport(
        authority=whole["authority"],
        version=whole["version"],
        path=path,
        counts=whole["counts"],
        findings=findings,
        hidden_findings=whole["hidden_findings"],
    )
