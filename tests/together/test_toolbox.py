"""The assistant's toolbox on a server of this process, on a started one, and on servers in trouble."""

import asyncio
import shlex
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from stopbell.answer import Answer, parse_answer
from stopbell.toolbox import ServerUnreachableError, Toolbox, list_environment
from stopbell_server.contract.arrivals import BoardData
from stopbell_server.server import build_server
from stopbell_server.world import FeedView, World
from tests.asking import load_phrasebooks

AT_BRIDGE = {"stop": "town:b1", "limit": 5}


def use(opening: AbstractAsyncContextManager[Toolbox], scene: Callable[[Toolbox], Awaitable[Any]]) -> Any:
    async def play() -> Any:
        async with opening as toolbox:
            return await scene(toolbox)

    return asyncio.run(play())


def embedded(town: World, **options: Any) -> AbstractAsyncContextManager[Toolbox]:
    return Toolbox.embedded(build_server(town, load_phrasebooks()), phrasebooks=load_phrasebooks(), **options)


def connect(command: str, **options: Any) -> AbstractAsyncContextManager[Toolbox]:
    return Toolbox.connect(command, phrasebooks=load_phrasebooks(), **options)


def test_an_answer_is_checked_and_typed(town: World) -> None:
    answer: Answer = use(embedded(town), lambda toolbox: toolbox.call("get_arrivals", AT_BRIDGE))
    assert isinstance(answer.data, BoardData)
    assert [call.trip_id for call in answer.data.arrivals] == ["t1", "t2", "t3", "t4", "t5"]
    assert answer.status.state == "ok"
    assert (answer.language, answer.provenance.authority) == ("en", "town")
    assert answer.text == answer.raw["text"]
    assert answer.spoken == answer.raw["spoken"]


def test_tools_are_listed_in_order_with_what_they_take(town: World) -> None:
    tools = use(embedded(town), lambda toolbox: toolbox.list_tools())
    assert [tool.name for tool in tools][:3] == ["find_stops", "search_nearby_stops", "get_arrivals"]
    assert all(tool.is_read_only and tool.description and tool.input_schema["type"] == "object" for tool in tools)


def test_a_server_that_does_not_answer_has_no_tools(town: World) -> None:
    async def ask(toolbox: Toolbox) -> Any:
        async def stay_silent() -> None:
            await asyncio.Event().wait()

        client = await toolbox._connection.get()
        client.list_tools = stay_silent  # type: ignore[method-assign, assignment]  # a server that hangs
        return await toolbox.list_tools()

    assert use(embedded(town, call_s=0.05), ask) == ()


def test_a_started_server_answers_the_same(town: World, town_command: str) -> None:
    here: Answer = use(embedded(town), lambda toolbox: toolbox.call("get_arrivals", AT_BRIDGE))
    there: Answer = use(connect(town_command), lambda toolbox: toolbox.call("get_arrivals", AT_BRIDGE))
    assert there.raw["data"] == here.raw["data"]
    assert there.text == here.text


def test_the_server_command_answers_over_an_empty_home(tmp_path: Path) -> None:
    command = shlex.join([sys.executable, "-m", "stopbell_server", "--home", str(tmp_path / "home")])
    answer: Answer = use(connect(command), lambda toolbox: toolbox.call("get_arrivals", AT_BRIDGE))
    assert (answer.status.state, answer.status.code) == ("unresolved", "no-feed")
    assert "stopbell feed add" in answer.text


def test_nothing_but_the_protocol_reaches_standard_output(town_command: str, capfd: pytest.CaptureFixture[str]) -> None:
    answer: Answer = use(connect(f"{town_command} chatty"), lambda toolbox: toolbox.call("get_arrivals", AT_BRIDGE))
    assert answer.status.state == "ok"
    assert capfd.readouterr() == ("", "")


def test_a_bad_question_is_an_answer_with_its_reason(town: World) -> None:
    answer: Answer = use(embedded(town), lambda toolbox: toolbox.call("get_arrivals", {"limit": 5}))
    assert answer.is_error
    assert answer.status.code == "bad-argument"


def test_a_tool_that_is_not_there_is_an_answer_in_the_riders_language(town: World) -> None:
    answer: Answer = use(embedded(town, language="uk"), lambda toolbox: toolbox.call("launch_rocket"))
    assert (answer.status.state, answer.status.code, answer.language) == ("error", "internal", "uk")
    assert answer.data is None
    assert answer.text
    assert answer.spoken


