"""Which contract a server speaks, and what its clients then see."""

import asyncio
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError, StdioServerParameters

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.home import open_home
from stopbell_server.settings import read_settings
from stopbell_server.world import World
from tests.server.transit_realtime.asking import play, tell
from tests.server.transit_realtime.square import open_square
from tests.town import open_town

NAMES = [
    "search_stops",
    "get_stops_around_location",
    "get_stop_realtime",
    "plan_trip",
    "find_routes_between",
    "get_route_static",
    "get_route_realtime",
    "get_nearby_vehicles",
    "get_vehicle_info",
]


def test_the_documented_tools_are_listed_and_no_other(square: World) -> None:
    assert [tool.name for tool in play(square, lambda client: client.list_tools()).tools] == NAMES


def test_every_tool_is_read_only_and_short(square: World) -> None:
    tools = play(square, lambda client: client.list_tools()).tools
    assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
    weights = [len(json.dumps(tool.model_dump(mode="json", by_alias=True, exclude_none=True))) for tool in tools]
    assert max(weights) < 6_000
    told = sum(len(tool.name) + len(tool.description or "") + len(json.dumps(tool.input_schema)) for tool in tools)
    assert told < 9_000


def test_nothing_names_a_tool_of_the_other_contract(square: World) -> None:
    async def list_all(client: Client) -> tuple[Any, Any, str]:
        prompts, resources = await client.list_prompts(), await client.list_resources()
        return prompts.prompts, resources.resources, client.instructions or ""

    prompts, resources, instructions = play(square, list_all)
    assert (prompts, resources) == ([], [])
    assert "find_stops" not in instructions


def test_a_tool_of_the_other_contract_is_refused(square: World) -> None:
    async def scene(client: Client) -> str:
        try:
            await client.call_tool("get_arrivals", {"stop": "61"})
        except MCPError as error:
            return str(error)
        return ""

    assert "get_stop_realtime" in play(square, scene)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_both_revisions_get_the_same_payload(square: World, mode: str) -> None:
    assert tell(square, "get_stop_realtime", stop_id=61, mode=mode).data["arrivals"][0]["arrival_minutes"] == 3


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("get_stop_realtime", {}, "The question has a value that cannot be used: stop_id. Correct it and ask again."),
        (
            "get_nearby_vehicles",
            {"latitude": 49, "longitude": 24, "limit": 99},
            "The question has a value that cannot be used: limit. Allowed: from 1 to 50.",
        ),
        (
            "get_vehicle_info",
            {"vehicle_id": "1", "verbosity": "rich"},
            "The question has a value that cannot be used: verbosity. Allowed: vehicle_id.",
        ),
    ],
)
def test_a_bad_argument_is_named(square: World, tool: str, arguments: dict[str, Any], sentence: str) -> None:
    told = tell(square, tool, **arguments)
    assert (told.is_error, told.structured, told.text) == (True, None, sentence)


def test_without_a_feed_it_is_said_how_to_add_one() -> None:
    world = World((), datetime(2026, 9, 23, 9, 1, 21, tzinfo=UTC))
    told = tell(world, "search_stops", query="rynok")
    assert told.is_error
    assert "stopbell feed add" in told.text


def test_ids_name_their_feed_only_where_several_are_loaded(tmp_path: Path) -> None:
    first, second = open_square(tmp_path / "one"), open_town(tmp_path / "two")
    world = World((*first.feeds, *second.feeds), first.now)
    (found,) = tell(world, "search_stops", query="Руська").data["stops"]
    assert found["id"] == "lviv:58"
    told = tell(world, "get_stop_realtime", stop_id="lviv:61").data
    assert (told["stop"]["id"], told["arrivals"][0]["vehicle_id"]) == ("lviv:61", "lviv:2393")
    assert tell(world, "get_vehicle_info", vehicle_id="lviv:2393").data["vehicle_id"] == "lviv:2393"


def test_the_environment_chooses_and_a_flag_goes_before_it(tmp_path: Path) -> None:
    home = open_home(tmp_path)
    chosen = {"STOPBELL_CONTRACT": "transit_realtime"}
    assert [read_settings(home, environment).contract for environment in ({}, chosen)] == [
        "stopbell",
        "transit_realtime",
    ]
    assert read_settings(home, chosen, contract="stopbell").contract == "stopbell"


def test_an_unknown_contract_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match="STOPBELL_CONTRACT"):
        read_settings(open_home(tmp_path), {"STOPBELL_CONTRACT": "lviv"})


def test_the_command_serves_the_contract_that_its_flag_names(tmp_path: Path) -> None:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "stopbell_server", "--home", str(tmp_path), "--contract", "transit_realtime"],
        env={name: value for name, value in os.environ.items() if not name.startswith("STOPBELL_")},
    )

    async def play_it() -> list[str]:
        async with Client(server) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    assert asyncio.run(play_it()) == NAMES
