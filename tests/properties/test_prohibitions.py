"""The four prohibitions of the semantic mapping hold in every answer: silence is never turned into a statement."""

import re
from collections.abc import Iterator
from typing import Any, cast

from hypothesis import given

from tests.properties.asking import Answer, ask_town
from tests.properties.evidence import Evidence
from tests.properties.fuzzing import fuzz
from tests.properties.rows import Row, list_rows, list_values
from tests.properties.towns import LANGUAGES, Said, Town, draw_town

OBSERVED = re.compile(r"\b(?:left|arrived) at \d|уже (?:прибув|поїхав), час")
"""What is said of a passing that was recorded; "has probably left" and "whether it came is not reported" are not it."""
ON_TIME = re.compile(r"\bon time\b|\bвчасно\b|за графіком")
ABSENT = re.compile(r"\b(?:no|not any) (?:vehicle|bus|tram)s? (?:is|are) (?:running|there|near)|does not run|не курсує")


def show(town: Town, faults: list[str]) -> str:
    """Give the first faults with the whole town."""
    return "\n".join([*faults[:20], repr(town)])


@fuzz()
@given(draw_town(), LANGUAGES)
def test_nothing_is_called_observed_only_because_its_time_is_past(town: Town, language: str) -> None:
    """No passing is told, and no stop is behind, of a trip whose vehicle never said where it is."""
    faults: list[str] = []
    for answer in ask_town(town, language):
        faults += [f"{answer.asked}: {fault}" for fault in list_observed(town, answer)]
    assert not faults, show(town, faults)


def list_observed(town: Town, answer: Answer) -> Iterator[str]:
    """List what is told as having happened although nobody reported it."""
    for row in list_rows(answer.document):
        if row.is_call and not says_where(town, row.trip):
            yield from (f"{row.where}.{name}" for name in ("observedArrival", "observedDeparture") if name in row.node)
            if row.node.get("progress") in ("behind", "here"):
                yield f"{row.where} is {row.node['progress']}"
    for passed in (one for found in list_values(answer.document, "passed") for one in found):
        if (passed["gone"] or passed["knownBy"] == "observed") and not says_where(town, passed["call"].get("tripId")):
            yield f"{passed['call']} is gone by {passed['knownBy']}"
    if not says_where(town, None):
        if found := OBSERVED.search(answer.text):
            yield f"says {found[0]!r}"
        yield from (
            "a vehicle is said to tell" for word in list_values(answer.document, "knownBy") if word == "vehicle"
        )


def says_where(town: Town, trip: str | None) -> bool:
    """Whether a vehicle of the trip, or of any, reports at which stop it is."""
    reports = Evidence(town, trip).positions
    return any("current_stop_sequence" in one or "stop_id" in one for one in reports)


@fuzz()
@given(draw_town(), LANGUAGES)
def test_nothing_is_on_time_only_because_nobody_speaks_of_it(town: Town, language: str) -> None:
    """A trip of which no update speaks has a planned time and nothing else: no prediction, no delay, no "on time"."""
    faults: list[str] = []
    for answer in ask_town(town, language):
        rows = list(list_rows(answer.document))
        for row in rows:
            if row.is_call and not Evidence(town, row.trip).updates:
                faults += [f"{answer.asked}: {row.where} {fault}" for fault in list_predicted(row)]
        is_said = any(row.is_call and row.certainty in ("live", "ageing") for row in rows)
        if not is_said and (found := ON_TIME.search(answer.text)):
            faults.append(f"{answer.asked} says {found[0]!r}")
    assert not faults, show(town, faults)


def list_predicted(row: Row) -> Iterator[str]:
    """List what a call has that only a prediction can give."""
    if row.certainty not in ("timetable", "frequency", "none"):
        yield f"is {row.certainty}"
    for name in ("delaySeconds", "expectedArrival", "expectedDeparture", "uncertaintySeconds", "ageSeconds"):
        if name in row.node:
            yield f"has {name}"


@fuzz()
@given(draw_town(), LANGUAGES)
def test_no_vehicle_is_absent_only_because_it_has_not_reported(town: Town, language: str) -> None:
    """Without any report of a vehicle the same trips run, with the same status; and none is told not to be there."""
    silent = town.with_entities([one for one in town.entities if "vehicle" not in one])
    if town.invented.entities is None:
        silent = town
    boards, others = ask_town(town, language), ask_town(silent, language)
    told, still = list_running(boards), list_running(others)
    lost = [f"{asked} no longer runs: {rest}" for asked, calls in told.items() if (rest := calls - still[asked])]
    said = {one.asked for one in boards if ABSENT.search(one.text)}
    lost += [f"{one.asked} says {one.text!r}" for one in others if one.asked not in said and ABSENT.search(one.text)]
    lost += [f"{one.asked} is final: {one.document['status']}" for one in others if is_final(one)]
    assert not lost, show(town, lost)


def list_running(answers: list[Answer]) -> dict[str, set[Any]]:
    """Give the calls on each board, with what happens to them; how near the vehicle is does not count."""
    return {
        answer.asked: {
            (row.trip, row.day, row.start_s, row.node.get("stopSequence"), row.node["status"])
            for row in list_rows(answer.data["arrivals"])
        }
        for answer in answers
        if answer.asked.startswith("get_arrivals") and "arrivals" in answer.data
    }


def is_final(answer: Answer) -> bool:
    """Whether an answer about a vehicle that did not report leaves no hope that it will."""
    status = answer.document.get("status", {})
    of_vehicle = (
        "unknown-vehicle",
        "vehicle-not-reported",
        "no-vehicle-data",
        "vehicle-lost",
        "journey-without-vehicle",
    )
    return status.get("code") in of_vehicle and not status["retryable"]


@fuzz()
@given(draw_town(), LANGUAGES)
def test_doubt_that_is_not_told_is_never_none(town: Town, language: str) -> None:
    """Where the feed names no uncertainty the answer has none; zero is told only where the feed says zero."""
    faults: list[str] = []
    for answer in ask_town(town.with_entities([drop_doubt(one) for one in town.entities]), language):
        faults += [f"{answer.asked} tells {one}" for one in list_values(answer.document, "uncertaintySeconds")]
    for answer in ask_town(town, language):
        for row in list_rows(answer.document):
            if row.node.get("uncertaintySeconds") == 0 and 0 not in Evidence(town, row.trip).list_uncertainties():
                faults.append(f"{answer.asked}: {row.where} is told to be exact")
    assert not faults, show(town, faults)


def drop_doubt(entity: Any) -> Any:
    """Give the same without any uncertainty."""
    if isinstance(entity, list):
        return [drop_doubt(one) for one in cast(list[Any], entity)]
    if isinstance(entity, dict):
        said = cast(Said, entity)
        return {name: drop_doubt(value) for name, value in said.items() if name != "uncertainty"}
    return entity
