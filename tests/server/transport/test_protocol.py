"""The protocol over real sockets: the answers of memory, both revisions, with and without a first word."""

import asyncio
import json
from typing import Any

import httpx2
import pytest
from mcp import Client

from stopbell_server.world import World
from tests.asking import Asked, ask_with, to_asked
from tests.server.transport.serving import open_http, serve, to_call

QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("get_arrivals", {"stop": "town:b1"}),
    ("get_arrivals", {"stop": "Мостова"}),
    ("get_arrivals", {"limit": 99}),
    ("find_stops", {"query": "Ринок"}),
    ("search_nearby_stops", {"latitude": 49.845, "longitude": 24.03}),
]


@pytest.mark.parametrize("answers_json", [False, True])
@pytest.mark.parametrize(("mode", "revision"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
def test_a_host_gets_over_http_what_it_gets_in_memory(
    town: World, mode: str, revision: str, answers_json: bool
) -> None:
    async def play() -> tuple[str, list[str], list[Asked]]:
        async with serve(town, answers_json=answers_json) as url, Client(url, mode=mode) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            asked = [to_asked(await client.call_tool(tool, given)) for tool, given in QUESTIONS]
            return client.protocol_version, tools, asked

    async def list_in_memory() -> list[str]:
        from stopbell_server.server import build_server

        async with Client(build_server(town)) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    expected = [ask_with(town, tool, given, language="en") for tool, given in QUESTIONS]
    assert asyncio.run(play()) == (revision, asyncio.run(list_in_memory()), expected)


def test_a_call_without_a_first_word_is_answered_by_one_event(town: World) -> None:
    async def play() -> httpx2.Response:
        async with serve(town) as url, open_http() as http:
            return await http.post(url, json=to_call("get_arrivals", stop="town:b1"))

    response = asyncio.run(play())
    event, data = response.text.strip().split("\r\n")
    assert (response.status_code, response.headers["content-type"], event) == (
        200,
        "text/event-stream",
        "event: message",
    )
    told = json.loads(data.removeprefix("data: "))["result"]
    assert told["structuredContent"] == ask_with(town, "get_arrivals", {"stop": "town:b1"}, language="en").structured


def test_a_call_without_a_first_word_is_answered_by_json_where_that_is_set(town: World) -> None:
    async def play() -> httpx2.Response:
        async with serve(town, answers_json=True) as url, open_http() as http:
            return await http.post(url, json=to_call("get_arrivals", stop="town:b1"))

    response = asyncio.run(play())
    assert response.headers["content-type"] == "application/json"
    assert response.json()["result"]["structuredContent"]["status"]["state"] == "ok"


def test_a_client_that_does_not_take_both_kinds_of_answer_is_refused(town: World) -> None:
    async def play() -> httpx2.Response:
        async with serve(town) as url, open_http(accept="application/json") as http:
            return await http.post(url, json=to_call("get_arrivals", stop="town:b1"))

    assert asyncio.run(play()).status_code == 406


def test_resources_are_read_over_http(town: World) -> None:
    async def play() -> str:
        async with serve(town) as url, Client(url) as client:
            read = await client.read_resource("mobility://stop-board-text/town/b1")
            return str(getattr(read.contents[0], "text", ""))

    assert "10А" in asyncio.run(play())
