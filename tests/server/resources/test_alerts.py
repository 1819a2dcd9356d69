"""Alerts as resources: all of a stop, a line or a feed, and whether the feed tells any."""

import json
from datetime import timedelta
from typing import Any

import pytest
from mcp import MCPError
from mcp.types import TextResourceContents

from stopbell_server.world import World
from tests.asking import play
from tests.realtimetext import alert, make_updates
from tests.town import NOON_AT, NOON_POSIX, list_live, with_live


def read(world: World, uri: str) -> Any:
    (content,) = play(world, lambda client: client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    assert content.mime_type == "application/ld+json"
    return json.loads(content.text)


def list_headers(document: Any) -> list[str]:
    return [one["header"] for one in document["properties"]["alerts"]]


@pytest.mark.parametrize(
    ("address", "headers", "of"),
    [
        ("stop-alerts/town/S", ["Lift out of order", "Detour"], "mobility://transport-station/town/S"),
        ("stop-alerts/town/b1", ["Detour"], "mobility://public-transport-stop/town/b1"),
        ("route-alerts/town/r10", ["Detour"], "mobility://public-transport-route/town/r10"),
        ("route-alerts/town/r7", [], "mobility://public-transport-route/town/r7"),
        ("feed-alerts/town/all", ["Lift out of order", "Detour"], None),
    ],
)
def test_a_stop_a_line_and_a_feed_each_have_their_alerts(
    town: World, address: str, headers: list[str], of: str | None
) -> None:
    document = read(town, f"mobility://{address}")
    assert document["id"] == f"mobility://{address}"
    assert document["type"] == "AlertList"
    assert list_headers(document) == headers
    assert document["properties"]["alertsState"] == "live"
    links = [link["object"] for links in document["relationships"].values() for link in links]
    assert links == ([of] if of else [])


def test_an_alert_is_told_in_full_and_clean(town: World) -> None:
    lift, _ = read(town, "mobility://stop-alerts/town/S")["properties"]["alerts"]
    assert lift["description"].startswith("Use the ramp.")
    assert "<p>" not in lift["description"]
    assert lift["effect"] == "accessibility-issue"


@pytest.mark.parametrize(
    ("live", "minutes", "state"),
    [
        (list_live(), 0, "live"),
        (list_live(), 11, "lost"),
        (list_live()[:2], 0, "absent"),
        (None, 0, "absent"),
    ],
)
def test_silence_is_never_taken_for_good_news(town: World, live: list[bytes] | None, minutes: int, state: str) -> None:
    world = with_live(town, live, at=NOON_AT)
    told = read(World(world.feeds, world.now + timedelta(minutes=minutes)), "mobility://route-alerts/town/r7")
    assert told["properties"]["alerts"] == []
    assert told["properties"]["alertsState"] == told["freshness"]["liveState"] == state
    assert told["freshness"]["stale"] is (state == "lost")


def test_what_several_alerts_say_alike_is_told_once(town: World) -> None:
    entities = [
        alert(header="Line moved to the next street", informed_entity=[{"route_id": route}]) for route in ("r10", "r7")
    ]
    world = with_live(town, [make_updates(header=NOON_POSIX, entities=entities)])
    (told,) = read(world, "mobility://feed-alerts/town/all")["properties"]["alerts"]
    assert sorted(told["lines"]) == ["10А", "7"]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("stop-alerts/town/nowhere", "find_stops"),
        ("route-alerts/town/nowhere", "get_route"),
        ("route-alerts/atlantis/r10", "Loaded: town"),
        ("feed-alerts/atlantis/all", "Loaded: town"),
    ],
)
def test_what_is_not_there_is_not_found_and_says_how_to_find(town: World, address: str, said: str) -> None:
    with pytest.raises(MCPError, match=said) as refused:
        play(town, lambda client: client.read_resource(f"mobility://{address}"))
    assert refused.value.code == -32602


def test_every_feed_that_is_loaded_stands_in_the_list(town: World) -> None:
    listed = play(town, lambda client: client.list_resources()).resources
    (alerts,) = [one for one in listed if one.name.startswith("feed-alerts")]
    assert (alerts.uri, alerts.title) == ("mobility://feed-alerts/town/all", "Disruptions, now: town")
    assert list_headers(read(town, str(alerts.uri)))
