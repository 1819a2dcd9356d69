"""A label that could mean two lines is asked about; what the question says besides settles it."""

import pytest

from stopbell_server.world import World
from tests.asking import Asked, ask
from tests.worldtext import open_text_world

FILES = {
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone,agency_lang\n"
    "A,Town Buses,https://a.org,Europe/Kyiv,en\nB,Bay Buses,https://b.org,Europe/Kyiv,en",
    "routes.txt": """
        route_id,agency_id,route_short_name,route_long_name,route_type
        be,A,9Б,Zoo - Park,3
        ve,A,9В,Zoo - Lake,3
        tram,A,2,Zoo - Hill,0
        bus,A,2,Zoo - Harbour,3
        one,A,5,Zoo - Mill,3
        other,B,5,Zoo - Mill,3
        """,
    "trips.txt": "route_id,service_id,trip_id\nbe,daily,1\nve,daily,2\ntram,daily,3\nbus,daily,4\n"
    "one,daily,5\nother,daily,6",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nzoo,Zoo,49.84,24.03\nend,End,49.85,24.03",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    + "".join(f"{trip},12:1{trip}:00,12:1{trip}:00,zoo,1\n{trip},12:20:00,12:20:00,end,2\n" for trip in range(1, 7)),
}


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> World:
    return open_text_world(tmp_path_factory.mktemp("zoo"), FILES, at="2026-11-30T12:00:00+02:00")


def list_labels(asked: Asked) -> list[str]:
    return [candidate["label"] for candidate in asked.status["candidates"]]


def list_lines(asked: Asked) -> list[str]:
    return [call["line"] for call in asked.data["arrivals"]]


def test_a_letter_in_another_script_that_fits_two_lines_is_asked_about(zoo: World) -> None:
    asked = ask(zoo, "get_arrivals", stop="Zoo", route="9B")

    assert (asked.status["state"], asked.status["code"]) == ("ambiguous", "ambiguous-route")
    assert list_labels(asked) == ["9Б, Zoo - Park", "9В, Zoo - Lake"]
    assert asked.data["arrivals"] == []


@pytest.mark.parametrize(("typed", "meant"), [("9Б", "9Б"), ("9 б", "9Б"), ("9В", "9В"), ("9V", "9В")])
def test_a_letter_that_fits_one_line_is_not_asked_about(zoo: World, typed: str, meant: str) -> None:
    assert list_lines(ask(zoo, "get_arrivals", stop="Zoo", route=typed)) == [meant]


def test_a_tram_and_a_bus_of_one_number_are_told_apart_by_their_kind(zoo: World) -> None:
    asked = ask(zoo, "get_arrivals", stop="Zoo", route="2")

    assert list_labels(asked) == ["2, bus, Zoo - Harbour", "2, tram, Zoo - Hill"]
    assert [c["spoken"] for c in asked.status["candidates"]] == ["two, bus, Zoo, Harbour", "two, tram, Zoo, Hill"]


def test_the_kind_of_vehicle_settles_a_shared_number(zoo: World) -> None:
    asked = ask(zoo, "get_arrivals", stop="Zoo", route="2", mode="tram")

    assert [call["mode"] for call in asked.data["arrivals"]] == ["tram"]


def test_a_line_that_two_operators_run_is_one_line_to_who_waits(zoo: World) -> None:
    assert list_lines(ask(zoo, "get_arrivals", stop="Zoo", route="5", limit=9)) == ["5", "5"]


def test_the_choice_is_asked_for_again_by_its_id(zoo: World) -> None:
    first = ask(zoo, "get_arrivals", stop="Zoo", route="9B").status["candidates"][0]["id"]

    assert list_lines(ask(zoo, "get_arrivals", stop="Zoo", route=first)) == ["9Б"]


def test_a_line_that_nobody_runs_is_refused(zoo: World) -> None:
    assert ask(zoo, "get_arrivals", stop="Zoo", route="9D").status["code"] == "unknown-route"


def test_ukrainian_names_the_kind_too(zoo: World) -> None:
    asked = ask(zoo, "get_arrivals", stop="Zoo", route="2", language="uk")

    assert list_labels(asked) == ["2, автобус, Zoo - Harbour", "2, трамвай, Zoo - Hill"]
