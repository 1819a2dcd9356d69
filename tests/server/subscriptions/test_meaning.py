"""What of a document is news, and until when nothing else can be."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from stopbell_server.domain.freshness import DEFAULT_FRESHNESS
from stopbell_server.subscriptions.meaning import LONGEST, MOVING, to_meaning

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)


def test_what_moves_with_the_clock_is_no_news_however_deep_it_stands() -> None:
    quiet: dict[str, Any] = {"a": 1, "calls": [{"line": "7"}]}
    moving = dict.fromkeys(MOVING, 5)
    loud: dict[str, Any] = {**quiet, **moving, "calls": [{"line": "7", **moving}]}
    assert to_meaning(quiet, NOW).digest == to_meaning(loud, NOW).digest


@pytest.mark.parametrize("other", [{"line": "8"}, {"line": "7", "certainty": "lost"}, {}, {"line": None}])
def test_anything_else_is_news(other: dict[str, Any]) -> None:
    assert to_meaning({"calls": [{"line": "7"}]}, NOW).digest != to_meaning({"calls": [other]}, NOW).digest


def test_a_plan_holds_until_there_is_another_timetable() -> None:
    plan = {"freshness": {"temporalMeaning": "static-plan"}, "first": "2026-11-30T12:00:10+02:00"}
    assert to_meaning(plan, NOW).holds_until is None


@pytest.mark.parametrize(
    ("document", "seconds"),
    [
        ({}, LONGEST.total_seconds()),
        ({"starts": "2026-11-30T12:00:20+02:00"}, 20),
        ({"expectedDeparture": "2026-11-30T11:59:40+02:00"}, 41),
        ({"expectedDeparture": "2026-11-30T11:58:00+02:00"}, 60),
        ({"ageSeconds": 70}, 21),
        ({"calls": [{"ageSeconds": 10}, {"ageSeconds": 150}]}, 31),
        ({"ageSeconds": 5000, "now": "2026-11-30T12:00:01+02:00"}, 60),
        ({"name": "2026-99-99T12:00:01+02:00 or so"}, 60),
        ({"name": "2026-11-30T12:00:01.000"}, 60),
    ],
)
def test_a_current_document_holds_until_the_first_thing_in_it_ends_begins_or_is_too_old(
    document: dict[str, Any], seconds: float
) -> None:
    assert to_meaning(document, NOW).holds_until == NOW + timedelta(seconds=seconds)


def test_an_age_is_judged_by_the_limits_of_its_feed() -> None:
    own = DEFAULT_FRESHNESS.__class__(live=timedelta(seconds=30), ageing=timedelta(seconds=40))
    assert to_meaning({"ageSeconds": 20}, NOW, own).holds_until == NOW + timedelta(seconds=11)
