"""What a feed keeps to itself of its vehicles: no tool, resource or payload tells it, and nobody can ask by it."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError

from stopbell_server.domain.access import Access
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.domain.fleet import FleetRegistry, FleetRule
from stopbell_server.domain.withheld import Withheld
from stopbell_server.home import Home
from stopbell_server.settings import read_settings
from stopbell_server.timetable.withholding import withhold
from stopbell_server.world import World
from tests.asking import ask, play
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.server.transit_realtime.asking import tell
from tests.town import NOON_POSIX, open_town

IDENTITY: dict[Withheld, str] = {"id": "veh-4711", "label": "Wagon 4712", "plate": "AB4713CD"}
FLOORS = FleetRegistry((FleetRule(re.compile("AB47.*"), "plate", low_floor=Access.YES, wheelchair=Access.YES),))
ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_arrivals", {"stop": "town:b1", "verbosity": "full", "limit": 20, "passed": True, "access": True}),
    ("find_low_floor_vehicles", {"stop": "town:b1"}),
    ("find_low_floor_vehicles", {"route": "10А"}),
    ("find_low_floor_vehicles", {"latitude": 49.841, "longitude": 24.03}),
    ("search_active_journeys", {"route": "10А"}),
    ("search_active_journeys", {"stop": "town:b1"}),
    ("get_monitored_journey", {"journey": "town:t5", "verbosity": "full"}),
    ("get_vehicle_position", {"journey": "town:t5"}),
    ("get_alerts", {"stop": "town:b1"}),
)
DOCUMENTED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_stop_realtime", {"stop_id": "b1"}),
    ("get_route_realtime", {"route_name": "10А"}),
    ("get_nearby_vehicles", {"latitude": 49.841, "longitude": 24.03}),
)


def list_messages() -> list[bytes]:
    known = {"id": IDENTITY["id"], "label": IDENTITY["label"], "license_plate": IDENTITY["plate"]}
    position = vehicle(
        IDENTITY["id"],
        trip="t5",
        lat=49.841234,
        lon=24.031234,
        descriptor={"label": IDENTITY["label"], "license_plate": IDENTITY["plate"]},
        timestamp=NOON_POSIX - 20,
        occupancy_status="STANDING_ROOM_ONLY",
        current_stop_sequence=1,
    )
    coming = update("t5", stop(2, "b1", departure={"delay": 60}), start_date="20261130", vehicle=known)
    return [make_updates(header=NOON_POSIX, entities=[coming]), make_updates(header=NOON_POSIX, entities=[position])]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> World:
    world = open_town(tmp_path_factory.mktemp("withheld"), live=list_messages())
    return World((replace(world.feeds[0], fleet=FLOORS),), world.now)


def without(world: World, *fields: Withheld) -> World:
    view = world.feeds[0]
    return World((replace(view, withheld=fields).with_snapshot(view.snapshot),), world.now)


def list_answers(world: World) -> Iterable[str]:
    for tool, arguments in ASKED:
        asked = ask(world, tool, **arguments)
        yield asked.text + json.dumps(asked.structured, ensure_ascii=False) + " ".join(asked.links)
    for tool, arguments in DOCUMENTED:
        told = tell(world, tool, **arguments)
        yield told.text + json.dumps(told.structured, ensure_ascii=False)
    yield from list_documents(world)


def list_documents(world: World) -> list[str]:
    addresses = [
        "mobility://stop-board/town/b1",
        "mobility://monitored-vehicle-journey/town/2026-11-30/t5",
        f"mobility://physical-vehicle/town/{IDENTITY['id']}",
    ]

    async def scene(client: Client) -> list[str]:
        found: list[str] = []
        for address in addresses:
            try:
                read = await client.read_resource(address)
            except MCPError:
                continue
            found += [getattr(one, "text", "") for one in read.contents]
        return found

    return play(world, scene)


@pytest.mark.parametrize("field", list(IDENTITY))
def test_an_identity_that_is_withheld_is_in_no_answer(whole: World, field: Withheld) -> None:
    secret = IDENTITY[field]
    # Were it nowhere without the rule, the rule would not be tested; our own contract never tells plates.
    assert field == "plate" or any(secret in answer for answer in list_answers(whole))
    for answer in list_answers(without(whole, field)):
        assert secret not in answer


def test_the_documented_contract_tells_a_plate_only_where_it_is_not_withheld(whole: World) -> None:
    told = tell(whole, "get_vehicle_info", vehicle_id=IDENTITY["id"])
    assert told.data["license_plate"] == IDENTITY["plate"]
    told = tell(without(whole, "plate"), "get_vehicle_info", vehicle_id=IDENTITY["id"])
    assert told.data["license_plate"] is None
    assert IDENTITY["plate"] not in told.text


@pytest.mark.parametrize("field", list(IDENTITY))
def test_nobody_can_ask_by_what_is_withheld(whole: World, field: Withheld) -> None:
    secret = IDENTITY[field]
    assert ask(whole, "get_vehicle_position", vehicle=secret).data["vehicle"]
    asked = ask(without(whole, field), "get_vehicle_position", vehicle=secret)
    assert asked.status["state"] == "unresolved"
    assert "vehicle" not in asked.data


def test_where_a_vehicle_is_can_be_withheld_and_its_stops_stay(whole: World) -> None:
    for answer in list_answers(without(whole, "position")):
        assert "49.841234" not in answer
        assert "24.031234" not in answer
    told = ask(without(whole, "position"), "get_monitored_journey", journey="town:t5")
    assert "live" in [call["certainty"] for call in told.data["calls"]]


def test_crowding_can_be_withheld(whole: World) -> None:
    assert any("standing" in answer for answer in list_answers(whole))
    assert not [answer for answer in list_answers(without(whole, "occupancy")) if "standing" in answer]


def test_low_floor_is_known_by_a_plate_that_is_withheld(whole: World) -> None:
    world = without(whole, "id", "label", "plate")
    calls = ask(world, "get_arrivals", stop="town:b1", limit=20).data["arrivals"]
    assert [call["access"]["lowFloor"] for call in calls if call["tripId"] == "t5"] == ["yes"]


def test_without_anything_to_withhold_a_snapshot_is_itself(whole: World) -> None:
    snapshot = whole.feeds[0].snapshot
    assert snapshot is not None
    assert withhold(snapshot, ()) is snapshot


def test_what_is_withheld_is_set_by_file_or_environment(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.config_file.write_text('[feeds.lviv]\nwithhold = ["plate", "id"]\n', encoding="utf-8")
    assert read_settings(home, {}).for_feed("lviv").withhold == ("plate", "id")
    told = read_settings(home, {"STOPBELL_FEED_LVIV_WITHHOLD": "label position"})
    assert told.for_feed("lviv").withhold == ("label", "position")
    with pytest.raises(SettingsInvalid, match="withhold"):
        read_settings(home, {"STOPBELL_FEED_LVIV_WITHHOLD": "colour"})
