"""`resources/subscribe` of the revisions with a handshake."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from mcp import Client, MCPError
from mcp.types import INVALID_PARAMS

from stopbell_server.server import build_server
from stopbell_server.subscriptions.limits import Limits
from stopbell_server.subscriptions.offering import Subscriptions
from stopbell_server.world import World
from tests.asking import load_phrasebooks
from tests.server.subscriptions.changing import ChangingWorld, settle
from tests.server.subscriptions.test_listen import BOARD, JOURNEY, delayed, later

pytestmark = pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")


@dataclass
class Old:
    """A client of an older revision, and what it was told."""

    client: Client
    subscriptions: Subscriptions
    told: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])

    async def subscribe(self, uri: str) -> None:
        """Subscribe to a resource."""
        await self.client.session.subscribe_resource(uri)  # pyright: ignore[reportDeprecated]

    async def unsubscribe(self, uri: str) -> None:
        """End a subscription."""
        await self.client.session.unsubscribe_resource(uri)  # pyright: ignore[reportDeprecated]

    def take(self) -> list[tuple[str, str | None]]:
        """Take out what was told since the last time."""
        told, self.told = self.told, []
        return told


@asynccontextmanager
async def connecting(source: ChangingWorld, limits: Limits | None = None) -> AsyncGenerator[Old]:
    """Open a client that greets."""
    subscriptions = Subscriptions(limits, source.sleep)
    old: Old | None = None

    async def hear(message: Any) -> None:
        assert old is not None
        old.told.append((message.method, getattr(message.params, "uri", None)))

    server = build_server(source, load_phrasebooks(), "en", subscriptions=subscriptions)
    async with Client(server, mode="legacy", message_handler=hear) as client:
        old = Old(client, subscriptions)
        yield old


UPDATED = "notifications/resources/updated"


def test_a_subscriber_is_told_until_it_ends_the_subscription(town: World) -> None:
    async def play() -> list[Any]:
        source = ChangingWorld(town)
        async with connecting(source) as old:
            await old.subscribe(BOARD)
            await old.subscribe(BOARD)
            await source.show(later(town, updates=delayed(600)))
            first = old.take()
            await source.show(later(town, updates=delayed(600)))
            same = old.take()
            await old.unsubscribe(BOARD)
            await old.unsubscribe(JOURNEY)
            await source.show(later(town, updates=delayed(60)))
            return [first, same, old.take(), old.subscriptions.subscribed]

    assert asyncio.run(play()) == [[(UPDATED, BOARD)], [], [], 0]


def test_the_list_of_resources_is_told_without_being_asked_for_and_only_when_it_is_another(
    town: World, other: World
) -> None:
    async def play() -> list[Any]:
        source = ChangingWorld(town)
        async with connecting(source) as old:
            await source.show(later(town, updates=delayed(600)))
            refreshed = old.take()
            await source.show(World((*other.feeds, *town.feeds), town.now))
            return [refreshed, old.take()]

    assert asyncio.run(play()) == [[], [("notifications/resources/list_changed", None)]]


def test_the_handshake_says_that_subscriptions_are_there(town: World) -> None:
    async def play() -> Any:
        async with connecting(ChangingWorld(town)) as old:
            return old.client.server_capabilities.resources

    resources = asyncio.run(play())
    assert (resources.subscribe, resources.list_changed) == (True, True)


@pytest.mark.parametrize(
    ("uri", "limits", "said"),
    [
        ("mobility://stop-board/town/nowhere", None, "No resource 'mobility://stop-board/town/nowhere'"),
        (BOARD, Limits(per_client=0), "A client watches at most 0 resources"),
    ],
)
def test_what_cannot_be_told_is_refused_with_the_reason(
    town: World, uri: str, limits: Limits | None, said: str
) -> None:
    async def play() -> tuple[str, int]:
        async with connecting(ChangingWorld(town), limits) as old:
            with pytest.raises(MCPError) as refused:
                await old.subscribe(uri)
            return refused.value.message, old.subscriptions.subscribed

    message, held = asyncio.run(play())
    assert said in message
    assert held == 0


def test_an_unknown_resource_is_a_bad_parameter(town: World) -> None:
    async def play() -> int:
        async with connecting(ChangingWorld(town)) as old:
            with pytest.raises(MCPError) as refused:
                await old.subscribe("mobility://stop-board/town/nowhere")
            return refused.value.code

    assert asyncio.run(play()) == INVALID_PARAMS


def test_a_client_that_is_gone_is_forgotten(town: World) -> None:
    async def play() -> tuple[int, int, int]:
        source = ChangingWorld(town)
        async with connecting(source) as old:
            await old.subscribe(BOARD)
            held = old.subscriptions.subscribed
        await settle()
        asked = source.asked
        await source.show(later(town, updates=delayed(600)))
        return held, old.subscriptions.subscribed + old.subscriptions.watched, source.asked - asked

    assert asyncio.run(play()) == (1, 0, 0)
