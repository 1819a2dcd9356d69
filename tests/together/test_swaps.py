"""Two hundred swaps under a server that is asked all the while: no answer is mixed, empty, old again or an error."""

import asyncio
import gc
import json
from collections.abc import Mapping
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.types import CallToolResult, TextContent, TextResourceContents

from stopbell_server.app import FeedSetup, add_feed, open_world
from stopbell_server.app.live_world import LiveWorld
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.server import build_server
from stopbell_server.settings import Settings
from stopbell_server.store.library import Library
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.asking import load_phrasebooks, play
from tests.loopback import Loopback
from tests.together.changing_town import COLOURS, NOW, find_number, list_faults, make_live
from tests.together.swap_stage import EagerClock, Stage, count_open_files, list_open_files, open_stage

SWAPS = 200
ASKERS = 2
TOOLS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("get_arrivals", {"stop": "town:b1"}),
    ("find_stops", {"query": "Square"}),
    ("get_alerts", {"stop": "town:b1"}),
    ("get_arrivals", {"stop": "Market", "limit": 2}),
    ("describe_stop", {"stop": "town:b1"}),
    ("get_alerts", {}),
    ("search_nearby_stops", {"latitude": 49.84, "longitude": 24.03, "radius_meters": 3000}),
)
RESOURCES = (
    "mobility://stop-board/town/b1",
    "mobility://transport-feeds/all/loaded",
    "mobility://public-transport-stop/town/b1",
)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return open_stage(tmp_path)


async def keep_asking(stage: Stage, client: Client, first: int) -> None:
    """Ask every question in turn until it is over; what is heard never steps back in time."""
    newest = 0
    questions = (*((name, dict(arguments)) for name, arguments in TOOLS), *((uri, None) for uri in RESOURCES))
    while not stage.is_over and not stage.faults:
        for number in range(len(questions)):
            name, arguments = questions[(first + number) % len(questions)]
            if arguments is None:
                (content,) = (await client.read_resource(name)).contents
                assert isinstance(content, TextResourceContents)
                text = content.text
            else:
                text = read_result(stage, await client.call_tool(name, arguments))
            told = find_number(text)
            if told is not None and told < newest:
                stage.faults.append(f"{name} stepped back from {newest} to {told}")
            newest = max(newest, told or 0)
            await stage.hear(f"{name} {arguments}", text)


def read_result(stage: Stage, result: CallToolResult) -> str:
    """Give the structure and the text of a result as one text."""
    assert result.structured_content is not None
    if result.is_error or result.structured_content["status"]["state"] != "ok":
        stage.faults.append(f"no good answer: {result.structured_content}")
    block = result.content[0]
    assert isinstance(block, TextContent)
    return json.dumps(result.structured_content, ensure_ascii=False) + block.text


async def swap_often(stage: Stage, live: LiveWorld) -> None:
    """Swap timetable, live data, or both, each time as soon as an answer has shown the last swap."""
    colour = COLOURS[0]
    for number in range(1, SWAPS + 1):
        if number % 2 == 0:
            # Mostly two versions in turn; now and then a third, so that old ones are pruned.
            colour = COLOURS[2 + number // 20 % 2] if number % 20 == 0 else COLOURS[number // 2 % 2]
            await asyncio.to_thread(stage.publish, colour)
        if number % 2 or number % 10 == 0:
            stage.fetch += 1
        await stage.wait_until_heard(colour)
        if stage.faults:
            break
    stage.is_over = True
    gc.collect()
    await live.look_again()


async def swap_under_load(stage: Stage, tmp_path: Path) -> None:
    async with Loopback({"/live": stage.serve_live}) as server:
        setup = FeedSetup(str(tmp_path / COLOURS[0]), realtime=(f"{server.address}/live",))
        clock = EagerClock(NOW)
        await add_feed(stage.home, "town", setup, clock=clock, tell=lambda line: None)
        async with AsyncExitStack() as stack:
            live = await stack.enter_async_context(open_world(stage.home, clock, Settings(), sleep=stage.sleep))
            built = build_server(live, load_phrasebooks(), "en")
            clients = [await stack.enter_async_context(Client(built)) for _ in range(ASKERS)]
            async with asyncio.TaskGroup() as group:
                for number, client in enumerate(clients):
                    group.create_task(keep_asking(stage, client, 5 * number))
                group.create_task(swap_often(stage, live))
            (view,) = live.current().feeds
            del live
            current = stage.versions[view.store.info.version]
            open_now = list_open_files(stage.home.root)
        assert {Path(path).name for path in open_now} <= {stage.stash[current].name}


def test_two_hundred_swaps_never_give_a_mixed_empty_or_failed_answer(stage: Stage, tmp_path: Path) -> None:
    before = count_open_files()

    asyncio.run(swap_under_load(stage, tmp_path))

    assert stage.faults == []
    assert {question: len(shapes) for question, shapes in stage.shapes.items()} == dict.fromkeys(stage.shapes, 1)
    assert len(stage.shapes) == len(TOOLS) + len(RESOURCES)
    assert len(stage.heard) > SWAPS
    assert len(list(Library(stage.home.feeds_folder).versions_folder("town").iterdir())) == 2
    assert list_open_files(stage.home.root) == []
    gc.collect()
    assert count_open_files() <= before


class Restless(World):
    """A world that reads what is current at every look instead of once: the fault that the test above looks for."""

    _views: list[FeedView]

    def __init__(self, *views: FeedView, now: datetime) -> None:
        object.__setattr__(self, "_views", list(views))
        object.__setattr__(self, "now", now)

    @property
    def feeds(self) -> tuple[FeedView, ...]:
        self._views.append(self._views.pop(0))
        return (self._views[0],)


def to_view(stage: Stage, colour: str, number: int) -> FeedView:
    store = SqliteStore(stage.stash[colour])
    return FeedView(store, build_snapshot([receive(make_live(number), "live", NOW)], store))


def list_faults_of(stage: Stage, world: World, tool: str, arguments: Mapping[str, Any]) -> list[str]:
    async def scene(client: Client) -> CallToolResult:
        return await client.call_tool(tool, dict(arguments))

    heard = Stage(stage.home, stage.stash, stage.versions)
    text = read_result(heard, play(world, scene, language="en"))
    return heard.faults + list_faults(text, stage.versions)


@pytest.mark.parametrize(("others", "least"), [(("Coral", 0), 4), (("Amber", 1), 2)], ids=["timetables", "live data"])
def test_the_check_notices_answers_of_two_worlds(stage: Stage, others: tuple[str, int], least: int) -> None:
    steady = [list_faults_of(stage, World((to_view(stage, "Amber", 0),), NOW), *question) for question in TOOLS]
    assert steady == [[]] * len(TOOLS)

    torn = [
        list_faults_of(stage, Restless(to_view(stage, "Amber", 0), to_view(stage, *others), now=NOW), *question)
        for question in TOOLS
    ]

    assert sum(map(bool, torn)) >= least, torn
