"""One stop in full."""

from stopbell_server.world import World
from tests.asking import ask


def test_a_stop_says_which_way_vehicles_leave_and_where_the_other_side_is(town: World) -> None:
    stop = ask(town, "describe_stop", stop="0707").data["stop"]
    assert (stop["side"], stop["opposite"], stop["oppositeMeters"]) == ("north", "town:b2", 24)


def test_a_station_describes_each_platform(town: World) -> None:
    data = ask(town, "describe_stop", stop="town:S").data
    assert data["stop"]["type"] == "TransportStation"
    assert [(one["platform"], one["access"]) for one in data["platforms"]] == [
        ("1", {"value": "yes", "source": "station"}),
        ("2", {"value": "no", "source": "stop"}),
    ]


def test_unknown_access_of_a_stop_stays_unknown(town: World) -> None:
    asked = ask(town, "describe_stop", stop="town:b2")
    assert asked.data["stop"]["access"] == {"value": "unknown", "source": "none"}
    assert "not known" in asked.text


def test_an_ambiguous_name_gives_choices(town: World) -> None:
    assert ask(town, "describe_stop", stop="Мостова").status["code"] == "ambiguous-stop"


def test_from_a_place_a_stop_says_how_far_and_which_way_as_a_straight_line(town: World) -> None:
    asked = ask(town, "describe_stop", stop="town:e", latitude=49.859, longitude=24.03)
    assert (asked.data["stop"]["distanceMeters"], asked.data["stop"]["walkBearing"]) == (111, "north")
    assert asked.text.startswith("Lake, 110 metres north. That is a straight line, not a way on foot.")


def test_a_stop_of_the_same_name_that_is_nearer_is_told(town: World) -> None:
    near_b2 = {"latitude": 49.8452, "longitude": 24.0304}
    far = ask(town, "describe_stop", stop="town:b1", **near_b2)
    assert far.data["nearer"]["id"] == "town:b2"
    assert "Another stop of the same name is nearer: Bridge Street, 15 metres south-west" in far.text
    assert "nearer" not in ask(town, "describe_stop", stop="town:b2", **near_b2).data


def test_a_platform_is_not_told_to_be_nearer_than_its_station(town: World) -> None:
    asked = ask(town, "describe_stop", stop="town:S", latitude=49.8402, longitude=24.0302)
    assert "nearer" not in asked.data


def test_without_a_place_no_distance_is_told(town: World) -> None:
    asked = ask(town, "describe_stop", stop="town:e")
    assert "distanceMeters" not in asked.data["stop"]
    assert "straight line" not in asked.text


def test_half_a_place_is_refused(town: World) -> None:
    assert ask(town, "describe_stop", stop="town:e", latitude=49.86).status["code"] == "bad-argument"
