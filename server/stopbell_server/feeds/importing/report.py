"""What an import found: enough for a publisher to act on, never more than a page can hold."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any


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
class Place:
    """One place that has a fault."""

    line: int | None
    """The line of the file on which the row begins, counted from 1 with the header; None: the file as a whole."""
    value: str | None
    """The cell, or the whole row where no column is named: clean, at most 60 characters, then "…". "" is an empty
    cell; None where there is no cell, or it was not kept."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of fault in one column of one file."""

    severity: Severity
    file: str
    column: str | None
    what: str
    """The fault; the same words for each fault of this kind."""
    handling: str
    """What was done about it."""
    rule: str
    """The section of the GTFS Schedule Reference that is broken or that decides what is done."""
    count: int
    """How many rows or values have it."""
    places: tuple[Place, ...]
    """The first ones, by line; empty when the whole file is meant."""

    @property
    def line(self) -> int | None:
        """Give the first line with it; None when the whole file is meant."""
        return self.places[0].line if self.places else None

    @property
    def value(self) -> str | None:
        """Give the first value with it."""
        return self.places[0].value if self.places else None


@dataclass(frozen=True, slots=True)
class Thoroughness:
    """How much a report says beyond what an import has at hand."""

    places: int = 3
    """How many places of each fault are named, at most."""
    is_whole: bool = False
    """Whether the file is read again for what the import did not keep. It costs time only where there are faults."""


QUICK = Thoroughness()
"""For an import that is to be used: the report must cost nothing."""


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


def to_json(report: ImportReport) -> dict[str, Any]:
    """Give the report as plain values for JSON, without its path."""
    return {
        "authority": report.authority,
        "version": report.version,
        "counts": dict(report.counts),
        "findings": [finding_to_json(finding) for finding in report.findings],
        "hidden_findings": report.hidden_findings,
    }


def parse_report(whole: Mapping[str, Any], path: Path) -> ImportReport:
    """Read what `to_json` gave."""
    return ImportReport(
        authority=whole["authority"],
        version=whole["version"],
        path=path,
        counts=whole["counts"],
        findings=tuple(map(parse_finding, whole["findings"])),
        hidden_findings=whole["hidden_findings"],
    )


def finding_to_json(finding: Finding) -> dict[str, Any]:
    """Give a finding as plain values."""
    return asdict(finding) | {"severity": finding.severity.value}


def parse_finding(whole: Mapping[str, Any]) -> Finding:
    """Read what `finding_to_json` gave."""
    return Finding(
        Severity(whole["severity"]),
        whole["file"],
        whole["column"],
        whole["what"],
        whole["handling"],
        whole["rule"],
        whole["count"],
        tuple(Place(place["line"], place["value"]) for place in whole["places"]),
    )
