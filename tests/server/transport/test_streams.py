"""Streams of changes: they hold no place of others, no client holds them all, and they end with the server."""

import asyncio
import json
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from mcp import Client, MCPError

from stopbell_server.transport.audit_place import keep_audit
from stopbell_server.transport.callers import Caller
from stopbell_server.world import World
from tests.asking import to_asked
from tests.server.transport.serving import RULES, Tokens, open_client, serve

BOARD = "mobility://stop-board/town/b1"


def test_a_client_that_listens_holds_no_place_of_those_that_ask(town: World) -> None:
    async def play() -> str:
        async with serve(town, replace(RULES, concurrent=3)) as url, Client(url) as client, AsyncExitStack() as streams:
            for _ in range(3):
                await streams.enter_async_context(client.listen(resource_subscriptions=[BOARD]))
            asked = await client.call_tool("get_arrivals", {"stop": "town:b1"})
            return str(to_asked(asked).status["state"])

    assert asyncio.run(play()) == "ok"


def test_no_client_holds_all_streams_and_one_that_is_closed_is_free_again(town: World) -> None:
    tokens = Tokens({"a": Caller("first"), "b": Caller("second")})

    async def listen(client: Client) -> str:
        try:
            async with client.listen(resource_subscriptions=[BOARD]):
                return "open"
        except MCPError as error:
            return error.message

    async def play() -> list[str]:
        async with (
            serve(town, replace(RULES, streams=8), verifier=tokens) as url,
            open_client(url, "a") as first,
            open_client(url, "b") as second,
        ):
            async with first.listen(resource_subscriptions=[BOARD]):
                held = [await listen(first), await listen(second)]
            async with asyncio.timeout(20):
                while (again := await listen(first)) != "open":
                    pass
            return [*held, again]

    refused, other, again = asyncio.run(play())
    assert refused.startswith("As many streams as allowed are open")
    assert (other, again) == ("open", "open")


def test_a_stream_ends_with_the_server(town: World, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> float:
        async with AsyncExitStack() as opened:
            async with serve(town) as url:
                client = await opened.enter_async_context(Client(url))
                news = await opened.enter_async_context(client.listen(resource_subscriptions=[BOARD]))
                began = asyncio.get_running_loop().time()
            # In good order: a stream that is cut off raises here.
            assert [event async for event in news] == []
            return asyncio.get_running_loop().time() - began

    with keep_audit(str(tmp_path / "audit.log")):
        assert asyncio.run(play()) < 4
    outcomes = {
        event["method"]: event["outcome"]
        for event in map(json.loads, (tmp_path / "audit.log").read_text().splitlines())
    }
    assert outcomes["subscriptions/listen"] == "ok"
    assert not [record for record in caplog.records if record.name.startswith("uvicorn")]
