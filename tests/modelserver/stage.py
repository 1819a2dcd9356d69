"""Plays a script: the real assistant, the real server over the demonstration city, a frozen clock, a scripted model."""

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from mcp.server import MCPServer

from stopbell.answer import Answer, PromptChoice, ToolChoice, parse_answer, to_error_answer
from stopbell.brains.claude.agent import ClaudeAgent
from stopbell.brains.claude.door import Door
from stopbell.brains.claude.settings import ClaudeSettings, Key, Limits
from stopbell.conversation.conversation import Conversation
from stopbell.conversation.model import Model
from stopbell.conversation.profile import KeptInMemory, Profile
from stopbell.conversation.reply import Reply
from stopbell.guard import FactGuard
from stopbell.toolbox import Toolbox
from stopbell_server.app import find_prompts, open_clock, open_home, open_world, read_settings
from stopbell_server.contract.codes import Code
from stopbell_server.demonstration import demonstration
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.server import build_server
from tests.asking import load_phrasebooks
from tests.assistant.talking import TestClock, load_brain
from tests.modelserver.script import RiderTurn, Script
from tests.modelserver.server import KEY, ModelServer

AT = "2026-11-30T10:00:00+02:00"
SHORT = Limits(first_token_s=8.0, between_tokens_s=8.0, turn_s=30.0, retry_wait_s=0.2)
"""Patience of a test; a script may set its own."""
PROMPT = (find_prompts() / "system.md").read_text(encoding="utf-8")
T = TypeVar("T")


@dataclass
class Heard:
    """What a rider heard in one turn."""

    rider: str
    early: list[Line] = field(default_factory=list[Line])
    """Told sentence by sentence."""
    reply: Reply | None = None
    """None when the rider cut it short."""
    asked: list[tuple[str, Mapping[str, Any], Answer]] = field(
        default_factory=list[tuple[str, Mapping[str, Any], Answer]]
    )

    @property
    def late(self) -> tuple[Line, ...]:
        """What came with the end of the answer."""
        return self.reply.untold.lines if self.reply else ()


@dataclass
class Played:
    """A conversation that was played."""

    turns: list[Heard]
    server: ModelServer
    conversation: Conversation
    guard: FactGuard
    now: Callable[[], datetime]


@dataclass
class _Tools:
    """The server's tools, until a script takes them away."""

    toolbox: Toolbox
    books: Phrasebooks
    alert: str | None = None
    is_gone: bool = False
    asked: list[tuple[str, Mapping[str, Any], Answer]] = field(
        default_factory=list[tuple[str, Mapping[str, Any], Answer]]
    )

    async def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> Answer:
        given = arguments or {}
        if self.is_gone:
            answer = to_error_answer(Code.NO_ANSWER, self.books.pick(given.get("language")))
        else:
            answer = await self.toolbox.call(name, given)
            if self.alert and name == "get_alerts":
                answer = _put_alert(answer, self.alert)
        self.asked.append((name, given, answer))
        return answer

    async def list_tools(self) -> tuple[ToolChoice, ...]:
        return await self.toolbox.list_tools()

    async def list_prompts(self) -> tuple[PromptChoice, ...]:
        return await self.toolbox.list_prompts()

    async def get_prompt(self, name: str, arguments: Mapping[str, str] | None = None) -> str:
        return await self.toolbox.get_prompt(name, arguments)


class Stage:
    """The demonstration city, open in a loop of its own while it is entered; conversations are played there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._ending = asyncio.Event()
        self._server: MCPServer | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        opened = threading.Event()
        self._staying = asyncio.run_coroutine_threadsafe(self._stay(opened), self._loop)
        assert opened.wait(60)
        assert not self._staying.done(), self._staying.exception()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._ending.set)
        self._staying.result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the stage's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def play(self, script: Script) -> Played:
        """Play a script to its end."""
        return self.run(self._play(script))

    async def _stay(self, opened: threading.Event) -> None:
        """Open and close in one task, as the city needs it."""
        try:
            async with AsyncExitStack() as stack:
                home, clock = open_home(self._folder), open_clock(AT)
                city = await stack.enter_async_context(demonstration(home, clock))
                live = await stack.enter_async_context(open_world(city.home, clock, read_settings(city.home, {})))
                self._server = build_server(live, load_phrasebooks(), "en")
                opened.set()
                await self._ending.wait()
        finally:
            opened.set()

    async def _play(self, script: Script) -> Played:
        assert self._server is not None
        books = load_phrasebooks()
        logging.getLogger("stopbell").setLevel(logging.CRITICAL)
        async with (
            ModelServer() as model_server,
            Toolbox.embedded(self._server, phrasebooks=books, language=script.language) as toolbox,
        ):
            tools = _Tools(toolbox, books, script.alert)
            clock = TestClock(datetime.fromisoformat(AT))
            limits = Limits(**{**_to_fields(SHORT), **script.limits})
            settings = ClaudeSettings(Key(KEY), url=model_server.address, limits=limits)
            guard = FactGuard(books, now=clock.now)
            conversation = Conversation(
                tools,
                books,
                KeptInMemory(Profile(is_set_up=True, **script.profile)),
                clock,
                load_brain(),
                language=script.language if "language" not in script.profile else None,
                stop=script.stop,
                model=Model(ClaudeAgent(Door(settings), PROMPT, limits), guard),
            )
            played = Played([], model_server, conversation, guard, clock.now)
            for turn in script.turns:
                clock.seconds += turn.later_s
                tools.is_gone = turn.tools == "gone"
                tools.asked = []
                model_server.answers += turn.claude
                played.turns.append(await _hear(conversation, turn, tools))
                model_server.faults += [f"{len(model_server.answers)} answers were not asked for"] * bool(
                    model_server.answers
                )
                model_server.answers.clear()
            await conversation.aclose()
            return played


async def _hear(conversation: Conversation, turn: RiderTurn, tools: _Tools) -> Heard:
    heard = Heard(turn.rider)
    is_enough = asyncio.Event()

    async def tell(part: Reply) -> None:
        heard.early += part.lines
        if turn.cancel_after is not None and len(heard.early) >= turn.cancel_after:
            is_enough.set()

    answering = asyncio.create_task(conversation.hear(turn.rider, tell))
    cutting = asyncio.create_task(is_enough.wait())
    await asyncio.wait({answering, cutting}, return_when=asyncio.FIRST_COMPLETED)
    if answering.done():
        heard.reply = answering.result()
    for task in (answering, cutting):
        task.cancel()
    await asyncio.wait({answering, cutting})
    heard.asked = list(tools.asked)
    return heard


def _put_alert(answer: Answer, text: str) -> Answer:
    """Give the answer as it would be if the feed had one alert more."""
    whole: dict[str, Any] = json.loads(json.dumps(answer.raw))
    whole["text"], whole["spoken"] = f"{answer.text} {text}", f"{answer.spoken} {text}"
    known = whole["data"]["alerts"]
    known.append({**known[0], "id": "demo:hostile", "header": text, "spokenHeader": text})
    return parse_answer(whole, "")


def _to_fields(limits: Limits) -> dict[str, Any]:
    return {name: getattr(limits, name) for name in Limits.__slots__}
