"""Arguments: what is wrong is told by name, in the rider's words, never in a library's."""

from typing import Any

import pytest

from stopbell_server.world import World
from tests.asking import ask_with

LIBRARY_WORDS = ("pydantic", "validation error", "Input should be", "http", "type=", "Field required")


@pytest.mark.parametrize(
    ("tool", "arguments", "named"),
    [
        ("get_arrivals", {}, "stop"),
        ("get_arrivals", {"stop": ""}, "stop"),
        ("get_arrivals", {"stop": True}, "stop"),
        ("get_arrivals", {"stop": ["town:b1"]}, "stop"),
        ("get_arrivals", {"stop": {"id": "b1"}}, "stop"),
        ("get_arrivals", {"stop": "x" * 301}, "stop"),
        ("get_arrivals", {"stop": "town:b1", "limit": 0}, "limit"),
        ("get_arrivals", {"stop": "town:b1", "limit": 21}, "limit"),
        ("get_arrivals", {"stop": "town:b1", "limit": 2.5}, "limit"),
        ("get_arrivals", {"stop": "town:b1", "mode": "rocket"}, "mode"),
        ("get_arrivals", {"stop": "town:b1", "kind": "both"}, "kind"),
        ("get_arrivals", {"stop": "town:b1", "access": "perhaps"}, "access"),
        ("get_arrivals", {"stop": "town:b1", "within_minutes": -5}, "within_minutes"),
        ("get_arrivals", {"stop": "town:b1", "line": "10A"}, "line"),
        ("get_arrivals", {"stop": "town:b1", "language": 7}, "language"),
        ("find_stops", {"query": ""}, "query"),
        ("find_stops", {"query": "a", "latitude": float("nan"), "longitude": 24.0}, "latitude"),
        ("find_stops", {"query": "a", "longitude": 24.0}, "latitude"),
        ("search_nearby_stops", {"latitude": 49.8}, "longitude"),
        ("search_nearby_stops", {"latitude": 91, "longitude": 24.0}, "latitude"),
        ("find_low_floor_vehicles", {"latitude": 49.8}, "longitude"),
        ("describe_stop", {}, "stop"),
        ("get_alerts", {"limit": "five"}, "limit"),
    ],
)
def test_a_bad_argument_is_named(town: World, tool: str, arguments: dict[str, Any], named: str) -> None:
    asked = ask_with(town, tool, arguments)
    assert asked.is_error
    assert (asked.status["state"], asked.status["code"]) == ("error", "bad-argument")
    assert named in asked.text
    assert not [word for word in LIBRARY_WORDS if word in asked.text + str(asked.structured["spoken"])]


def test_choices_and_ranges_are_told_with_the_refusal(town: World) -> None:
    mode = ask_with(town, "get_arrivals", {"stop": "town:b1", "mode": "rocket"})
    limit = ask_with(town, "get_arrivals", {"stop": "town:b1", "limit": 99})
    assert "tram" in mode.text
    assert "20" in limit.text


@pytest.mark.parametrize(
    "arguments",
    [
        {"stop": "town:b1", "route": None, "limit": None, "mode": None},
        {"stop": "town:b1", "limit": "5"},
        {"stop": "town:b1", "limit": 5.0},
        {"stop": " town:b1 "},
    ],
)
def test_what_can_be_understood_is_understood(town: World, arguments: dict[str, Any]) -> None:
    assert ask_with(town, "get_arrivals", arguments).status["state"] == "ok"


def test_an_id_that_looks_like_json_stays_the_text_it_is(town: World) -> None:
    for stop in ("[1]", '{"a": 1}', "null", "1e3", "true"):
        asked = ask_with(town, "get_arrivals", {"stop": stop})
        assert asked.status["code"] in ("unknown-stop", "ambiguous-stop")
