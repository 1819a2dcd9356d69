"""Listening over HTTP: scopes, tokens that are taken back, clients that never read, and what older revisions hear."""

import asyncio
import json
import socket
import tracemalloc
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import SubscriptionLost
from mcp.server.subscriptions import ResourcesListChanged, ResourceUpdated

from stopbell_server.desk.change_bell import ChangeBell, Silence
from stopbell_server.transport import listening
from stopbell_server.transport.callers import Caller
from stopbell_server.transport.streams import Streams
from stopbell_server.world import World
from tests.asking import to_asked
from tests.realtimetext import alert, make_updates, stop, update
from tests.server.transport.serving import HEADERS, Tokens, open_client, open_http, serve
from tests.town import NOON_POSIX, list_live, with_live

BOARD = "mobility://stop-board/town/b1"
OTHER = "mobility://stop-board/other/b1"
LONG = 400_000
TURNS = 30
TOKENS = Tokens({"all": Caller("desk"), "town": Caller("kiosk", frozenset({"town"}))})


class Changing:
    """A source of worlds that a test replaces."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._bell = ChangeBell()

    def current(self) -> World:
        """Give the world as it is now."""
        return World(self._world.feeds, self._world.now)

    def on_change(self, ring: Callable[[], None]) -> Silence:
        """Call `ring` at every change."""
        return self._bell.listen(ring)

    def show(self, world: World) -> None:
        """Let the world be another."""
        self._world = world
        self._bell.ring()


def late(world: World, seconds: int) -> World:
    """Give the town with its first departure so late."""
    moved = update("t1", stop(2, "b1", departure={"delay": seconds}), start_date="20261130")
    return with_live(world, [make_updates(header=NOON_POSIX, entities=[moved]), *list_live()[1:]])


def both_late(two_towns: World, seconds: int) -> World:
    """Give both towns so late."""
    feeds = [late(World((view,), two_towns.now), seconds).feeds[0] for view in two_towns.feeds]
    return World(tuple(feeds), two_towns.now)


def test_a_narrow_token_listens_to_its_own_feed_and_hears_of_no_other(two_towns: World) -> None:
    async def play() -> list[Any]:
        source = Changing(two_towns)
        async with (
            serve(source, verifier=TOKENS) as url,
            open_client(url, "town") as narrow,
            open_client(url, "all") as wide,
            narrow.listen(resource_subscriptions=[BOARD, OTHER], resources_list_changed=True) as few,
            wide.listen(resource_subscriptions=[OTHER], resources_list_changed=True) as many,
            asyncio.timeout(20),
        ):
            honored = few.honored.resource_subscriptions
            source.show(both_late(two_towns, 600))
            heard = [await anext(few), await anext(many)]
            # The other feed goes: the wide token's list is another, the narrow one's is not.
            source.show(World(both_late(two_towns, 600).feeds[1:], two_towns.now))
            gone = {await anext(many), await anext(many)}
            source.show(
                World(late(two_towns.current(), 60).feeds[:0] + both_late(two_towns, 60).feeds[1:], two_towns.now)
            )
            return [honored, heard, gone, await anext(few)]

    honored, heard, gone, last = asyncio.run(play())
    assert honored == [BOARD]
    assert heard == [ResourceUpdated(BOARD), ResourceUpdated(OTHER)]
    assert gone == {ResourceUpdated(OTHER), ResourcesListChanged()}
    assert last == ResourceUpdated(BOARD)


def test_a_feed_out_of_sight_is_refused_as_if_it_were_not_there(two_towns: World) -> None:
    async def play() -> str:
        async with serve(two_towns, verifier=TOKENS) as url, open_client(url, "town") as client:
            with pytest.raises(MCPError) as refused:
                async with client.listen(resource_subscriptions=[OTHER]):
                    pass
            return refused.value.message

    assert asyncio.run(play()).startswith("None of these resources can be read")


def test_each_client_is_told_of_what_it_reads_in_its_own_language(town: World) -> None:
    alerts = "mobility://stop-alerts/town/S"

    def tell(ukrainian: str, english: str, delay_s: int = 60) -> World:
        moved = update("t1", stop(2, "b1", departure={"delay": delay_s}), start_date="20261130")
        # The first text is part of what tells an alert from others, in any language.
        lift = alert(header={"en": english, "uk": ukrainian}, informed_entity=[{"stop_id": "S"}])
        return with_live(town, [make_updates(header=NOON_POSIX, entities=[moved, lift])])

    async def play() -> list[Any]:
        source = Changing(tell("Ліфт не працює", "Lift out of order"))
        async with (
            serve(source) as url,
            open_http(accept_language="uk") as first,
            open_http(accept_language="en") as second,
            Client(streamable_http_client(url, http_client=first)) as ukrainian,
            Client(streamable_http_client(url, http_client=second)) as english,
            ukrainian.listen(resource_subscriptions=[alerts]) as told_ukrainian,
            english.listen(resource_subscriptions=[alerts, BOARD]) as told_english,
            asyncio.timeout(20),
        ):
            source.show(tell("Ліфт працює знову", "Lift out of order"))
            news = [await anext(told_ukrainian)]
            source.show(tell("Ліфт працює знову", "Lift out of order", delay_s=600))
            return [*news, await anext(told_english)]

    # Were the English one told of the Ukrainian words, that would have come before the board.
    assert asyncio.run(play()) == [ResourceUpdated(alerts), ResourceUpdated(BOARD)]


def test_a_token_that_is_taken_back_ends_its_stream(town: World, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = Tokens({"a": Caller("kiosk"), "b": Caller("desk")})
    monkeypatch.setattr(Streams.__init__, "__defaults__", (0.05,))

    async def play() -> str:
        async with (
            serve(town, verifier=tokens) as url,
            open_client(url, "b") as kept,
            open_client(url, "a") as lost,
            kept.listen(resource_subscriptions=[BOARD]),
            lost.listen(resource_subscriptions=[BOARD]) as stream,
            asyncio.timeout(20),
        ):
            await asyncio.sleep(0.2)
            del tokens.callers["a"]
            with pytest.raises(SubscriptionLost):
                await anext(stream)
            asked = to_asked(await kept.call_tool("get_arrivals", {"stop": "town:b1"}))
            return str(asked.status["state"])

    assert asyncio.run(play()) == "ok"


@asynccontextmanager
async def never_reading(url: str) -> AsyncGenerator[socket.socket]:
    """Open a stream on a socket with small buffers, and read nothing of it; its long id makes every event long."""
    host, port = url.removeprefix("http://").split("/")[0].split(":")
    meta: dict[str, Any] = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params: dict[str, Any] = {"notifications": {"resourceSubscriptions": [BOARD]}, "_meta": meta}
    body = json.dumps({"jsonrpc": "2.0", "id": "x" * LONG, "method": "subscriptions/listen", "params": params}).encode()
    lines = [
        "POST /mcp HTTP/1.1",
        f"host: {host}:{port}",
        f"accept: {HEADERS['accept']}",
        "content-type: application/json",
        "mcp-protocol-version: 2026-07-28",
        "mcp-method: subscriptions/listen",
        f"content-length: {len(body)}",
    ]
    with socket.socket() as mute:
        mute.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        mute.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(mute, (host, int(port)))
        await loop.sock_sendall(mute, "\r\n".join([*lines, "", ""]).encode() + body)
        yield mute


def test_a_client_that_never_reads_slows_nobody_and_is_let_go_when_it_leaves(town: World) -> None:
    async def play() -> tuple[int, list[float], int, int]:
        source = Changing(town)
        heard, waits = 0, list[float]()
        loop = asyncio.get_running_loop()
        async with (
            serve(source) as url,
            Client(url) as quick,
            quick.listen(resource_subscriptions=[BOARD]) as stream,
            asyncio.timeout(60),
        ):
            async with never_reading(url):
                while await count(url) < 2:
                    pass
                await quick.call_tool("get_arrivals", {"stop": "town:b1"})
                tracemalloc.start()
                for turn in range(TURNS):
                    source.show(late(town, 60 * (turn % 2 + 1)))
                    heard += await anext(stream) == ResourceUpdated(BOARD)
                    if turn % 3 == 0:
                        begun = loop.time()
                        await quick.call_tool("get_arrivals", {"stop": "town:b1"})
                        waits.append(loop.time() - begun)
                grown, _ = tracemalloc.get_traced_memory()
                tracemalloc.stop()
            while (left := await count(url)) > 1:
                pass
        return heard, waits, left, grown

    heard, waits, left, grown = asyncio.run(play())
    assert (heard, left) == (TURNS, 1)
    # Twelve million bytes were to be sent to it; the system takes some, and one event waits here.
    assert grown < TURNS * LONG / 3
    assert sorted(waits)[len(waits) // 2] < 0.5


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system does not end such connections")
def test_a_client_that_leaves_everything_unread_is_cut_off_in_time(
    town: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "_UNREAD_S", 1)

    async def play() -> None:
        source = Changing(town)
        async with serve(source) as url, never_reading(url), asyncio.timeout(30):
            while await count(url) < 1:
                pass
            turn = 0
            while await count(url) > 0:
                turn += 1
                source.show(late(town, 60 * (turn % 2 + 1)))

    asyncio.run(play())


async def count(url: str) -> int:
    """Ask how much is subscribed to."""
    async with open_http() as http:
        told = (await http.get(url.replace("/mcp", "/metrics"))).text
    return int(next(line for line in told.splitlines() if line.startswith("stopbell_subscriptions ")).split()[1])


def test_over_http_an_older_revision_is_told_that_nothing_can_be_told(town: World) -> None:
    async def play() -> tuple[Any, str]:
        async with serve(town) as url, Client(url, mode="legacy") as client:
            with pytest.raises(MCPError) as refused, pytest.warns():
                await client.session.subscribe_resource(BOARD)  # pyright: ignore[reportDeprecated]
            return client.server_capabilities.resources, refused.value.message

    resources, message = asyncio.run(play())
    assert (resources.subscribe, resources.list_changed) == (False, False)
    assert "subscriptions/listen" in message


def test_what_is_open_is_measured(town: World) -> None:
    async def play() -> str:
        async with (
            serve(town) as url,
            Client(url) as client,
            client.listen(resource_subscriptions=[BOARD]),
            open_http() as http,
        ):
            return (await http.get(url.replace("/mcp", "/metrics"))).text

    told = asyncio.run(play()).splitlines()
    assert "stopbell_open_streams 1" in told
    assert "stopbell_subscriptions 1" in told
    assert "stopbell_open_requests 0" in told