def test_a_server_that_dies_in_a_call_is_told_and_no_traceback_follows(town_command: str) -> None:
    async def scene(toolbox: Toolbox) -> list[Answer]:
        return [await toolbox.call("get_arrivals", {**AT_BRIDGE, "language": "uk"}) for _ in range(2)]

    answers: list[Answer] = use(connect(f"{town_command} dying"), scene)
    assert [(one.status.code, one.status.retryable, one.language) for one in answers] == [("no-answer", True, "uk")] * 2


def test_a_server_that_does_not_answer_in_time_is_told(town: World) -> None:
    release = threading.Event()

    class Stuck:
        """A store that does not come back from a search until the test lets it."""

        info = town.feeds[0].store.info

        def search_names(self, text: str, limit: int) -> tuple[()]:
            assert release.wait(10)
            return ()

        def __getattr__(self, name: str) -> Any:
            return getattr(town.feeds[0].store, name)

    world = World((FeedView(Stuck()),), town.now)  # type: ignore[arg-type] # delegates what it does not hold up

    async def scene(toolbox: Toolbox) -> Answer:
        answer = await toolbox.call("find_stops", {"query": "Ринок"})
        release.set()
        return answer

    answer: Answer = use(embedded(world, call_s=0.2), scene)
    assert answer.status.code == "no-answer"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("no-such-command-at-all --x", "no command 'no-such-command-at-all'"),
        ("false", "did not speak MCP"),
        ("http://127.0.0.1:9/mcp", "No MCP server answers at 127.0.0.1:9"),
        ("http://rider:secret@127.0.0.1:9/mcp", "127.0.0.1:9"),
    ],
)
def test_a_server_that_cannot_be_reached_is_one_sentence_without_secrets(command: str, why: str) -> None:
    with pytest.raises(ServerUnreachableError) as refused:
        use(connect(command), lambda toolbox: toolbox.list_prompts())
    assert why in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_server_that_stays_silent_at_the_start_is_given_up(town_command: str) -> None:
    with pytest.raises(ServerUnreachableError, match="silent"):
        use(connect(f"{town_command} silent", start_s=0.5), lambda toolbox: toolbox.list_prompts())


def test_our_own_secrets_are_not_handed_to_a_started_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret")
    monkeypatch.setenv("STOPBELL_SERVER_TOKEN", "secret")
    monkeypatch.setenv("STOPBELL_HOME", "home")
    environment = list_environment()
    assert "secret" not in environment.values()
    assert environment["STOPBELL_HOME"] == "home"


def test_prompts_are_listed_and_filled(town: World) -> None:
    async def scene(toolbox: Toolbox) -> tuple[Any, str]:
        return await toolbox.list_prompts(), await toolbox.get_prompt("when_is_my_bus", {"stop": "Ринок"})

    prompts, text = use(embedded(town), scene)
    chosen = next(one for one in prompts if one.name == "when_is_my_bus")
    assert [(field.name, field.is_required) for field in chosen.fields] == [
        ("stop", True),
        ("route", False),
        ("language", False),
    ]
    assert "Ринок" in text


def test_a_resource_is_read_and_a_missing_one_says_so(town: World) -> None:
    async def scene(toolbox: Toolbox) -> str:
        with pytest.raises(LookupError, match="nowhere"):
            await toolbox.read_resource("mobility://stop-board-text/town/nowhere")
        with pytest.raises(LookupError, match="stop"):
            await toolbox.get_prompt("when_is_my_bus")
        return await toolbox.read_resource("mobility://stop-board-text/town/b1")

    assert "Bridge Street" in use(embedded(town), scene)


def test_what_a_later_server_adds_does_not_break_an_answer(town: World) -> None:
    answer: Answer = use(embedded(town), lambda toolbox: toolbox.call("get_arrivals", AT_BRIDGE))
    newer = {**answer.raw, "novelty": 1, "data": {**answer.raw["data"], "weather": "rain"}}
    assert parse_answer(newer, "").data == answer.data


def test_an_answer_of_a_foreign_server_is_its_text() -> None:
    answer = parse_answer(None, "Hello.")
    assert (answer.text, answer.spoken, answer.data, answer.language) == ("Hello.", "Hello.", None, "und")
