"""The text twin of a board: sentences of the client's language, one fact a line."""

import asyncio

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import TextResourceContents

from stopbell_server.server import build_server
from stopbell_server.world import World
from tests.asking import ask, load_phrasebooks, play
from tests.server.resources.reading import read

TWIN = "mobility://stop-board-text/town/b1"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(("header", "name"), [("uk-UA,en;q=0.5", "Вулиця Мостова"), ("en", "Bridge Street")])
def test_the_twin_speaks_the_language_that_the_client_asks_for(town: World, header: str, name: str, mode: str) -> None:
    async def listen() -> str:
        server = build_server(town, load_phrasebooks())
        app = server.streamable_http_app(stateless_http=True, json_response=True)
        http = httpx2.AsyncClient(transport=httpx2.ASGITransport(app), headers={"accept-language": header})
        transport = streamable_http_client("http://127.0.0.1:8000/mcp", http_client=http)
        async with server.session_manager.run(), http, Client(transport, mode=mode) as client:
            (content,) = (await client.read_resource(TWIN)).contents
            assert isinstance(content, TextResourceContents)
            return content.text

    assert name in asyncio.run(listen()).splitlines()[0]


def test_the_twin_says_what_the_tool_says(town: World) -> None:
    told = ask(town, "get_arrivals", stop="town:b1", limit=10, verbosity="rich").text
    assert read(town, TWIN).text.split() == told.split()


def test_the_twin_is_made_for_people_and_the_board_for_programs(town: World) -> None:
    templates = play(town, lambda client: client.list_resource_templates()).resource_templates
    told = {one.name: one.annotations.audience for one in templates if one.annotations}
    assert (told["stop-board-text"], told["stop-board"]) == (["user"], ["assistant"])
