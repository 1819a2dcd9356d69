"""Collects findings while a feed is read: bounded, whatever the feed is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.domain.text import to_clean_text
from stopbell_server.feeds.importing.report import QUICK, Finding, Place, Severity
from stopbell_server.feeds.importing.rules import name_rule

_MOST_FINDINGS = 200
_MOST_PLACES = 20_000
"""Of all findings together."""
LONGEST_VALUE = 60
_RAW_VALUE = 4 * LONGEST_VALUE
"""Cleaning shortens text: blanks collapse."""


class ImportRefused(FeedRefused):
    """A source cannot become a feed; also says what was found until then."""

    def __init__(self, message: str, findings: Sequence[Finding] = (), hidden: int = 0) -> None:
        """Keep the findings, worst first, and how many kinds did not fit."""
        super().__init__(message)
        self.findings = tuple(findings)
        self.hidden = hidden


@dataclass(slots=True)
class _Found:
    first: Finding
    count: int
    places: list[Place]


class FindingLog:
    """Collects findings while tables are read; the same fault again counts and may add a place."""

    def __init__(self, most_places: int = QUICK.places) -> None:
        """Start empty; keep this many places of each fault."""
        self.most_places = most_places
        self._found: dict[tuple[Severity, str, str | None, str], _Found] = {}
        self._hidden = set[tuple[Severity, str, str | None, str]]()
        self._places = 0

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
        rule: str | None = None,
        places: Sequence[tuple[int | None, str | None]] = (),
    ) -> None:
        """Add a fault that `count` rows have, the first of them at `places` (line, value) or at `line`.

        `rule` is the section that defines the field or the file, if none is given.
        """
        if count <= 0:
            return
        key = (severity, file, column, what)
        known = self._found.get(key)
        if known is None:
            if len(self._found) >= _MOST_FINDINGS:
                # What is told apart here is bounded too: hidden kinds beyond this are not counted.
                if len(self._hidden) < _MOST_FINDINGS:
                    self._hidden.add(key)
                return
            finding = Finding(severity, file, column, what, handling, rule or name_rule(file, column), 0, ())
            known = self._found[key] = _Found(finding, 0, [])
        known.count += count
        if not places and (line is not None or example is not None):
            places = ((line, example),)
        room = min(self.most_places - len(known.places), _MOST_PLACES - self._places)
        for place, value in places[: max(0, room)]:
            known.places.append(Place(place, None if value is None else to_value(value)))
            self._places += 1

    def refuse(
        self,
        message: str,
        file: str,
        what: str,
        *,
        column: str | None = None,
        line: int | None = None,
        example: str | None = None,
        rule: str | None = None,
    ) -> FeedRefused:
        """Add the fault for which the feed cannot be used, and give the error to raise."""
        self.add(
            Severity.REFUSED, file, what, "the feed is refused", column=column, line=line, example=example, rule=rule
        )
        return FeedRefused(message)

    def list_findings(self) -> tuple[Finding, ...]:
        """List them, worst first, then by file and line."""
        rank = {severity: place for place, severity in enumerate(Severity)}

        def place(one: Finding) -> tuple[int, str, int, str, str]:
            return rank[one.severity], one.file, one.line or 0, one.column or "", one.what

        found = (replace(one.first, count=one.count, places=tuple(one.places)) for one in self._found.values())
        return tuple(sorted(found, key=place))

    @property
    def hidden(self) -> int:
        """How many kinds did not fit."""
        return len(self._hidden)


def to_value(text: str) -> str:
    """Give a cell as findings show it: clean and short."""
    clean = to_clean_text(text[:_RAW_VALUE])
    is_cut = len(text) > _RAW_VALUE or len(clean) > LONGEST_VALUE
    return clean[:LONGEST_VALUE].rstrip() + "…" if is_cut else clean
