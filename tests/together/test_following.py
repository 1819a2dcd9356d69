"""The toolbox follows a resource: in both ways of the protocol, until the block ends or the connection is lost."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from stopbell.toolbox import Toolbox
from stopbell_server.app import listen_home, open_world
from stopbell_server.domain.clock import ShiftedClock
from stopbell_server.server import build_server
from stopbell_server.settings import Settings, read_settings
from stopbell_server.subscriptions.offering import Subscriptions
from tests.asking import load_phrasebooks
from tests.together.swap_stage import EagerClock
from tests.together.test_live_subscriptions import BEGUN, BOARD, Source, open_city

pytestmark = pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_news_of_a_board_rings_and_what_is_no_news_does_not(tmp_path: Path, mode: str) -> None:
    async def play() -> tuple[int, int]:
        source, rings = Source(), list[None]()
        async with (
            open_city(tmp_path, source) as home,
            open_world(home, EagerClock(BEGUN), Settings(), sleep=source.sleep) as live,
        ):
            books = load_phrasebooks()
            server = build_server(live, books, "en", subscriptions=Subscriptions(sleep=source.sleep))
            async with Toolbox.embedded(server, phrasebooks=books, mode=mode) as toolbox, toolbox.follow(BOARD) as news:

                async def listen() -> None:
                    async for ring in news:
                        rings.append(ring)

                listening = asyncio.create_task(listen())
                await source.fetch_again()
                quiet = len(rings)
                source.delay_s = 300
                await source.go_on(lambda: bool(rings))
                listening.cancel()
                return quiet, len(rings)

    assert asyncio.run(play()) == (0, 1)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_address_that_cannot_be_read_cannot_be_followed(tmp_path: Path, mode: str) -> None:
    async def play() -> str:
        source = Source()
        async with (
            open_city(tmp_path, source) as home,
            open_world(home, EagerClock(BEGUN), Settings(), sleep=source.sleep) as live,
        ):
            books = load_phrasebooks()
            async with Toolbox.embedded(build_server(live, books), phrasebooks=books, mode=mode) as toolbox:
                with pytest.raises(LookupError) as caught:
                    async with toolbox.follow("mobility://stop-board/city/nowhere"):
                        pass
                return str(caught.value)

    assert "mobility://stop-board/city/nowhere" in asyncio.run(play())


def test_a_server_that_ends_ends_the_news_and_one_that_is_back_is_followed_anew(tmp_path: Path) -> None:
    async def play() -> list[Any]:
        source = Source(clock := ShiftedClock(BEGUN - timedelta(seconds=1)))
        async with open_city(tmp_path, source) as home:
            settings = read_settings(home)
            first = listen_home(home, clock, settings, "0")
            url = await first.__aenter__()
            port = url.rsplit(":", 1)[1].split("/", 1)[0]
            async with Toolbox.connect(url, phrasebooks=load_phrasebooks(), call_s=5) as toolbox:
                ended = ""
                async with asyncio.timeout(30):
                    try:
                        async with toolbox.follow(BOARD) as news:
                            await first.__aexit__(None, None, None)
                            async for _ in news:
                                pass
                            ended = "ended"
                    except LookupError:
                        ended = "lost"
                down = await toolbox.call("get_arrivals", {"stop": "city:Opera"})
                async with listen_home(home, clock, settings, port):
                    async with toolbox.follow(BOARD):
                        pass
                    up = await toolbox.call("get_arrivals", {"stop": "city:Opera"})
                return [ended in ("ended", "lost"), down.status.code, up.status.state]

    assert asyncio.run(play()) == [True, "no-answer", "ok"]
