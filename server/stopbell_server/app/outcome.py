"""What became of a feed, in an operator's lines."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stopbell_server.domain.store import FeedInfo
from stopbell_server.domain.text import to_clean_text

if TYPE_CHECKING:
    # What compiles feeds takes longer to import than most commands take to run.
    from stopbell_server.feeds.importing import Finding, ImportReport

_MOST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class FeedOutcome:
    """The result of one feed command."""

    name: str
    lines: tuple[str, ...]
    """What to print, one fact a line."""
    report: "ImportReport | None" = None
    """What the import found; None when nothing was imported."""
    is_changed: bool = True
    """Whether the feed is another than before."""


def describe_content(info: FeedInfo) -> str:
    """Say what a compiled feed holds and which days it covers."""
    days = f", from {info.first_day} to {info.last_day}" if info.first_day and info.last_day else ""
    return (
        f"{info.title or 'No publisher named'}: {info.stop_count:,} stops, {info.trip_count:,} trips, "
        f"{info.stop_time_count:,} calls{days}, times of {info.zone.key}."
    )


def list_findings(report: "ImportReport") -> Iterator[str]:
    """List what the import left out, repaired or noticed, worst first, each with its place in the publisher's file."""
    if not report.findings:
        yield "Nothing was left out or repaired."
        return
    for finding in report.findings[:_MOST_SHOWN]:
        yield _describe_finding(finding)
    hidden = len(report.findings) - _MOST_SHOWN + report.hidden_findings
    if hidden > 0:
        yield f"And {hidden} more kinds of findings."


def _describe_finding(finding: "Finding") -> str:
    place = finding.file
    if finding.line is not None:
        place += f" line {finding.line}"
    if finding.column:
        place += f", {finding.column}"
    if finding.value:
        place += f' "{finding.value}"'
    times = f" ({finding.count:,} times)" if finding.count > 1 else ""
    return to_clean_text(f"{finding.severity.value.capitalize()}: {place}: {finding.what}; {finding.handling}{times}.")
