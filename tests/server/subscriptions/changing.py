"""A world that changes when a test says so, on a clock that the test moves, and clients that listen to it."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from mcp import Client, MCPError
from mcp.server.subscriptions import ServerEvent

from stopbell_server.desk.change_bell import ChangeBell, Silence
from stopbell_server.server import build_server
from stopbell_server.subscriptions.limits import Limits
from stopbell_server.subscriptions.offering import Subscriptions
from stopbell_server.world import World
from tests.asking import load_phrasebooks

_TURNS = 400


class ChangingWorld:
    """A source of worlds, its clock, and the sleep of whoever waits for that clock."""

    def __init__(self, world: World) -> None:
        """Begin with this world."""
        self._world = world
        self._bell = ChangeBell()
        self._sleepers: list[tuple[datetime, asyncio.Future[None]]] = []
        self.asked = 0
        """How often the world was asked for."""

    def current(self) -> World:
        """Give the world as it is now."""
        self.asked += 1
        return World(self._world.feeds, self._world.now)

    def on_change(self, ring: Callable[[], None]) -> Silence:
        """Call `ring` at every change."""
        return self._bell.listen(ring)

    async def show(self, world: World) -> None:
        """Let the world be another, and everybody who listens hear of it."""
        self._world = world
        self._bell.ring()
        await settle()

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock has been moved so far."""
        ends = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._world.now + timedelta(seconds=seconds), ends))
        await ends

    async def pass_time(self, seconds: float) -> list[datetime]:
        """Move the clock, stopping wherever somebody wakes up; gives when that was."""
        end, woken = self._world.now + timedelta(seconds=seconds), list[datetime]()
        while due := sorted(at for at, ends in self._sleepers if at <= end and not ends.done()):
            self._world = World(self._world.feeds, max(due[0], self._world.now))
            woken.append(self._world.now)
            for at, ends in self._sleepers:
                if at <= self._world.now and not ends.done():
                    ends.set_result(None)
            self._sleepers = [(at, ends) for at, ends in self._sleepers if not ends.done()]
            await settle()
        self._world = World(self._world.feeds, end)
        return woken


async def settle() -> None:
    """Let everybody do what there is to do; nothing here waits for anything outside."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)


@dataclass
class Heard:
    """What a client has heard so far."""

    client: Client
    honored: tuple[str, ...]
    events: list[ServerEvent] = field(default_factory=list[ServerEvent])

    def take(self) -> list[Any]:
        """Take out what was heard since the last time: addresses, or the events of lists."""
        heard = [getattr(event, "uri", event) for event in self.events]
        self.events.clear()
        return heard


@asynccontextmanager
async def listening(
    source: ChangingWorld,
    *uris: str,
    lists: bool = False,
    limits: Limits | None = None,
    subscriptions: Subscriptions | None = None,
) -> AsyncGenerator[Heard]:
    """Open a client of the newest revision that listens to these resources, and to all lists if wanted."""
    subscriptions = subscriptions or Subscriptions(limits, source.sleep)
    server = build_server(source, load_phrasebooks(), "en", subscriptions=subscriptions)
    async with (
        Client(server) as client,
        client.listen(
            resource_subscriptions=uris,
            tools_list_changed=lists,
            prompts_list_changed=lists,
            resources_list_changed=lists,
        ) as stream,
    ):
        heard = Heard(client, tuple(stream.honored.resource_subscriptions or ()))

        async def collect() -> None:
            async for event in stream:
                heard.events.append(event)

        collecting = asyncio.create_task(collect())
        await settle()
        try:
            yield heard
        finally:
            collecting.cancel()


async def be_refused(source: ChangingWorld, *uris: str, limits: Limits | None = None) -> MCPError:
    """Try to listen, and give why it is refused."""
    server = build_server(source, load_phrasebooks(), "en", subscriptions=Subscriptions(limits, source.sleep))
    async with Client(server) as client:
        try:
            async with client.listen(resource_subscriptions=uris):
                raise AssertionError("it was not refused")
        except MCPError as error:
            return error
