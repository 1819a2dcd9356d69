"""Who is offered the board, and what it costs those who are not."""

import asyncio
import json
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.extension import advertise
from mcp.types import TextResourceContents

from stopbell_server.server import build_server
from stopbell_server.world import World
from tests.asking import load_phrasebooks, play
from tests.town import open_town

BOARD = "ui://stopbell/board.html"
PROFILE = "text/html;profile=mcp-app"
SHOWS_APPS = advertise("io.modelcontextprotocol/ui", {"mimeTypes": [PROFILE]})
SHOWS_OTHERS = advertise("io.modelcontextprotocol/ui", {"mimeTypes": ["text/uri-list"]})


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give the town at noon."""
    return open_town(tmp_path_factory.mktemp("town"))


def list_as(world: World, *extensions: Any, mode: str = "auto") -> tuple[dict[str, Any], list[str]]:
    """Give the marks on tools by name, and the addresses of listed resources, as a client with extensions sees them."""

    async def run() -> tuple[dict[str, Any], list[str]]:
        async with Client(build_server(world, load_phrasebooks()), extensions=extensions, mode=mode) as client:
            tools, resources = await client.list_tools(), await client.list_resources()
            return {one.name: one.meta for one in tools.tools if one.meta}, [one.uri for one in resources.resources]

    return asyncio.run(run())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_host_that_shows_apps_finds_the_board_on_one_tool(town: World, mode: str) -> None:
    marks, addresses = list_as(town, SHOWS_APPS, mode=mode)
    assert marks == {"get_arrivals": {"ui": {"resourceUri": BOARD}}}
    assert BOARD in addresses


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("extensions", [(), (SHOWS_OTHERS,)])
def test_other_hosts_see_nothing_of_it(town: World, extensions: tuple[Any, ...], mode: str) -> None:
    marks, addresses = list_as(town, *extensions, mode=mode)
    assert marks == {}
    assert not [address for address in addresses if address.startswith("ui:")]


@pytest.mark.parametrize(
    ("extensions", "answer"), [({"io.modelcontextprotocol/ui": {}}, True), ({}, False), (None, False)]
)
def test_an_older_greeting_that_names_apps_is_answered_in_kind(
    town: World, extensions: dict[str, Any] | None, answer: bool
) -> None:
    abilities = {} if extensions is None else {"extensions": extensions}
    asked = {"protocolVersion": "2025-11-25", "capabilities": abilities, "clientInfo": {"name": "host", "version": "1"}}
    told = post(town, "initialize", asked)["result"]["capabilities"]
    assert ("io.modelcontextprotocol/ui" in told.get("extensions", {})) is answer
    assert {"tools", "resources", "prompts"} <= set(told)


def post(world: World, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Send one request of an older revision over stateless HTTP."""

    async def run() -> dict[str, Any]:
        app = build_server(world, load_phrasebooks()).streamable_http_app(stateless_http=True, json_response=True)
        async with app.router.lifespan_context(app):
            transport = httpx2.ASGITransport(app=app)
            async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as http:
                headers = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25"}
                body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
                return (await http.post("/mcp", headers=headers, json=body)).json()

    return asyncio.run(run())


def test_a_client_whose_abilities_are_not_known_is_offered_it(town: World) -> None:
    """An older revision over stateless HTTP tells what the client can do only in a request that is over."""
    tools = {one["name"]: one for one in post(town, "tools/list", {})["result"]["tools"]}
    assert tools["get_arrivals"]["_meta"] == {"ui": {"resourceUri": BOARD}}
    assert "_meta" not in tools["find_stops"]


def test_a_list_that_not_everyone_gets_is_not_shared_between_clients(town: World) -> None:
    async def run(*extensions: Any) -> str | None:
        async with Client(build_server(town, load_phrasebooks()), extensions=extensions) as client:
            return (await client.list_tools()).cache_scope

    assert asyncio.run(run(SHOWS_APPS)) == "private"
    assert asyncio.run(run()) == "public"


def test_the_page_is_small_whole_and_of_the_right_kind(town: World) -> None:
    (content,) = play(town, lambda client: client.read_resource(BOARD)).contents
    assert isinstance(content, TextResourceContents)
    assert content.mime_type == PROFILE
    assert len(content.text.encode()) < 65_536
    assert "{{" not in content.text
    assert not [word for word in ("http://", "https://", "src=", "href=", "@import", "url(") if word in content.text]


def test_an_answer_is_the_same_for_hosts_that_show_apps_and_for_others(town: World) -> None:
    async def run(*extensions: Any) -> str:
        async with Client(build_server(town, load_phrasebooks()), extensions=extensions) as client:
            result = await client.call_tool("get_arrivals", {"stop": "town:b1"})
            return json.dumps(result.model_dump(mode="json", by_alias=True))

    assert asyncio.run(run(SHOWS_APPS)) == asyncio.run(run())
