"""Disruptions and notices."""

from typing import Any

import pytest

from stopbell_server.world import World
from tests.asking import ask
from tests.realtimetext import alert, make_updates
from tests.town import NOON_POSIX, with_live


def list_headers(asked: Any) -> list[str]:
    return [one["header"] for one in asked.data["alerts"]]


def test_lifts_come_before_detours(town: World) -> None:
    asked = ask(town, "get_alerts")
    assert (asked.data["scope"], list_headers(asked)) == ("all", ["Lift out of order", "Detour"])


@pytest.mark.parametrize(
    ("arguments", "scope", "headers"),
    [
        ({"stop": "town:S1"}, "stop", ["Lift out of order", "Detour"]),
        ({"stop": "town:b1"}, "stop", ["Detour"]),
        ({"route": "7"}, "route", []),
        ({"route": "10A"}, "route", ["Detour"]),
        ({"trip": "town:t1"}, "trip", ["Lift out of order", "Detour"]),
        ({"trip": "t1", "authority": "town"}, "trip", ["Lift out of order", "Detour"]),
        ({"authority": "town"}, "all", ["Lift out of order", "Detour"]),
    ],
)
def test_only_what_concerns_the_question_is_told(
    town: World, arguments: dict[str, str], scope: str, headers: list[str]
) -> None:
    asked = ask(town, "get_alerts", **arguments)
    assert (asked.data["scope"], list_headers(asked)) == (scope, headers)


def test_why_an_alert_concerns_a_platform_is_told(town: World) -> None:
    reasons = [one["reason"] for one in ask(town, "get_alerts", stop="town:S1").data["alerts"]]
    assert reasons == ["station", "route"]


def test_no_disruption_is_said_aloud(town: World) -> None:
    asked = ask(town, "get_alerts", route="7")
    assert asked.status["state"] == "ok"
    assert asked.text


def test_silence_of_a_feed_without_alerts_is_not_told_as_good_news(town: World) -> None:
    asked = ask(with_live(town, None), "get_alerts", stop="town:b1")
    assert (asked.status["state"], asked.status["code"]) == ("unresolved", "no-alert-data")


def test_the_language_of_the_answer_chooses_the_text(town: World) -> None:
    assert list_headers(ask(town, "get_alerts", language="uk"))[0] == "Ліфт не працює"


def test_what_is_beyond_the_limit_is_counted(town: World) -> None:
    data = ask(town, "get_alerts", limit=1).data
    assert (len(data["alerts"]), data["more"]) == (1, 1)


def test_an_alert_for_two_variants_of_a_line_is_told_once(town: World) -> None:
    twice = alert(header="Twice", informed_entity=[{"route_id": "r10"}, {"route_id": "r7"}])
    world = with_live(town, [make_updates(header=NOON_POSIX, entities=[twice])])
    assert list_headers(ask(world, "get_alerts")) == ["Twice"]
