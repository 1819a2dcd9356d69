"""Searching stops around a point."""

from stopbell_server.world import World
from tests.asking import ask


def test_the_nearest_comes_first_with_distance_and_direction(town: World) -> None:
    stops = ask(town, "search_nearby_stops", latitude=49.8448, longitude=24.03).data["stops"]
    assert [(stop["id"], stop["distanceMeters"], stop["walkBearing"]) for stop in stops[:2]] == [
        ("town:b1", 22, "north"),
        ("town:b2", 40, "north-east"),
    ]


def test_accessible_stops_come_first_when_asked_for_and_none_is_hidden(town: World) -> None:
    here = {"latitude": 49.8452, "longitude": 24.0304}
    plain = ask(town, "search_nearby_stops", **here).data["stops"]
    asked = ask(town, "search_nearby_stops", **here, accessibility="wheelchair").data["stops"]
    assert [stop["id"] for stop in plain[:2]] == ["town:b2", "town:b1"]
    assert [stop["id"] for stop in asked[:2]] == ["town:b1", "town:b2"]
    assert {stop["id"] for stop in plain} == {stop["id"] for stop in asked}


def test_nothing_near_is_an_answer_not_an_error(town: World) -> None:
    asked = ask(town, "search_nearby_stops", latitude=10.0, longitude=10.0)
    assert (asked.status["state"], asked.data["stops"], asked.data["radiusMeters"]) == ("ok", [], 500)
    assert asked.text


def test_the_limit_is_kept_and_the_rest_counted(town: World) -> None:
    data = ask(town, "search_nearby_stops", latitude=49.845, longitude=24.03, radius_meters=5000, limit=2).data
    assert len(data["stops"]) == 2
    assert data["more"] >= 3


def test_a_place_outside_the_world_is_refused(town: World) -> None:
    asked = ask(town, "search_nearby_stops", latitude=149.0, longitude=24.0)
    assert asked.is_error
    assert "latitude" in asked.text
