"""A check of a feed as one JSON document for scripts, and the document's schema.

Run in a checkout: `python -m stopbell_server.app.check_document` prints what stands in docs/feed-check.schema.json.
"""

import json
import sys
from datetime import date
from typing import Any, Literal

from pydantic import Field

from stopbell_server.app.checking import MOST_PLACES, FeedCheck
from stopbell_server.contract.model import WireModel
from stopbell_server.domain.store import FeedInfo


class CheckedPlace(WireModel):
    """One place that has a problem."""

    line: int | None = Field(
        None, ge=1, description="Line on which the row begins, counted from 1 with the header. Absent: the whole file."
    )
    value: str | None = Field(
        None,
        description="The cell, or the row where no column is named: control characters removed, blanks collapsed, "
        'cut to 60 characters and then "…". Empty: an empty cell. Absent: there is no cell.',
    )


class CheckedProblem(WireModel):
    """One kind of problem in one column of one file."""

    severity: Literal["refused", "dropped", "repaired", "noted"] = Field(
        description="refused: the feed cannot be used. dropped: rows or values were left out. repaired: they were "
        "read in the only way that makes sense. noted: nothing was changed."
    )
    file: str
    column: str | None = Field(None, description="Absent: a row, or the file as a whole.")
    what: str = Field(description="What is wrong, in the same words each time.")
    handling: str = Field(description="What was done about it.")
    rule: str = Field(description="Section of the GTFS Schedule Reference; for a field its file and name.")
    count: int = Field(ge=1, description="How many rows or values have it.")
    places: tuple[CheckedPlace, ...] = Field(
        description=f"The first places, by line: 3, or with --all up to {MOST_PLACES:,}."
    )


class CheckedTimetable(WireModel):
    """What an import would hold."""

    title: str | None = None
    time_zone: str
    language: str | None = None
    first_day: date | None = None
    last_day: date | None = None
    is_over: bool = Field(description="Whether the last day is before today in the feed's time zone.")
    counts: dict[str, int] = Field(description="Rows kept, by table.")


class CheckDocument(WireModel):
    """What `stopbell feed check --json` prints."""

    version: Literal[1] = 1
    source: str = Field(description="As it was asked for.")
    outcome: Literal["usable", "refused"]
    refusal: str | None = Field(None, description="Why it is refused, and what to do, in a sentence or two.")
    timetable: CheckedTimetable | None = Field(None, description="Absent when the feed is refused.")
    problems: tuple[CheckedProblem, ...] = Field(description="Worst first, then by file and line; at most 200 kinds.")
    hidden_problems: int = Field(description="Kinds beyond these 200, as far as they were counted.")
    live: tuple[str, ...] = Field(description="What came from live sources, a sentence each.")


def to_check_document(check: FeedCheck) -> dict[str, Any]:
    """Give the document."""
    problems = tuple(
        CheckedProblem(
            severity=finding.severity.value,
            file=finding.file,
            column=finding.column,
            what=finding.what,
            handling=finding.handling,
            rule=finding.rule,
            count=finding.count,
            places=tuple(CheckedPlace(line=place.line, value=place.value) for place in finding.places),
        )
        for finding in check.findings
    )
    return CheckDocument(
        source=check.asked,
        outcome="usable" if check.info else "refused",
        refusal=check.refusal,
        timetable=_to_timetable(check, check.info) if check.info else None,
        problems=problems,
        hidden_problems=check.hidden,
        live=check.live,
    ).to_wire()


def _to_timetable(check: FeedCheck, info: FeedInfo) -> CheckedTimetable:
    return CheckedTimetable(
        title=info.title,
        time_zone=info.zone.key,
        language=info.language,
        first_day=info.first_day,
        last_day=info.last_day,
        is_over=check.is_over,
        counts=dict(check.counts or {}),
    )


def to_schema() -> str:
    """Give the document's JSON Schema as text."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:stopbell:feed-check:1"}
    schema = CheckDocument.model_json_schema(by_alias=True, mode="serialization")
    return json.dumps({**head, **schema}, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(to_schema())
