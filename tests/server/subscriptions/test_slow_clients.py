"""A client that does not read: others hear everything in time, and what waits for it does not grow."""

import asyncio
from typing import Any

import pytest
from mcp import Client
from mcp.server.subscriptions import ResourceUpdated
from mcp.shared.memory import create_client_server_memory_streams
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCNotification, JSONRPCRequest

from stopbell_server.server import build_server
from stopbell_server.subscriptions.mailbox import Mailbox
from stopbell_server.subscriptions.offering import Subscriptions
from stopbell_server.world import World
from tests.asking import load_phrasebooks, to_asked
from tests.server.subscriptions.changing import ChangingWorld, settle
from tests.server.subscriptions.test_listen import BOARD, JOURNEY, delayed, later

pytestmark = pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")


def test_what_waits_is_one_event_for_each_thing_however_often_it_changed() -> None:
    async def play() -> list[Any]:
        mailbox = Mailbox()
        for _ in range(1000):
            mailbox.put(ResourceUpdated(BOARD))
            mailbox.put(ResourceUpdated(JOURNEY))
        waiting = len(mailbox)
        mailbox.close()
        mailbox.put(ResourceUpdated("too late"))
        return [waiting, await mailbox.take(), await mailbox.take(), await mailbox.take()]

    assert asyncio.run(play()) == [2, ResourceUpdated(BOARD), ResourceUpdated(JOURNEY), None]


def test_what_changes_while_it_is_told_is_told_again() -> None:
    async def play() -> list[Any]:
        mailbox = Mailbox()
        mailbox.put(ResourceUpdated(BOARD))
        first = await mailbox.take()
        mailbox.put(ResourceUpdated(BOARD))
        return [first, len(mailbox)]

    assert asyncio.run(play()) == [ResourceUpdated(BOARD), 1]


def test_a_client_in_process_that_never_comes_back_from_an_event_holds_up_nobody(town: World) -> None:
    async def play() -> tuple[int, bool, str]:
        source = ChangingWorld(town)
        subscriptions = Subscriptions(sleep=source.sleep)
        server = build_server(source, load_phrasebooks(), "en", subscriptions=subscriptions)
        heard = 0
        stuck = asyncio.Event()

        async def hang(message: Any) -> None:
            del message
            stuck.set()
            await asyncio.Event().wait()

        async with (
            Client(server, mode="legacy", message_handler=hang) as slow,
            Client(server) as quick,
            quick.listen(resource_subscriptions=[BOARD]) as stream,
        ):
            await slow.session.subscribe_resource(BOARD)  # pyright: ignore[reportDeprecated]
            for turn in range(30):
                await source.show(later(town, updates=delayed(60 * (turn % 2 + 1))))
                async with asyncio.timeout(5):
                    heard += await anext(stream) == ResourceUpdated(BOARD)
            asked = to_asked(await quick.call_tool("get_arrivals", {"stop": "town:b1"}))
            assert stuck.is_set()
            waiting = max(len(one) for watched in _list_watched(subscriptions) for one in watched)
            return heard, waiting <= 1, str(asked.status["state"])

    assert asyncio.run(play()) == (30, True, "ok")


def test_a_client_on_a_stream_that_stops_reading_holds_up_nobody_and_nothing_piles_up(town: World) -> None:
    async def play() -> tuple[int, int]:
        source = ChangingWorld(town)
        subscriptions = Subscriptions(sleep=source.sleep)
        server = build_server(source, load_phrasebooks(), "en", subscriptions=subscriptions)
        low = server._lowlevel_server  # pyright: ignore[reportPrivateUsage]
        heard = 0
        async with (
            create_client_server_memory_streams() as ((reads, writes), (server_reads, server_writes)),
            Client(server) as quick,
            quick.listen(resource_subscriptions=[BOARD, JOURNEY]) as stream,
        ):
            serving = asyncio.create_task(low.run(server_reads, server_writes, low.create_initialization_options()))
            for message in _subscribe_to(BOARD, JOURNEY):
                await writes.send(SessionMessage(message))
                if isinstance(message, JSONRPCRequest):
                    await reads.receive()
            # From here on nothing is read any more.
            for turn in range(50):
                await source.show(later(town, updates=delayed(60 * (turn % 2 + 1))))
                async with asyncio.timeout(5):
                    heard += len({await anext(stream), await anext(stream)})
            waiting = max(len(one) for watched in _list_watched(subscriptions) for one in watched)
            serving.cancel()
        return heard, waiting

    heard, waiting = asyncio.run(play())
    assert heard == 100
    assert waiting == 2


def _subscribe_to(*uris: str) -> list[JSONRPCRequest | JSONRPCNotification]:
    """Write the handshake and the subscriptions of an older client."""
    greeting = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "mute", "version": "1"},
    }
    return [
        JSONRPCRequest(jsonrpc="2.0", id=1, method="initialize", params=greeting),
        JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized"),
        *(
            JSONRPCRequest(jsonrpc="2.0", id=number, method="resources/subscribe", params={"uri": uri})
            for number, uri in enumerate(uris, 2)
        ),
    ]


def _list_watched(subscriptions: Subscriptions) -> list[list[Mailbox]]:
    watch = subscriptions._watch  # pyright: ignore[reportPrivateUsage]
    assert watch is not None
    return [list(one.told) for one in watch._watched.values()]  # pyright: ignore[reportPrivateUsage]


def test_a_client_that_goes_while_it_is_being_told_is_forgotten(town: World) -> None:
    async def play() -> int:
        source = ChangingWorld(town)
        subscriptions = Subscriptions(sleep=source.sleep)
        server = build_server(source, load_phrasebooks(), "en", subscriptions=subscriptions)

        async def hang(message: Any) -> None:
            del message
            await asyncio.Event().wait()

        async with Client(server, mode="legacy", message_handler=hang) as slow:
            await slow.session.subscribe_resource(BOARD)  # pyright: ignore[reportDeprecated]
            await source.show(later(town, updates=delayed(600)))
        await settle()
        return subscriptions.subscribed + subscriptions.watched

    assert asyncio.run(play()) == 0
