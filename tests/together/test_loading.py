"""A server answers while a timetable is still on its way, says so, and gives the answer once it is there."""

import asyncio
from pathlib import Path

from mcp import Client

from stopbell_server.app.serving import open_reported
from stopbell_server.feed_settings import FeedSettings
from stopbell_server.home import Home
from stopbell_server.server import build_server
from stopbell_server.settings import Settings
from tests.asking import Asked, load_phrasebooks, to_asked
from tests.loopback import Loopback, Request, answer
from tests.server.app.feeds import CLOCK, zip_feed


def test_a_feed_of_the_settings_is_said_to_be_on_its_way_until_it_answers(tmp_path: Path) -> None:
    give = answer(zip_feed(tmp_path / "town.zip").read_bytes())

    async def play() -> tuple[Asked, Asked]:
        may_arrive = asyncio.Event()

        async def give_later(request: Request, writer: asyncio.StreamWriter) -> None:
            await may_arrive.wait()
            await give(request, writer)

        async with Loopback({"/town.zip": give_later}) as source:
            settings = Settings(feeds={"town": FeedSettings(source=f"{source.address}/town.zip")})
            async with (
                open_reported(Home(tmp_path / "home"), CLOCK, settings) as live,
                Client(build_server(live, load_phrasebooks(), "en")) as client,
            ):
                arrived = asyncio.Event()
                live.on_change(arrived.set)
                before = to_asked(await client.call_tool("get_arrivals", {"stop": "Opera"}))
                may_arrive.set()
                await asyncio.wait_for(arrived.wait(), 60)
                return before, to_asked(await client.call_tool("get_arrivals", {"stop": "Opera"}))

    before, after = asyncio.run(play())
    assert (before.status["code"], before.status["retryable"]) == ("feed-loading", True)
    assert before.text == "The timetable of town has not arrived yet. Ask again in a minute."
    assert after.data["stop"]["name"] == "Opera"
