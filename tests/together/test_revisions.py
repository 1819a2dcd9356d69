"""The same answers over every revision of the protocol and every transport, and headers and quirks of hosts."""

import asyncio
import logging
import shlex
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import Implementation

from stopbell_server.desk.client_language import list_accepted
from stopbell_server.server import build_server
from stopbell_server.world import World
from tests.asking import Asked, ask_with, load_phrasebooks, to_asked

QUESTIONS = [
    ("get_arrivals", {"stop": "town:b1"}),
    ("get_arrivals", {"stop": "Мостова"}),
    ("get_arrivals", {"limit": 99}),
    ("find_low_floor_vehicles", {"stop": "town:b1"}),
    ("search_nearby_stops", {"latitude": 49.845, "longitude": 24.03}),
]


@pytest.mark.parametrize(("tool", "arguments"), QUESTIONS)
def test_an_older_revision_gives_the_same_answer(town: World, tool: str, arguments: dict[str, Any]) -> None:
    newest = ask_with(town, tool, arguments)
    older = ask_with(town, tool, arguments, mode="legacy")
    assert older == newest


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_server_on_standard_streams_gives_the_same_answers(town: World, town_command: str, mode: str) -> None:
    command, *arguments = shlex.split(town_command)
    parameters = StdioServerParameters(command=command, args=arguments)

    async def play() -> tuple[str, list[Asked]]:
        async with Client(parameters, mode=mode) as client:
            asked = [to_asked(await client.call_tool(tool, given)) for tool, given in QUESTIONS]
            return client.protocol_version, asked

    version, asked = asyncio.run(play())
    assert version == ("2026-07-28" if mode == "auto" else "2025-11-25")
    assert asked == [ask_with(town, tool, arguments) for tool, arguments in QUESTIONS]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(("host", "links"), [("Kiro", 0), ("agno-client", 0), ("claude-ai", 2), ("kirov transit", 2)])
def test_a_host_that_chokes_on_links_gets_none(town: World, host: str, links: int, mode: str) -> None:
    async def play() -> Asked:
        who = Implementation(name=host, version="1")
        async with Client(build_server(town, load_phrasebooks()), client_info=who, mode=mode) as client:
            return to_asked(await client.call_tool("get_arrivals", {"stop": "town:b1"}))

    asked = asyncio.run(play())
    assert len(asked.links) == links
    assert asked.data["stop"]["uri"] == "mobility://public-transport-stop/town/b1"


@pytest.mark.parametrize(
    ("header", "tags"),
    [
        ("uk-UA,uk;q=0.9,en;q=0.8", ("uk-UA", "uk", "en")),
        ("en;q=0.1, uk", ("uk", "en")),
        ("*", ()),
        ("", ()),
        ("de;q=0, fr;q=x, , es;q=2", ("es",)),
    ],
)
def test_languages_of_a_header_are_ranked(header: str, tags: tuple[str, ...]) -> None:
    assert list_accepted(header) == tags


def test_building_a_server_leaves_the_programs_logging_alone(town: World) -> None:
    before = list(logging.getLogger().handlers)
    build_server(town, load_phrasebooks())
    assert logging.getLogger().handlers == before
