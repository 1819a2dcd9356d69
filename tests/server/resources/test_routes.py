"""Lines, their stops and patterns as resources."""

from pathlib import Path

import pytest
from mcp import MCPError

from stopbell_server.contract.uris import to_route_uri
from stopbell_server.world import World
from tests.server.resources.reading import list_objects, read, read_document
from tests.town import TOWN, open_town

LINE = "mobility://public-transport-route/town/r10"


def test_a_line_tells_its_ends_operator_and_ways(town: World) -> None:
    document = read_document(town, LINE)
    assert (document["type"], document["id"]) == ("PublicTransportRoute", LINE)
    assert document["urn"] == "urn:ngsi-ld:PublicTransportRoute:town:r10"
    assert document["properties"] == {
        "line": "10А",
        "name": "Вокзал - Озеро",
        "mode": "bus",
        "operator": "Town Transport",
        "directions": [
            {"direction": 0, "start": "Railway Station", "end": "Lake"},
            {"direction": 1, "start": "Lake", "end": "Railway Station"},
        ],
        "journeyCount": 6,
        "collections": {"journeys": f"{LINE}/journeys/{{date}}/{{hour}}"},
    }
    assert len(document["relationships"]["patterns"]) == 2
    assert document["freshness"]["temporalMeaning"] == "static-plan"


def test_the_stops_of_a_line_are_each_linked_once(town: World) -> None:
    document = read_document(town, list_objects(read_document(town, LINE), "stops")[0])
    assert document["type"] == "StopCollection"
    assert [one["name"] for one in document["relationships"]["members"]] == [
        "Railway Station",
        "Bridge Street",
        "Market",
        "Lake",
        "Bridge Street",
    ]
    assert document["properties"]["count"] == len(set(list_objects(document, "members"))) == 5


def test_a_pattern_has_its_stops_in_order_and_knows_its_line(town: World) -> None:
    way = read_document(town, LINE)["relationships"]["patterns"][1]
    document = read_document(town, way["object"])
    assert (document["type"], way["name"]) == ("JourneyPattern", "Lake – Railway Station")
    assert [one["name"] for one in document["relationships"]["stops"]] == ["Lake", "Bridge Street", "Railway Station"]
    assert list_objects(document, "route") == [LINE]


def test_a_pattern_keeps_its_address_when_the_feed_comes_again_in_another_order(town: World, tmp_path: Path) -> None:
    names = ("stops.txt", "trips.txt", "stop_times.txt", "routes.txt")
    turned = {}
    for name in names:
        head, *rows = TOWN[name].strip().splitlines()
        turned[name] = "\n".join([head, *reversed(rows)])
    again = open_town(tmp_path, files=turned)
    assert again.feeds[0].store.info.version != town.feeds[0].store.info.version
    for route in ("r10", "r7"):
        before, after = (read_document(world, to_route_uri("town", route)) for world in (town, again))
        assert before["relationships"] == after["relationships"]


@pytest.mark.parametrize(
    ("uri", "told"),
    [
        ("mobility://public-transport-route/town/r99", "get_route finds lines"),
        ("mobility://public-transport-route/atlantis/r10", "Loaded: town"),
        ("mobility://public-transport-route/town/r99/stops", "get_route finds lines"),
        ("mobility://journey-pattern/town/r10", "link to their patterns"),
        ("mobility://journey-pattern/town/r10.0.0123456789abcdef", "public-transport-route/town/r10"),
        ("mobility://journey-pattern/town/r99.0.0123456789abcdef", "link to their patterns"),
    ],
)
def test_what_is_not_there_says_what_is_or_how_to_find_it(town: World, uri: str, told: str) -> None:
    with pytest.raises(MCPError, match=told):
        read(town, uri)


def test_without_trips_a_line_has_no_ways(tmp_path: Path) -> None:
    routes = TOWN["routes.txt"].rstrip() + "\n        r8,a,8,,3\n"
    document = read_document(open_town(tmp_path, files={"routes.txt": routes}), to_route_uri("town", "r8"))
    assert document["properties"]["directions"] == []
    assert set(document["relationships"]) == {"alerts", "source"}
