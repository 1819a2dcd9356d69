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
