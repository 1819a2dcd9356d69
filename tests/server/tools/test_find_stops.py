"""Searching stops by name, code or id."""

import pytest

from stopbell_server.world import World
from tests.asking import ask


def test_both_sides_of_a_street_are_found_and_told_apart(town: World) -> None:
    asked = ask(town, "find_stops", query="Вулиця Мостова")
    assert [(stop["id"], stop["towards"], stop["side"]) for stop in asked.data["stops"]] == [
        ("town:b1", ["Озеро"], "north"),
        ("town:b2", ["Вокзал"], "south"),
    ]


@pytest.mark.parametrize("query", ["мостова", "mostova", "Bridge Street", "вулиця мостова"])
def test_a_name_is_found_in_any_script(town: World, query: str) -> None:
    found = ask(town, "find_stops", query=query).data["stops"]
    assert [stop["id"] for stop in found[:2]] == ["town:b1", "town:b2"]


@pytest.mark.parametrize("query", ["0708", "b2", "town:b2", "mobility://public-transport-stop/town/b2"])
def test_a_code_an_id_and_an_address_find_exactly_one(town: World, query: str) -> None:
    assert [stop["id"] for stop in ask(town, "find_stops", query=query).data["stops"]] == ["town:b2"]


def test_an_integer_is_taken_as_an_id(town: World) -> None:
    assert [stop["id"] for stop in ask(town, "find_stops", query=900).data["stops"]] == ["town:e"]


def test_each_stop_has_a_line_with_its_number_and_id(town: World) -> None:
    lines = ask(town, "find_stops", query="мостова").text.splitlines()[1:]
    assert [line[:3] for line in lines] == ["1. ", "2. "]
    assert lines[0].endswith("(town:b1)")


def test_each_stop_has_a_link_and_its_address_stands_in_the_structure(town: World) -> None:
    asked = ask(town, "find_stops", query="мостова")
    assert list(asked.links) == [stop["uri"] for stop in asked.data["stops"]]


def test_a_place_adds_distance_and_direction(town: World) -> None:
    stops = ask(town, "find_stops", query="Озеро", latitude=49.85, longitude=24.03).data["stops"]
    assert (stops[0]["distanceMeters"], stops[0]["walkBearing"]) == (1112, "north")


def test_a_mode_keeps_only_stops_where_such_a_vehicle_calls(town: World) -> None:
    assert ask(town, "find_stops", query="мостова", mode="tram").status["code"] == "unknown-stop"
    assert ask(town, "find_stops", query="Ринок", mode="tram").data["stops"][0]["name"] == "Market"


def test_what_is_beyond_the_limit_is_counted(town: World) -> None:
    data = ask(town, "find_stops", query="мостова", limit=1).data
    assert (len(data["stops"]), data["more"]) == (1, 1)


def test_a_name_that_nothing_bears_is_unresolved_with_a_way_out(town: World) -> None:
    asked = ask(town, "find_stops", query="Qqqqqq")
    assert (asked.status["state"], asked.status["code"]) == ("unresolved", "unknown-stop")
    assert asked.status["remedy"]
    assert not asked.is_error


def test_half_a_place_is_refused_by_the_name_of_the_missing_half(town: World) -> None:
    asked = ask(town, "find_stops", query="мостова", latitude=49.85)
    assert asked.status["code"] == "bad-argument"
    assert "longitude" in asked.text
