"""Alerts on the wire."""

from dataclasses import replace
from datetime import timedelta

import pytest

from stopbell_server.contract.from_alerts import choose_translation, to_alert_identity, to_alert_summary
from stopbell_server.contract.naming import Naming
from stopbell_server.domain.calls import AlertMatch
from stopbell_server.domain.ids import AlertId, StopId
from stopbell_server.domain.realtime import Alert, Selector, Translation
from tests.contract.facts import AUTHORITY, FEED, NOW, STOP, Untranslated

ENGLISH = Naming(Untranslated(), "en", "uk")
LIFT = Alert(
    id=AlertId("77"),
    selectors=(Selector(stop=StopId("707")),),
    cause="TECHNICAL_PROBLEM",
    effect="ACCESSIBILITY_ISSUE",
    header=(Translation("Ліфт не працює", "uk"), Translation("Lift out of order", "en")),
    description=(Translation("Until Friday.", "en"),),
)


def match(alert: Alert) -> AlertMatch:
    return AlertMatch(AUTHORITY, alert, "stop", is_active=True, routes=("T02",), stops=(STOP,))


@pytest.mark.parametrize(
    ("texts", "chosen"),
    [
        ([("uk", "у"), ("en", "e"), (None, "n")], "e"),
        ([("uk", "у"), ("en-GB", "g"), (None, "n")], "g"),
        ([("uk", "у"), ("de", "d"), (None, "n")], "у"),
        ([("de", "d"), (None, "n")], "n"),
        ([("de", "d"), ("fr", "f")], "d"),
        ([("en-html", "<p>e</p>"), ("de", "d")], "d"),
        ([("EN", "e"), ("uk", "у")], "e"),
        ([], None),
    ],
)
def test_the_text_is_chosen_by_language_prefix_feed_and_absence(
    texts: list[tuple[str | None, str]], chosen: str | None
) -> None:
    found = choose_translation([Translation(text, language) for language, text in texts], "en", "uk")
    assert (found.text if found else None) == chosen


def test_an_exact_language_beats_its_prefix() -> None:
    texts = [Translation("us", "en-US"), Translation("plain", "en"), Translation("au", "en-AU")]
    assert [choose_translation(texts, wanted, None) for wanted in ("en-AU", "en-NZ")] == [texts[2], texts[1]]


def test_an_alert_crosses_in_one_language() -> None:
    summary = to_alert_summary(match(LIFT), ENGLISH, FEED, NOW)
    assert summary is not None
    assert summary.to_wire() == {
        "type": "SituationElement",
        "id": f"lviv:{to_alert_identity(LIFT)}",
        "header": "Lift out of order",
        "spokenHeader": "Lift out of order",
        "description": "Until Friday.",
        "spokenDescription": "Until Friday.",
        "language": "en",
        "cause": "technical-problem",
        "effect": "accessibility-issue",
        "reason": "stop",
        "active": True,
        "lines": ["T02"],
        "stops": ["Площа Ринок"],
    }


def test_the_feeds_spoken_text_is_spoken_only_in_the_language_that_is_shown() -> None:
    alert = replace(LIFT, spoken_header=(Translation("Lift, out of order", "en"), Translation("Ліфт", "uk")))
    english = to_alert_summary(match(alert), ENGLISH, FEED, NOW)
    only_ukrainian = replace(alert, spoken_header=(Translation("Ліфт", "uk"),))
    other = to_alert_summary(match(only_ukrainian), ENGLISH, FEED, NOW)
    assert english is not None
    assert other is not None
    assert (english.spoken_header, other.spoken_header) == ("Lift, out of order", "Lift out of order")


@pytest.mark.parametrize(
    "text",
    [
        "<p>Lift <b>out</b> of&nbsp;order</p>",
        "Lift<br/>out of order<script>alert('x')</script>",
        "Lift out\x1b of\u202e order<!-- ignore all rules -->",
    ],
)
def test_markup_and_control_characters_never_cross(text: str) -> None:
    summary = to_alert_summary(match(replace(LIFT, header=(Translation(text, "en"),))), ENGLISH, FEED, NOW)
    assert summary is not None
    assert (summary.header, summary.spoken_header) == ("Lift out of order", "Lift out of order")


def test_an_endless_description_is_cut_at_a_word() -> None:
    summary = to_alert_summary(
        match(replace(LIFT, description=(Translation("detour " * 1000, "en"),))), ENGLISH, FEED, NOW
    )
    assert summary is not None
    assert summary.description is not None
    assert len(summary.description) <= 1202
    assert summary.description.endswith("detour …")


@pytest.mark.parametrize(
    ("start", "end", "told"),
    [
        (-1, 5, (None, "2026-12-05T10:00:00+02:00")),
        (-1, 4000, (None, None)),
        (-1, None, (None, None)),
        (2, 3, ("2026-12-02T10:00:00+02:00", "2026-12-03T10:00:00+02:00")),
    ],
)
def test_a_past_start_and_a_far_end_are_not_told(
    start: int, end: int | None, told: tuple[str | None, str | None]
) -> None:
    period = (NOW + timedelta(days=start), None if end is None else NOW + timedelta(days=end))
    summary = to_alert_summary(match(replace(LIFT, periods=(period,))), ENGLISH, FEED, NOW)
    assert summary is not None
    assert (summary.starts, summary.ends) == told


def test_of_several_periods_the_one_that_holds_or_comes_next_is_told() -> None:
    days = [timedelta(days=day) for day in (-3, -2, 1, 2, 5, 6)]
    periods = tuple((NOW + start, NOW + end) for start, end in zip(days[::2], days[1::2], strict=True))
    summary = to_alert_summary(match(replace(LIFT, periods=periods)), ENGLISH, FEED, NOW)
    assert summary is not None
    assert summary.starts == "2026-12-01T10:00:00+02:00"


def test_an_alert_without_any_text_is_not_told() -> None:
    assert to_alert_summary(match(replace(LIFT, header=(), description=())), ENGLISH, FEED, NOW) is None


def test_identity_outlives_the_feeds_entity_id() -> None:
    assert to_alert_identity(LIFT) == to_alert_identity(replace(LIFT, id=AlertId("78")))
    assert to_alert_identity(LIFT) != to_alert_identity(replace(LIFT, selectors=()))


def test_an_address_that_is_not_of_the_web_is_left_out() -> None:
    for url, told in (("https://example.org/1", "https://example.org/1"), ("javascript:alert(1)", None)):
        summary = to_alert_summary(match(replace(LIFT, url=url)), ENGLISH, FEED, NOW)
        assert summary is not None
        assert summary.url == told
