"""A fault of this program costs no client its subscription."""

import asyncio
from typing import Any

import pytest
from mcp import Client

from stopbell_server.server import build_server
from stopbell_server.subscriptions.offering import Subscriptions
from stopbell_server.world import World
from tests.asking import load_phrasebooks
from tests.server.subscriptions.changing import ChangingWorld, listening
from tests.server.subscriptions.test_listen import BOARD, delayed, later


class Failing(ChangingWorld):
    """A source that fails as often as it is told to."""

    failures = 0

    def current(self) -> World:
        """Give the world, or fail."""
        if self.failures:
            self.failures -= 1
            raise RuntimeError("planted")
        return super().current()


def test_a_look_that_fails_is_tried_again_after_a_while(town: World, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> list[Any]:
        source = Failing(town)
        async with listening(source, BOARD) as heard:
            source.failures = 1
            await source.show(later(town, updates=delayed(600)))
            failed = heard.take()
            await source.pass_time(10)
            await source.show(later(town, updates=delayed(600)))
            return [failed, heard.take()]

    assert asyncio.run(play()) == [[], [BOARD]]
    assert "it is tried again" in caplog.text


def test_a_resource_that_cannot_be_read_for_a_fault_keeps_no_other_from_being_told(
    town: World, other: World, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> list[Any]:
        source = ChangingWorld(town)
        server = build_server(source, load_phrasebooks(), "en", subscriptions=Subscriptions(sleep=source.sleep))
        is_faulty = False

        @server.resource("test://faulty")
        async def faulty() -> str:
            if is_faulty:
                raise RuntimeError("planted")
            return "well"

        assert faulty
        async with (
            Client(server) as client,
            client.listen(resource_subscriptions=["test://faulty", BOARD]) as stream,
            asyncio.timeout(10),
        ):
            is_faulty = True
            changed = later(town, updates=delayed(600))
            await source.show(World((*other.feeds, *changed.feeds), town.now))
            return [stream.honored.resource_subscriptions, getattr(await anext(stream), "uri", None)]

    assert asyncio.run(play()) == [["test://faulty", BOARD], BOARD]
    assert "test://faulty cannot be read" in caplog.text
