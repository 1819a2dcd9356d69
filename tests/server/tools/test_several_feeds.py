"""Several feeds side by side: stops of one name are told apart by their feeds, and a feed that is named is meant."""

from datetime import datetime
from pathlib import Path

import pytest

from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.world import FeedView, World
from tests.asking import Asked, ask
from tests.feedtext import open_text_feed
from tests.realtimetext import alert, make_updates

NOON = datetime.fromisoformat("2026-11-30T12:00:00+02:00")


def make_files(agency: str, publisher: str, headsign: str) -> dict[str, str]:
    return {
        "agency.txt": "agency_id,agency_name,agency_url,agency_timezone,agency_lang\n"
        f"A,{agency},https://example.org,Europe/Kyiv,en",
        "feed_info.txt": f"feed_publisher_name,feed_publisher_url,feed_lang\n{publisher},https://example.org,en",
        "trips.txt": f"route_id,service_id,trip_id,trip_headsign\nR,daily,T,{headsign}\nR,daily,B,Depot",
        "stops.txt": f"""
            stop_id,stop_name,stop_lat,stop_lon
            mill,Mill Road,49.8400,24.0300
            own,{headsign},49.8600,24.0300
            """,
        "stop_times.txt": """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T,12:10:00,12:10:00,mill,1
            T,12:20:00,12:20:00,own,2
            B,12:30:00,12:30:00,own,1
            B,12:40:00,12:40:00,mill,2
            """,
    }


@pytest.fixture(scope="module")
def cities(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder: Path = tmp_path_factory.mktemp("cities")
    views: list[FeedView] = []
    for authority, agency, publisher, headsign in (
        ("halifax", "Halifax Transit", "Halifax Transit", "Harbour"),
        ("coast", "Coast Rail", "Regional Data Office", "Lake"),
    ):
        store = open_text_feed(folder, make_files(agency, publisher, headsign), authority)
        told = alert(header="Detour", informed_entity=[{"agency_id": "A"}])
        payload = make_updates(header=NOON, entities=[told])
        snapshot = build_snapshot([receive(payload, "source", NOON, number=0)], store)
        views.append(FeedView(store, snapshot, FleetRegistry(), {}))
    return World(tuple(views), NOON)


def list_labels(asked: Asked) -> list[str]:
    return [candidate["label"] for candidate in asked.status["candidates"]]


def test_choices_of_several_feeds_name_them(cities: World) -> None:
    asked = ask(cities, "get_arrivals", stop="Mill Road")

    assert list_labels(asked) == [
        "Mill Road, Halifax Transit, towards Harbour",
        "Mill Road, Coast Rail, towards Lake",
    ]


def test_an_operator_alone_in_its_feed_is_named_instead_of_the_publisher(cities: World) -> None:
    stops = ask(cities, "find_stops", query="Mill Road").data["stops"]

    assert [stop["source"] for stop in stops] == ["Halifax Transit", "Coast Rail"]


def test_a_board_begins_with_the_feed_where_the_name_alone_could_mislead(cities: World) -> None:
    assert ask(cities, "get_arrivals", stop="coast:mill").text.startswith("Mill Road, Coast Rail. ")


def test_a_name_that_only_one_feed_has_needs_no_feed(cities: World) -> None:
    asked = ask(cities, "get_arrivals", stop="Lake")

    assert "source" not in asked.data["stop"]
    assert asked.text.startswith("Lake. ")


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("Mill Road in Halifax", "halifax:mill"),
        ("Mill Road, Halifax", "halifax:mill"),
        ("Mill Road (Halifax Transit)", "halifax:mill"),
        ("Halifax Mill Road", "halifax:mill"),
        ("mill rd in coast", "coast:mill"),
        ("Mill Road Coast Rail", "coast:mill"),
        ("Mill Road of the Regional Data Office", "coast:mill"),
        ("mill у Halifax", "halifax:mill"),
    ],
)
def test_a_feed_that_is_named_beside_the_stop_is_meant(cities: World, asked: str, meant: str) -> None:
    answer = ask(cities, "get_arrivals", stop=asked)

    assert (answer.status["state"], answer.data["stop"]["id"]) == ("ok", meant)


@pytest.mark.parametrize("asked", ["Harbour in Coast", "Mill Road in Kyiv", "in Halifax"])
def test_what_the_named_feed_does_not_have_is_not_taken_from_another(cities: World, asked: str) -> None:
    assert ask(cities, "get_arrivals", stop=asked).status["state"] in ("unresolved", "ambiguous")


def test_a_search_within_a_named_feed_gives_that_feed_alone(cities: World) -> None:
    data = ask(cities, "find_stops", query="Mill Road in Halifax").data

    assert ([stop["id"] for stop in data["stops"]], data["more"]) == (["halifax:mill"], 0)


def test_alerts_of_several_feeds_name_their_feed(cities: World) -> None:
    asked = ask(cities, "get_alerts")

    assert [alert["source"] for alert in asked.data["alerts"]] == ["Halifax Transit", "Coast Rail"]
    assert "1: Halifax Transit: Detour." in asked.text
    assert "2: Coast Rail: Detour." in asked.text


def test_alerts_of_a_city_are_those_of_its_feed(cities: World) -> None:
    asked = ask(cities, "get_alerts", stop="Halifax")

    assert asked.text.startswith("Halifax Transit: 1 alert. Detour.")
    assert "source" not in asked.data["alerts"][0]


def test_ukrainian_names_the_feed_too(cities: World) -> None:
    asked = ask(cities, "get_arrivals", stop="Mill Road", language="uk")

    assert list_labels(asked)[1] == "Mill Road, Coast Rail, напрямок: Lake"
