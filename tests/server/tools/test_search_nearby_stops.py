"""Searching stops around a point."""

from pathlib import Path

from stopbell_server.world import World
from tests.asking import ask
from tests.town import TOWN, open_town


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


def test_a_rare_kind_of_vehicle_is_found_beyond_many_stops_of_others(tmp_path: Path) -> None:
    """Four hundred bus stops lie nearer than the one pier."""
    rows = "".join(f"        q{n},,Stop {n},{49.9 + n / 100_000:.5f},24.0300,0,,,\n" for n in range(400))
    pier = "        pier,,Pier,49.9200,24.0300,0,,,\n"
    files = {
        "stops.txt": TOWN["stops.txt"].rstrip() + "\n" + rows + pier,
        "routes.txt": TOWN["routes.txt"].rstrip() + "\n        rf,a,F,Pier - Lake,4\n",
        "trips.txt": TOWN["trips.txt"].rstrip() + "\n        rf,week,ship,Озеро,0,\n",
        "stop_times.txt": TOWN["stop_times.txt"].rstrip()
        + "\n        ship,12:00:00,12:00:00,pier,1\n        ship,12:30:00,12:30:00,e,2\n",
    }
    asked = ask(
        open_town(tmp_path, files=files, live=[]),
        "search_nearby_stops",
        latitude=49.9,
        longitude=24.03,
        radius_meters=5000,
        mode="ferry",
    )
    assert [one["id"] for one in asked.data["stops"]] == ["town:pier", "town:e"]


def test_a_search_that_weighs_only_the_nearest_says_that_there_are_others(tmp_path: Path) -> None:
    rows = "".join(f"        q{n},,Stop {n},{49.9 + n / 100_000:.5f},24.0300,0,,,\n" for n in range(80))
    world = open_town(tmp_path, files={"stops.txt": TOWN["stops.txt"].rstrip() + "\n" + rows}, live=[])
    asked = ask(world, "search_nearby_stops", latitude=49.9, longitude=24.03, radius_meters=1000)
    assert (asked.data["more"], asked.data["moreAtLeast"]) == (57, True)
    assert asked.text.split("\n")[0].endswith("At least 57 more stops.")
