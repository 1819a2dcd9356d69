"""A server under load in one process, and `feed update` in another: the new timetable comes without a restart."""

import asyncio
import json
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CallToolResult

from stopbell_server.app import FeedSetup, add_feed
from stopbell_server.domain.clock import FrozenClock
from stopbell_server.home import Home
from stopbell_server.store.library import Library
from tests.feedtext import make_feed
from tests.together.changing_town import NOW, find_colour, list_faults, list_tables, make_live

QUESTIONS = (("get_arrivals", {"stop": "town:b1"}), ("find_stops", {"query": "Square"}), ("get_alerts", {}))


def find_version(home: Home) -> str:
    path = Library(home.feeds_folder).find_current("town")
    assert path is not None
    return path.stem


async def update_elsewhere(home: Home) -> None:
    update = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stopbell.cli", "--home", str(home.root), "feed", "update", "town"),
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await update.communicate()
    assert b"Updated feed town" in told


async def play(tmp_path: Path) -> tuple[set[str | None], list[str]]:
    home = Home(tmp_path / "home")
    source = make_feed(tmp_path / "source", list_tables("Amber"))
    (tmp_path / "live.pb").write_bytes(make_live(0))
    setup = FeedSetup(str(source), realtime=(str(tmp_path / "live.pb"),))
    await add_feed(home, "town", setup, clock=FrozenClock(NOW), tell=lambda line: None)
    versions = {find_version(home): "Amber"}
    answers: list[str] = []

    async def keep_asking(client: Client) -> None:
        while find_colour(answers[-1], versions) != "Coral" if answers else True:
            for tool, arguments in QUESTIONS:
                result: CallToolResult = await client.call_tool(tool, arguments)
                assert not result.is_error
                answers.append(json.dumps(result.structured_content, ensure_ascii=False))

    async def publish() -> None:
        make_feed(source, list_tables("Coral"))
        await update_elsewhere(home)
        versions[find_version(home)] = "Coral"

    arguments = ["-m", "stopbell_server", "--home", str(home.root), "--at", NOW.isoformat(), "--language", "en"]
    transport = stdio_client(StdioServerParameters(command=sys.executable, args=arguments))
    async with asyncio.timeout(100), Client(transport) as client, asyncio.TaskGroup() as group:
        group.create_task(keep_asking(client))
        group.create_task(publish())
    return {find_colour(text, versions) for text in answers}, [
        fault for text in answers for fault in list_faults(text, versions)
    ]


def test_a_running_server_takes_up_what_another_process_has_published(tmp_path: Path) -> None:
    colours, faults = asyncio.run(play(tmp_path))
    assert faults == []
    assert colours == {"Amber", "Coral"}
