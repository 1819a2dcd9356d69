"""What a host says in HTTP headers: the language its user reads."""

import asyncio

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from stopbell_server.server import build_server
from stopbell_server.world import World
from tests.asking import Asked, load_phrasebooks, to_asked


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(
    ("header", "argument", "language"),
    [("uk-UA,uk;q=0.9,en;q=0.5", "", "uk"), ("tlh, en", "", "en"), ("uk", "en", "en"), ("tlh", "", "uk")],
)
def test_the_clients_language_stands_between_the_argument_and_the_servers(
    town: World, header: str, argument: str, language: str, mode: str
) -> None:
    async def play() -> Asked:
        server = build_server(town, load_phrasebooks(), language="uk")
        app = server.streamable_http_app(stateless_http=True, json_response=True)
        http = httpx2.AsyncClient(transport=httpx2.ASGITransport(app), headers={"accept-language": header})
        transport = streamable_http_client("http://127.0.0.1:8000/mcp", http_client=http)
        async with server.session_manager.run(), http, Client(transport, mode=mode) as client:
            return to_asked(await client.call_tool("get_arrivals", {"stop": "town:b1", "language": argument}))

    assert asyncio.run(play()).structured["language"] == language
