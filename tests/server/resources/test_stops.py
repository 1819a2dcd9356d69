"""Stops, stations, boards and feeds as resources."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from mcp import MCPError
from mcp.types import INVALID_PARAMS, TextResourceContents

from stopbell_server.contract.uris import to_stop_uri, to_uri
from stopbell_server.world import World
from tests.asking import play
from tests.town import open_town


def read(world: World, uri: str) -> TextResourceContents:
    (content,) = play(world, lambda client: client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return content


def read_document(world: World, uri: str) -> dict[str, Any]:
    content = read(world, uri)
    assert content.mime_type == "application/ld+json"
    return json.loads(content.text)


def test_a_stop_is_an_entity_with_links_provenance_and_freshness(town: World) -> None:
    document = read_document(town, "mobility://public-transport-stop/town/b1")
    assert document["type"] == "PublicTransportStop"
    assert document["id"] == "mobility://public-transport-stop/town/b1"
    assert document["urn"] == "urn:ngsi-ld:PublicTransportStop:town:b1"
    assert document["properties"]["location"] == {"lat": 49.845, "lng": 24.03}
    assert document["relationships"] == {
        "opposite": [{"object": "mobility://public-transport-stop/town/b2"}],
        "servedRoutes": [{"object": "mobility://public-transport-route/town/r10", "name": "10А"}],
        "board": [{"object": "mobility://stop-board/town/b1"}],
        "alerts": [{"object": "mobility://stop-alerts/town/b1"}],
    }
    assert document["provenance"]["authority"] == "town"
    freshness = document["freshness"]
    assert (freshness["temporalMeaning"], freshness["stale"]) == ("static-plan", False)
    assert (freshness["validFrom"], freshness["validUntil"]) == ("2026-01-01", "2026-12-31")
    context = read_document(town, document["@context"])["@context"]
    assert context["id"] == "@id"


def test_a_platform_links_to_its_station_and_the_station_to_its_platforms(town: World) -> None:
    platform = read_document(town, "mobility://public-transport-stop/town/S1")
    station = read_document(town, "mobility://transport-station/town/S")
    assert platform["relationships"]["parentStation"][0]["object"] == station["id"]
    assert [one["object"] for one in station["relationships"]["platforms"]] == [
        "mobility://public-transport-stop/town/S1",
        "mobility://public-transport-stop/town/S2",
    ]


@pytest.mark.parametrize(
    "spelling",
    [
        "mobility://public-transport-stop/town/%D0%BC%2F1%3A%D0%B0%20%D0%B1",
        "mobility://public-transport-stop/town/%d0%bc%2f1%3a%d0%b0%20%d0%b1",
        "mobility://public-transport-stop/town/м%2F1:а б",
    ],
)
def test_an_id_with_slash_colon_blank_and_cyrillic_is_read_in_every_spelling(town: World, spelling: str) -> None:
    document = read_document(town, spelling)
    assert document["id"] == to_stop_uri("town", "м/1:а б")


@pytest.mark.parametrize("stop", ["..", "/2", ".", "C:\\1", "a,b", "%", "a?b#c&d", "+", "~-_."])
def test_no_id_is_mistaken_for_a_path_or_a_query(tmp_path: Path, stop: str) -> None:
    stops = f'stop_id,stop_name,stop_lat,stop_lon\n"{stop}",Odd,49.0,24.0\n'
    rows = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + "".join(
        f'odd,12:0{n}:00,12:0{n}:00,"{stop}",{n}\n' for n in (1, 2)
    )
    trips = "route_id,service_id,trip_id\nr10,week,odd\n"
    changed = {"stops.txt": stops, "stop_times.txt": rows, "trips.txt": trips}
    world = open_town(tmp_path, live=[], files={**changed, "frequencies.txt": "", "translations.txt": ""})
    assert read_document(world, to_stop_uri("town", stop))["properties"]["name"] == "Odd"


@pytest.mark.parametrize(
    "uri",
    [
        "mobility://public-transport-stop/town/nowhere",
        "mobility://public-transport-stop/atlantis/b1",
        "mobility://public-transport-stop/town/S",
        "mobility://transport-station/town/b1",
        "mobility://stop-board/town/nowhere",
        "mobility://rocket/town/b1",
        "mobility://public-transport-stop/town/b1/extra",
        "mobility://public-transport-stop/town/%00",
        "https://example.org/b1",
    ],
)
def test_what_is_not_there_is_not_found(town: World, uri: str) -> None:
    with pytest.raises(MCPError) as refused:
        read(town, uri)
    assert refused.value.code == INVALID_PARAMS


def test_the_wrong_kind_of_stop_names_the_right_address(town: World) -> None:
    with pytest.raises(MCPError, match="mobility://transport-station/town/S"):
        read(town, "mobility://public-transport-stop/town/S")


def test_a_board_keeps_its_address_while_its_state_changes(town: World) -> None:
    uri = to_uri("stop-board", "town", "b1")
    now, later = (read_document(world, uri) for world in (town, open_later(town)))
    assert now["id"] == later["id"] == uri
    assert now["properties"]["arrivals"] != later["properties"]["arrivals"]
    assert now["freshness"]["temporalMeaning"] == "current"
    assert now["freshness"]["validAt"] == "2026-11-30T12:00:00+02:00"
    assert (now["freshness"]["stale"], later["freshness"]["stale"]) == (False, True)


def open_later(town: World) -> World:
    return replace(town, now=town.now + timedelta(minutes=10))


def test_the_boards_twin_is_plain_text_with_a_fact_on_each_line(town: World) -> None:
    content = read(town, "mobility://stop-board-text/town/b1")
    assert content.mime_type == "text/plain"
    lines = content.text.splitlines()
    assert len(lines) > 4
    assert "Bridge Street" in lines[0]


def test_the_feeds_that_are_loaded_are_listed_with_their_notice(town: World) -> None:
    noticed = World((replace(town.feeds[0], notice={"en": "A demonstration."}),), town.now)
    (feed,) = read_document(noticed, "mobility://transport-feeds/all/loaded")["feeds"]
    assert (feed["name"], feed["timeZone"], feed["lastDay"]) == ("Town Transport", "Europe/Kyiv", "2026-12-31")
    assert feed["provenance"]["notice"] == "A demonstration."


def test_without_feeds_the_list_is_empty_and_still_there(town: World) -> None:
    assert read_document(World((), town.now), "mobility://transport-feeds/all/loaded")["feeds"] == []
