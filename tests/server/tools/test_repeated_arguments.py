"""Arguments that come again are judged once, and never taken for others that only compare equal."""

import asyncio
from typing import Any

import pytest
from mcp import Client

from stopbell_server.server import build_server
from stopbell_server.world import World

AT_BRIDGE = {"stop": "town:b1"}


async def list_answers(world: World, questions: list[dict[str, Any]]) -> list[Any]:
    async with Client(build_server(world), cache=None) as client:
        return [(await client.call_tool("get_arrivals", question)).structured_content for question in questions]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ({"limit": 1}, {"limit": True}),
        ({"limit": True}, {"limit": 1}),
        ({"access": True}, {"access": 1}),
        ({"limit": 2}, {"limit": 2.0}),
        ({"limit": 2}, {"limit": "2"}),
        ({"limit": 2}, {"limit": [2]}),
        ({"limit": 2}, {"limit": 3}),
    ],
)
def test_what_was_asked_before_does_not_change_an_answer(
    town: World, first: dict[str, Any], then: dict[str, Any]
) -> None:
    asked = [AT_BRIDGE | first, AT_BRIDGE | then, AT_BRIDGE | first]

    answers = asyncio.run(list_answers(town, asked))

    assert answers == [asyncio.run(list_answers(town, [question]))[0] for question in asked]
