"""A token for some feeds: to whoever holds it the others do not exist."""

import asyncio
import gc
from typing import Any

import pytest
from mcp import MCPError

from stopbell_server.app.handed_out import HandedOut
from stopbell_server.contract.linked_feeds import FEEDS_URI
from stopbell_server.transport.callers import CALLER, Caller, SeenSource
from stopbell_server.world import World
from tests.asking import Asked, ask_with, to_asked
from tests.server.transport.serving import Tokens, open_client, serve

TOKENS = Tokens(
    {
        "all": Caller("desk"),
        "town": Caller("kiosk", frozenset({"town"})),
        "none": Caller("watch", frozenset()),
    }
)


def ask_as(token: str, world: World, tool: str, arguments: dict[str, Any], mode: str = "auto") -> Asked:
    async def play() -> Asked:
        async with serve(world, verifier=TOKENS) as url, open_client(url, token, mode) as client:
            return to_asked(await client.call_tool(tool, arguments))

    return asyncio.run(play())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_arrivals", {"stop": "Мостова"}),
        ("get_arrivals", {"stop": "other:b1"}),
        ("get_arrivals", {"stop": "b1"}),
        ("find_stops", {"query": "Ринок"}),
        ("search_nearby_stops", {"latitude": 49.845, "longitude": 24.03}),
        ("describe_stop", {"stop": "mobility://public-transport-stop/other/b1"}),
        ("get_alerts", {}),
    ],
)
def test_a_narrow_token_is_answered_as_if_its_feed_were_alone(
    two_towns: World, town: World, tool: str, arguments: dict[str, Any], mode: str
) -> None:
    alone = World(tuple(v for v in two_towns.feeds if v.store.info.authority == "town"), two_towns.now)
    assert ask_as("town", two_towns, tool, arguments, mode) == ask_with(alone, tool, arguments, language="en")


def test_a_wide_token_is_answered_from_every_feed(two_towns: World) -> None:
    asked = ask_as("all", two_towns, "find_stops", {"query": "Ринок"})
    assert {stop["id"].split(":")[0] for stop in asked.data["stops"]} == {"other", "town"}


def test_a_token_for_no_feed_finds_none(two_towns: World) -> None:
    assert ask_as("none", two_towns, "get_arrivals", {"stop": "b1"}).status["code"] == "no-feed"


def test_resources_of_a_feed_out_of_sight_are_not_there(two_towns: World) -> None:
    async def play() -> tuple[str, int]:
        async with serve(two_towns, verifier=TOKENS) as url, open_client(url, "town") as client:
            feeds = await client.read_resource(FEEDS_URI)
            try:
                await client.read_resource("mobility://stop-board-text/other/b1")
            except MCPError as error:
                return str(getattr(feeds.contents[0], "text", "")), error.code
            return "", 0

    told, code = asyncio.run(play())
    assert '"town"' in told
    assert "other" not in told
    assert code == -32602


def test_clients_that_ask_at_one_time_each_see_their_own(two_towns: World) -> None:
    async def ask(url: str, token: str) -> set[str]:
        async with open_client(url, token) as client:
            seen: set[str] = set()
            for _ in range(10):
                asked = to_asked(await client.call_tool("find_stops", {"query": "Ринок"}))
                seen.add(",".join(sorted(stop["id"].split(":")[0] for stop in asked.data["stops"])))
            return seen

    async def play() -> list[set[str]]:
        async with serve(two_towns, verifier=TOKENS) as url:
            return await asyncio.gather(*(ask(url, token) for token in ("all", "town", "none", "all")))

    assert asyncio.run(play()) == [{"other,town"}, {"town"}, {""}, {"other,town"}]


def test_a_narrowed_world_keeps_the_whole_in_use(two_towns: World) -> None:
    handed_out = HandedOut()

    class Noting:
        def current(self) -> World:
            return handed_out.note(World(two_towns.feeds, two_towns.now))

    token = CALLER.set(Caller("kiosk", frozenset({"town"})))
    try:
        seen = SeenSource(Noting()).current()
        gc.collect()
        assert len(handed_out._in_use) == len(seen.feeds) == 1
        del seen
        gc.collect()
        assert not handed_out._in_use
    finally:
        CALLER.reset(token)
