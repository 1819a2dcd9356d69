"""Nothing of a request, a file or a store names a thing: each is changed alone, and every name in answers stays."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client

from stopbell_server.server import build_server
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import World
from tests.asking import load_phrasebooks
from tests.properties.asking import Answer, ask_everything
from tests.properties.fuzzing import fuzz
from tests.properties.towns import Town, draw_town
from tests.server.transport.serving import open_http, serve
from tests.town import open_town

NAMES = ("id", "uri", "urn", "tripId", "lineId", "stopId", "vehicleId", "journey", "object", "serviceDay", "startTime")
"""Under these a thing is named."""


def list_names(node: Any) -> list[tuple[str, str]]:
    """List every name in an answer in the order in which they stand, with what it is a name of."""
    if isinstance(node, list):
        return [name for one in cast(list[Any], node) for name in list_names(one)]
    if not isinstance(node, Mapping):
        return []
    fields = cast(Mapping[str, Any], node)
    own = [(key, value) for key, value in fields.items() if key in NAMES and isinstance(value, str)]
    return [*own, *(name for value in fields.values() for name in list_names(value))]


def name_all(answers: Sequence[Answer]) -> dict[str, list[tuple[str, str]]]:
    """Give the names in each answer."""
    return {answer.asked: list_names(answer.document) for answer in answers}


def ask_twice(town: Town, first: Callable[[SqliteStore], World], then: Callable[[SqliteStore], World]) -> None:
    """Ask all of two worlds over one compiled timetable: the names are the same, and there are some."""
    with TemporaryDirectory() as folder:
        store = town.compile(Path(folder))
        names, others = name_all(ask_everything(first(store))), name_all(ask_everything(then(store)))
    assert any(names.values())
    assert names == others, repr(town)


@fuzz(12)
@given(draw_town(), st.randoms(use_true_random=False))
def test_an_entitys_id_in_a_live_feed_names_nothing(town: Town, random: Any) -> None:
    """FeedEntity.id may change with every fetch (GTFS-RT reference); not even the order of the ids may count."""
    numbers = [str(n) for n in range(len(town.entities))]
    others = [f"x-{random.getrandbits(40):x}-{n}" for n in numbers]
    if town.invented.entities is None:
        return
    ask_twice(
        town,
        lambda store: town.open(store, payload=town.write_live(numbers)),
        lambda store: town.open(store, payload=town.write_live(others)),
    )


@fuzz(12)
@given(draw_town())
def test_a_files_name_names_nothing(town: Town) -> None:
    """Neither that of the timetable and its folder, nor that of a live source."""
    with TemporaryDirectory() as folder:
        store = town.compile(Path(folder) / "first", "feed.zip")
        moved = town.compile(Path(folder) / "2026 new", "Розклад (2).zip")
        names = name_all(ask_everything(town.open(store, source="https://example.org/trip-updates.pb")))
        others = name_all(ask_everything(town.open(moved, source="/tmp/copy.bin")))
    assert any(names.values())
    assert names == others, repr(town)


@fuzz(12)
@given(draw_town(), st.sampled_from((1, 20, 60)))
def test_when_a_feed_was_fetched_names_nothing(town: Town, seconds: int) -> None:
    ask_twice(town, town.open, lambda store: town.open(store, fetched_s_ago=seconds))


@fuzz(12)
@given(draw_town())
def test_what_is_remembered_of_former_questions_names_nothing(town: Town) -> None:
    """A server that was asked all of it before, in another language too, gives the names of one that just began."""
    with TemporaryDirectory() as folder:
        store = town.compile(Path(folder))
        cold = ask_everything(town.open(store))
        names, others = name_all(cold), name_all(ask_everything(town.open(store), before=("uk", "en")))
    assert any(names.values())
    assert names == others, repr(town)


PAGED: list[tuple[str, dict[str, Any]]] = [
    ("get_arrivals", {"stop": "town:м/1:а б", "within_minutes": 600}),
    ("find_stops", {"query": "Bridge Street"}),
    ("search_nearby_stops", {"latitude": 49.845, "longitude": 24.03, "radius_meters": 5000}),
    ("search_active_journeys", {"route": "10A"}),
]


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Open the town of the tools' tests once, when several of its trips are under way."""
    return open_town(tmp_path_factory.mktemp("town"), minutes_later=18)


@pytest.mark.parametrize(("tool", "arguments"), PAGED)
def test_a_place_in_a_list_names_nothing(town: World, tool: str, arguments: dict[str, Any]) -> None:
    """What stands first alone, or is reached by a cursor, bears the names it has among all."""

    async def list_pages(client: Client, limit: int) -> list[list[tuple[str, str]]]:
        pages: list[list[tuple[str, str]]] = []
        cursor = ""
        while len(pages) < 30:
            asked = {**arguments, "limit": limit, **({"cursor": cursor} if cursor else {})}
            structure = (await client.call_tool(tool, asked)).structured_content
            assert structure is not None
            data = structure["data"]
            items = data.get("arrivals") or data.get("stops") or data.get("journeys")
            pages += [list_names(one) for one in items]
            cursor = data.get("nextCursor", "")
            if not cursor:
                break
        return pages

    async def run() -> tuple[list[Any], list[Any]]:
        async with Client(build_server(town, load_phrasebooks()), cache=None) as client:
            return await list_pages(client, 20), await list_pages(client, 1)

    whole, single = asyncio.run(run())
    assert len(whole) > 1
    assert single == whole[: len(single)]
    assert len(single) in (1, len(whole)), "a cursor leads to all, or none is offered"


QUESTION = {"name": "get_arrivals", "arguments": {"stop": "town:b1"}}


def post_all(town: World, bodies: Sequence[dict[str, Any]], **headers: str) -> list[Any]:
    """Send JSON-RPC requests as they are, and give the results."""

    async def run() -> list[Any]:
        async with serve(town, answers_json=True) as url, open_http(**headers) as http:
            return [(await http.post(url, json=body)).json() for body in bodies]

    return asyncio.run(run())


def test_a_requests_id_names_nothing(town: World) -> None:
    """JSON-RPC ids of every kind bring the same result, with no trace of the id in it."""
    ids: list[Any] = [1, 987654321, "request-7f", "mobility://public-transport-stop/town/b2"]
    bodies = [{"jsonrpc": "2.0", "id": one, "method": "tools/call", "params": QUESTION} for one in ids]
    answers = post_all(town, bodies)
    assert [answer["id"] for answer in answers] == ids
    assert all(list_names(answer["result"]) == list_names(answers[0]["result"]) for answer in answers)
    assert list_names(answers[0]["result"])
    assert not re.search("987654321|request-7f", json.dumps([answer["result"] for answer in answers]))


def test_a_calls_id_names_nothing(town: World) -> None:
    """What a host calls its call (a progress token, its own tool-use id) leaves no name in the result."""
    metas: list[dict[str, Any]] = [{}, {"progressToken": "call-31"}, {"claudeai/toolUseId": "call-32"}]
    bodies = [
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {**QUESTION, "_meta": meta}} for meta in metas
    ]
    results = [answer["result"] for answer in post_all(town, bodies)]
    assert all(list_names(result) == list_names(results[0]) for result in results)
    assert list_names(results[0])
    assert "call-3" not in json.dumps(results)
