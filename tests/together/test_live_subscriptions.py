"""From a live feed to a client that listens: through fetch, decoding and swap, over every transport and revision."""

import asyncio
import json
import shlex
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.server.subscriptions import ResourcesListChanged, ResourceUpdated
from mcp.types import TextResourceContents

from stopbell_server.app import listen_home, open_world
from stopbell_server.domain.clock import Clock, FrozenClock, ShiftedClock
from stopbell_server.home import Home
from stopbell_server.server import build_server
from stopbell_server.settings import Settings, read_settings
from stopbell_server.subscriptions.offering import Subscriptions
from tests.asking import load_phrasebooks
from tests.loopback import Loopback, Request, answer
from tests.realtimetext import make_updates, stop, update
from tests.server.app.feeds import CLOCK, TWO_TRIPS, add, zip_feed
from tests.together.swap_stage import EagerClock

pytestmark = pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")

BEGUN = CLOCK.now() + timedelta(minutes=30)
STANDING = FrozenClock(BEGUN)
BOARD = "mobility://stop-board/city/Opera"
CHANGED, LISTED = "notifications/resources/updated", "notifications/resources/list_changed"


class Source:
    """A live feed on the loopback whose one trip is as late as the test says."""

    def __init__(self, clock: Clock = STANDING) -> None:
        self._clock = clock
        self.delay_s = 60
        self.fetches = 0
        self._sleepers: list[asyncio.Future[None]] = []

    async def serve(self, request: Request, writer: Any) -> None:
        """Answer what the feed is now."""
        self.fetches += 1
        late = update("T1", stop(1, "Opera", departure={"delay": self.delay_s}))
        await answer(make_updates(header=self._clock.now(), entities=[late]))(request, writer)

    async def sleep(self, _: float) -> None:
        """Sleep until the test goes on."""
        self._sleepers.append(asyncio.get_running_loop().create_future())
        await self._sleepers[-1]

    async def go_on(self, is_enough: Callable[[], bool]) -> None:
        """Let everybody who sleeps wake up, again and again, until it is enough."""
        async with asyncio.timeout(20):
            while not is_enough():
                sleepers, self._sleepers = self._sleepers, []
                for sleeper in sleepers:
                    if not sleeper.done():
                        sleeper.set_result(None)
                await asyncio.sleep(0.01)

    async def fetch_again(self, times: int = 3) -> None:
        """Let the feed be fetched, decoded and swapped some times more."""
        enough = self.fetches + times
        await self.go_on(lambda: self.fetches >= enough)


@asynccontextmanager
async def open_city(folder: Path, source: Source, poll_s: int | None = None) -> AsyncGenerator[Home]:
    """Give a home with a city whose live feed is the source."""
    home = Home(folder / "home")
    async with Loopback({"/live": source.serve}) as served:
        await add(home, "city", zip_feed(folder / "city.zip", TWO_TRIPS), realtime=(f"{served.address}/live",))
        if poll_s is not None:
            (home.root / "config.toml").write_text(f"[feeds.city]\npoll_s = {poll_s}\n")
        yield home


async def find_delay(client: Client) -> int:
    """Give how late the first departure on the board is."""
    (content,) = (await client.read_resource(BOARD, cache_mode="refresh")).contents
    assert isinstance(content, TextResourceContents)
    return int(json.loads(content.text)["properties"]["arrivals"][0]["delaySeconds"])


Told = list[tuple[str, str | None]]
Scene = Callable[[Client, Told], Awaitable[None]]


@asynccontextmanager
async def connecting(target: Any, mode: str, told: Told) -> AsyncGenerator[Client]:
    """Open a client that has subscribed to the board and notes what it is told, in the way of its revision."""

    async def hear(message: Any) -> None:
        told.append((message.method, getattr(message.params, "uri", None)))

    is_old = mode == "legacy"
    async with Client(target, mode=mode, message_handler=hear if is_old else None) as client:
        if is_old:
            await client.session.subscribe_resource(BOARD)  # pyright: ignore[reportDeprecated]
            yield client
            return
        async with client.listen(resource_subscriptions=[BOARD], resources_list_changed=True) as stream:

            async def collect() -> None:
                async for event in stream:
                    if isinstance(event, ResourceUpdated):
                        told.append((CHANGED, event.uri))
                    elif isinstance(event, ResourcesListChanged):
                        told.append((LISTED, None))

            collecting = asyncio.create_task(collect())
            try:
                yield client
            finally:
                collecting.cancel()


async def wait_for(told: Told, what: tuple[str, str | None]) -> None:
    """Wait until something has been told."""
    async with asyncio.timeout(40):
        while what not in told:  # noqa: ASYNC110 # told by a process of its own
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_what_a_feed_brings_reaches_a_client_and_what_it_says_again_does_not(tmp_path: Path, mode: str) -> None:
    async def play() -> list[Any]:
        source, told = Source(), Told()
        async with (
            open_city(tmp_path, source) as home,
            open_world(home, EagerClock(BEGUN), Settings(), sleep=source.sleep) as live,
        ):
            server = build_server(live, load_phrasebooks(), "en", subscriptions=Subscriptions(sleep=source.sleep))
            async with connecting(server, mode, told) as client:
                await source.fetch_again()
                quiet, before = list(told), await find_delay(client)
                source.delay_s = 300
                await source.go_on(lambda: bool(told))
                after = await find_delay(client)
                await source.fetch_again()
                return [quiet, before, list(told), after]

    assert asyncio.run(play()) == [[], 60, [(CHANGED, BOARD)], 300]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_feed_that_is_added_while_the_server_runs_is_told_as_another_list(tmp_path: Path, mode: str) -> None:
    async def play() -> tuple[Told, list[str]]:
        source, told = Source(), Told()
        async with (
            open_city(tmp_path, source) as home,
            open_world(home, EagerClock(BEGUN), Settings(), sleep=source.sleep) as live,
        ):
            server = build_server(live, load_phrasebooks(), "en", subscriptions=Subscriptions(sleep=source.sleep))
            async with connecting(server, mode, told) as client:
                await source.fetch_again()
                quiet = list(told)
                await add(home, "village", zip_feed(tmp_path / "village.zip"))
                await source.go_on(lambda: (LISTED, None) in told)
                listed = (await client.list_resources(cache_mode="refresh")).resources
                return quiet, [one.name for one in listed if one.name.startswith("feed-alerts")]

    assert asyncio.run(play()) == ([], ["feed-alerts-city", "feed-alerts-village"])


def test_a_server_in_a_process_and_one_over_http_tell_what_the_feed_brings(tmp_path: Path) -> None:
    async def play() -> list[int]:
        source = Source(clock := ShiftedClock(BEGUN))
        tolds: list[Told] = [[], [], []]
        async with open_city(tmp_path, source, poll_s=5) as home:
            at = f"+{BEGUN.isoformat()}"
            command = f"-m stopbell_server --home {shlex.quote(str(home.root))} --at {at} --language en"
            process = StdioServerParameters(command=sys.executable, args=shlex.split(command))
            async with (
                listen_home(home, clock, read_settings(home), "0") as url,
                connecting(process, "auto", tolds[0]) as newest,
                connecting(process, "legacy", tolds[1]) as older,
                connecting(url, "auto", tolds[2]) as over_http,
            ):
                source.delay_s = 300
                await asyncio.gather(*(wait_for(told, (CHANGED, BOARD)) for told in tolds))
                return [await find_delay(client) for client in (newest, older, over_http)]

    assert asyncio.run(play()) == [300, 300, 300]
