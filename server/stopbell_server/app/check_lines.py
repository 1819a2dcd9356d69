"""A check of a feed as lines for its publisher: one fact a line, findings by file, a summary at the end.

Nothing is told by indentation, columns or symbols: each line is whole when it is heard alone.
"""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from stopbell_server.app.checking import FeedCheck
from stopbell_server.app.outcome import describe_content
from stopbell_server.domain.text import to_clean_text

if TYPE_CHECKING:
    from stopbell_server.feeds.importing import Finding, Place


def describe_check(check: FeedCheck, *, every_place: bool = False) -> Iterator[str]:
    """Give the lines; with `every_place` each place that is known has a line of its own."""
    if check.info is None:
        yield to_clean_text(f"{check.asked} is refused: {check.refusal}")
    else:
        yield to_clean_text(f"{check.asked} can be loaded: {describe_content(check.info)}")
    if check.is_over and check.info:
        yield f"This timetable ended on {check.info.last_day}: riders are told so."
    if check.is_to_come and check.info:
        yield f"This timetable begins on {check.info.first_day}: until then there are no departures."
    for file in dict.fromkeys(finding.file for finding in check.findings):
        own = [finding for finding in check.findings if finding.file == file]
        yield to_clean_text(f"{file}: {_count(len(own), 'finding', 'findings')}.")
        for finding in own:
            yield from _describe_with_places(finding) if every_place else (_describe(finding),)
    yield from check.live
    yield _summarise(check)


def _describe(finding: "Finding") -> str:
    first, *others = finding.places or (None,)
    line = f"{_head(finding)}{_describe_place(finding, first)}{_tell(finding)}"
    if others:
        places = [_describe_other(place, first.value if first else None) for place in others]
        beyond = finding.count - len(finding.places)
        if beyond > 0:
            places.append(f"{beyond:,} more")
        line += f" Also {_join(places)}."
    return to_clean_text(f"{line} Rule: {finding.rule}.")


def _describe_with_places(finding: "Finding") -> Iterator[str]:
    if len(finding.places) < 2:
        yield _describe(finding)
        return
    column = f"{finding.column}: " if finding.column else ""
    yield to_clean_text(f"{_head(finding)}{column}{_tell(finding)} Rule: {finding.rule}.")
    for place in finding.places:
        yield to_clean_text(f"{_describe_other(place, None).capitalize()}.")
    beyond = finding.count - len(finding.places)
    if beyond > 0:
        yield f"And {beyond:,} more places."


def _head(finding: "Finding") -> str:
    times = f", {finding.count:,} times" if finding.count > 1 else ""
    return f"{finding.severity.value.capitalize()}{times}: "


def _tell(finding: "Finding") -> str:
    return f"{finding.what}; {finding.handling}."


def _describe_place(finding: "Finding", place: "Place | None") -> str:
    line = f"line {place.line}" if place and place.line is not None else ""
    cell = " ".join(part for part in (finding.column, _quote(place.value if place else None)) if part)
    where = ", ".join(part for part in (line, cell) if part)
    return f"{where}: " if where else ""


def _describe_other(place: "Place", known: str | None) -> str:
    """Name a place; its value only where it is another one."""
    line = f"line {place.line}" if place.line is not None else ""
    value = "" if place.value == known else _quote(place.value)
    return " ".join(part for part in (line, value) if part) or "once more"


def _quote(value: str | None) -> str:
    if value is None:
        return ""
    return f'"{value}"' if value else "(empty)"


def _summarise(check: FeedCheck) -> str:
    verdict = "refused" if check.info is None else "usable"
    if not check.findings:
        return f"Summary: {verdict}." + (" Nothing was left out or repaired." if check.info else "")
    severities = Counter(finding.severity.value for finding in check.findings)
    files = len({finding.file for finding in check.findings})
    kinds = _count(len(check.findings), "finding", "findings")
    parts = ", ".join(f"{count} {severity}" for severity, count in severities.items())
    hidden = f" {check.hidden} or more other kinds are not shown." if check.hidden else ""
    return f"Summary: {verdict}. {kinds} in {_count(files, 'file', 'files')}: {parts}.{hidden}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _join(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
