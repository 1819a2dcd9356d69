"""Two hosts' servers, the assistant and an import on one home at once: every answer is whole."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CallToolResult

from stopbell_server.app import FeedSetup, add_feed
from stopbell_server.domain.clock import FrozenClock
from stopbell_server.home import Home
from stopbell_server.store.library import Library
from tests.feedtext import make_feed
from tests.together.changing_town import NOW, find_colour, list_faults, list_tables, make_live

AT = ("--at", NOW.isoformat())
QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (("get_arrivals", {"stop": "town:b1"}), ("get_alerts", {}))


def find_version(home: Home) -> str:
    path = Library(home.feeds_folder).find_current("town")
    assert path is not None
    return path.stem


async def run_assistant(home: Home, *arguments: str) -> str:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stopbell.cli", "--home", str(home.root), *arguments),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await process.communicate()
    assert process.returncode == 0
    return told.decode()


def start_host(**environment: str) -> Client:
    """Start a server as a host does: by its command, and with variables only."""
    given = {"PATH": os.environ["PATH"], "STOPBELL_AT": NOW.isoformat(), "STOPBELL_LANGUAGE": "en", **environment}
    return Client(
        stdio_client(StdioServerParameters(command=sys.executable, args=["-m", "stopbell_server"], env=given))
    )


async def ask(client: Client, tool: str, arguments: dict[str, Any]) -> str:
    result: CallToolResult = await client.call_tool(tool, arguments)
    assert not result.is_error
    return json.dumps(result.structured_content, ensure_ascii=False)


async def repeat(act: Callable[[], Awaitable[str]], is_last: Callable[[str], bool]) -> list[str]:
    answers = [await act()]
    while not is_last(answers[-1]):
        answers.append(await act())
    return answers


async def play(home: Home, folder: Path) -> dict[str, list[str]]:
    source = make_feed(folder / "source", list_tables("Amber"))
    (folder / "live.pb").write_bytes(make_live(0))
    setup = FeedSetup(str(source), realtime=(str(folder / "live.pb"),))
    await add_feed(home, "town", setup, clock=FrozenClock(NOW), tell=lambda line: None)
    versions = {find_version(home): "Amber"}

    def is_new(answer: str) -> bool:
        return find_colour(answer, versions) == "Coral"

    async def publish() -> None:
        make_feed(source, list_tables("Coral"))
        assert "Updated feed town" in await run_assistant(home, "feed", "update", "town")
        versions[find_version(home)] = "Coral"

    def ask_assistant() -> Awaitable[str]:
        return run_assistant(home, *AT, "ask", "--json", "--stop", "town:b1", "what comes next")

    async def keep_asking() -> list[str]:
        async with start_host(STOPBELL_HOME=str(home.root)) as client:

            async def ask_all() -> str:
                return "\n".join([await ask(client, *question) for question in QUESTIONS])

            return await repeat(ask_all, is_new)

    async with asyncio.timeout(100):
        first, second, assistant, _ = await asyncio.gather(
            keep_asking(), keep_asking(), repeat(ask_assistant, is_new), publish()
        )
    heard = {"first host": first, "second host": second, "assistant": assistant}
    one_by_one = {who: [part for answer in answers for part in answer.split("\n{")] for who, answers in heard.items()}
    return {
        who: [fault for part in parts for fault in list_faults(part, versions)] for who, parts in one_by_one.items()
    }


def test_two_hosts_and_the_assistant_answer_whole_while_a_feed_is_imported(tmp_path: Path) -> None:
    faults = asyncio.run(play(Home(tmp_path / "home"), tmp_path))
    assert faults == {"first host": [], "second host": [], "assistant": []}


def test_hosts_with_an_empty_home_get_the_feed_of_their_environment(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    source = make_feed(tmp_path / "source", list_tables("Amber"))
    (tmp_path / "live.pb").write_bytes(make_live(0))
    wanted = {
        "STOPBELL_HOME": str(home.root),
        "STOPBELL_FEED_TOWN_SOURCE": str(source),
        "STOPBELL_FEED_TOWN_REALTIME": str(tmp_path / "live.pb"),
    }

    async def keep_asking() -> str:
        async with start_host(**wanted) as client:
            board = ("get_arrivals", {"stop": "b1"})
            return (await repeat(lambda: ask(client, *board), lambda text: "Amber" in text))[-1]

    async def run() -> list[str]:
        async with asyncio.timeout(100):
            return list(await asyncio.gather(keep_asking(), keep_asking()))

    answers = asyncio.run(run())
    assert [list_faults(answer, {find_version(home): "Amber"}) for answer in answers] == [[], []]
