"""Journeys and vehicles as resources: the facts of the tools, under addresses that stay."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from mcp import MCPError
from mcp.types import TextResourceContents

from stopbell_server.world import World
from tests.asking import ask, play
from tests.realtimetext import make_updates, stop, update
from tests.town import NOON_POSIX, with_live

JOURNEY = "mobility://monitored-vehicle-journey/town/2026-11-30/t1"
VEHICLE = "mobility://physical-vehicle/town/high-1"


def read(world: World, uri: str) -> dict[str, Any]:
    (content,) = play(world, lambda client: client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return json.loads(content.text)


def test_a_journey_holds_every_stop_and_links_to_route_stops_and_vehicle(town: World) -> None:
    document = read(town, JOURNEY)
    assert (document["type"], document["id"]) == ("MonitoredVehicleJourney", JOURNEY)
    assert document["urn"] == "urn:ngsi-ld:MonitoredVehicleJourney:town:2026-11-30:t1"
    assert len(document["properties"]["calls"]) == len(document["relationships"]["stops"]) == 4
    assert document["relationships"]["route"][0]["object"] == "mobility://public-transport-route/town/r10"
    assert document["relationships"]["vehicle"][0]["object"] == VEHICLE
    assert document["freshness"]["temporalMeaning"] == "current"


def test_a_journey_holds_what_its_vehicle_reported_and_when(town: World) -> None:
    document = read(town, JOURNEY)

    assert document["properties"]["vehicleReport"] == {
        "observedTime": "2026-11-30T11:59:40+02:00",
        "ageSeconds": 20,
        "certainty": "live",
    }
    assert document["properties"]["monitoring"]["state"] == "monitored"
    assert document["relationships"]["datedJourney"][0]["object"] == JOURNEY.replace("monitored", "dated")


def test_a_journey_says_what_its_tool_says(town: World) -> None:
    told = ask(town, "get_monitored_journey", journey=JOURNEY, limit=100).data
    document = read(town, JOURNEY)["properties"]
    assert document["calls"] == told["calls"]
    assert (document["phase"], document["knownBy"]) == (told["phase"], told["knownBy"])


def test_the_address_stays_while_the_delay_changes(town: World) -> None:
    def delayed(seconds: int) -> World:
        said = update("t1", stop(1, "S1", departure={"delay": seconds}), start_date="20261130")
        return with_live(town, [make_updates(header=NOON_POSIX, entities=[said])])

    early, late = read(delayed(0), JOURNEY), read(delayed(300), JOURNEY)
    assert (early["id"], early["urn"]) == (late["id"], late["urn"])
    assert (early["properties"]["delaySeconds"], late["properties"]["delaySeconds"]) == (0, 300)


def test_a_vehicle_links_to_its_journey_and_tells_when_it_was_seen(town: World) -> None:
    document = read(town, VEHICLE)
    assert (document["type"], document["id"]) == ("PhysicalVehicle", VEHICLE)
    assert document["relationships"]["journey"] == [{"object": JOURNEY, "name": "10А"}]
    assert document["properties"]["observedTime"] == "2026-11-30T11:59:40+02:00"
    assert document["properties"]["nearest"]["name"] == "Railway Station"


@pytest.mark.parametrize(
    "uri",
    [
        "mobility://monitored-vehicle-journey/town/2026-11-29/t1",
        "mobility://monitored-vehicle-journey/town/today/t1",
        "mobility://monitored-vehicle-journey/town/2026-11-30/t999",
        "mobility://monitored-vehicle-journey/atlantis/2026-11-30/t1",
        "mobility://physical-vehicle/town/bus-999",
        "mobility://physical-vehicle/atlantis/high-1",
    ],
)
def test_what_is_not_known_is_not_found(town: World, uri: str) -> None:
    with pytest.raises(MCPError, match=r"No (journey|recent report)"):
        read(town, uri)


def test_a_vehicle_that_was_forgotten_is_not_said_to_be_gone(town: World) -> None:
    with pytest.raises(MCPError, match="does not say it is not running"):
        read(replace(town, now=town.now + timedelta(hours=1)), VEHICLE)
