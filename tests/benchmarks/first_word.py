"""From the end of what a rider says to the first sound of the answer, beside the bare tool call and the bare voice.

Offline, and with a scripted model on the loopback that asks one tool and says its answer: what is measured there is all
that stands around a model, not how long one thinks.

What is heard begins when the first samples are given to be played. The bare tool call is the same call by the MCP
client without understanding and wording; the bare voice makes audio of the same words. They take turns in one process
and one server, so that what else the machine does meets them alike.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from stopbell.announcer.announcer import Announcer
from stopbell.answer import Answer
from stopbell.brains.claude.agent import ClaudeAgent
from stopbell.brains.claude.door import Door
from stopbell.brains.claude.settings import ClaudeSettings, Key, Limits
from stopbell.brains.offline.loading import load_offline_brain
from stopbell.conversation.conversation import Conversation
from stopbell.conversation.model import Model
from stopbell.conversation.ports import Clock
from stopbell.conversation.profile import KeptInMemory, Profile
from stopbell.conversation.reply import Reply
from stopbell.guard import FactGuard
from stopbell.speech.audio import Audio
from stopbell.speech.delivery import Delivery
from stopbell.speech.played_engine import PlayedEngine
from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.toolbox import Toolbox
from stopbell_server.app import open_clock, open_home, open_world, read_settings
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.server import build_server
from tests.benchmarks.cities import write_city
from tests.modelserver.script import Call, ModelAnswer
from tests.modelserver.server import KEY, ModelServer

ROWS = 100_000
ROUNDS = 30
AT = "2026-03-03T09:00:00+02:00"
STOP = "city:S0000001"
QUESTIONS = {"en": "what comes next", "uk": "що їде далі"}
_WARM = 3

Row = dict[str, str | float]


class FirstSample:
    """Where audio goes: notes when the first of it arrives, and takes no time."""

    def __init__(self) -> None:
        """Wait for audio."""
        self.arrived = asyncio.Event()
        self.at = 0.0

    async def prepare(self) -> None:
        """Nothing is slow here."""

    async def play(self, audio: Audio) -> None:
        """Note the moment."""
        if not self.arrived.is_set():
            self.at = time.perf_counter()
            self.arrived.set()

    def silence(self) -> None:
        """Nothing sounds."""

    async def close(self) -> None:
        """Nothing is open."""


def run(rows: int = ROWS, rounds: int = ROUNDS) -> list[Row]:
    """Measure in each language: what, value, unit, what it is compared with, ratio."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        city = write_city(Path(folder) / "city.zip", rows)
        command = [sys.executable, "-m", "stopbell", "--home", str(home), "feed", "add", "city", str(city)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return asyncio.run(_measure_all(home, rounds))


async def _measure_all(folder: Path, rounds: int) -> list[Row]:
    home, clock, books = open_home(folder), open_clock(AT), Phrasebooks.load()
    engine = Pyttsx3Synthesiser()
    try:
        async with (
            open_world(home, clock, read_settings(home)) as live,
            Toolbox.embedded(build_server(live, books)) as toolbox,
            ModelServer() as server,
        ):
            bench = _Bench(toolbox, books, engine, server)
            found: list[Row] = []
            for language, question in QUESTIONS.items():
                offline = bench.open(language, clock)
                found.append(_to_row("offline", language, *await bench.measure(offline, question, rounds)))
            claude = bench.open("en", clock, has_model=True)
            found.append(_to_row("scripted model", "en", *await bench.measure(claude, QUESTIONS["en"], rounds)))
            await claude.aclose()
            return found
    finally:
        await engine.close()


class _Bench:
    """What every measurement is made with."""

    def __init__(self, toolbox: Toolbox, books: Phrasebooks, engine: Pyttsx3Synthesiser, server: ModelServer) -> None:
        self._toolbox = toolbox
        self._books = books
        self._engine = engine
        self._server = server

    def open(self, language: str, clock: Clock, *, has_model: bool = False) -> Conversation:
        """Open a conversation at the stop; with a model it is the scripted one."""
        limits = Limits()
        door = Door(ClaudeSettings(Key(KEY), url=self._server.address, limits=limits))
        model = Model(ClaudeAgent(door, "Answer from the tools.", limits), FactGuard(self._books, now=clock.now))
        profiles = KeptInMemory(Profile(is_set_up=True))
        return Conversation(
            self._toolbox,
            self._books,
            profiles,
            clock,
            load_offline_brain(),
            language=language,
            stop=STOP,
            model=model if has_model else None,
        )

    async def measure(
        self, conversation: Conversation, question: str, rounds: int
    ) -> tuple[list[float], list[float], list[float]]:
        """Give seconds of each round: to the first sound, of the tool call, of the voice."""
        taken: list[tuple[float, float, float]] = []
        arguments = {"stop": STOP, "limit": 3, "language": conversation.language}
        for _ in range(rounds + _WARM):
            begin = time.perf_counter()
            answer = await self._toolbox.call("get_arrivals", arguments)
            tool_s = time.perf_counter() - begin
            if answer.is_error:
                raise RuntimeError(f"a measured call failed: {answer.text}")
            self._server.answers += _script(answer.text) if conversation.asks_model else []
            taken.append((await self._time_first(conversation, question), tool_s, await self._time_voice(answer)))
        # The first rounds warm: grammars, statements, the child that speaks.
        whole, tool, voice = zip(*taken[_WARM:], strict=True)
        return list(whole), list(tool), list(voice)

    async def _time_first(self, conversation: Conversation, question: str) -> float:
        sink = FirstSample()
        engine = PlayedEngine(_Lent(self._engine), sink)
        queue = SpeechQueue(Delivery([(engine, "noted")], VoiceSettings(), time.monotonic), time.monotonic)
        async with queue:
            await queue.delivery.prepare()
            announcer = Announcer(queue, self._books, open_clock(AT).now)

            async def tell(part: Reply) -> None:
                announcer.answer(part.lines, part.language)

            begin = time.perf_counter()
            reply = await conversation.hear(question, tell)
            if not sink.arrived.is_set() and reply.untold.lines:
                announcer.answer(reply.untold.lines, reply.language)
            await asyncio.wait_for(sink.arrived.wait(), 30)
            return sink.at - begin

    async def _time_voice(self, answer: Answer) -> float:
        voice = (await self._engine.find_voice(answer.language)).voice
        assert voice
        begin = time.perf_counter()
        await self._engine.render(answer.spoken, voice, VoiceSettings())
        return time.perf_counter() - begin


class _Lent(Pyttsx3Synthesiser):
    """The engine that all rounds share: a queue that ends does not end it."""

    def __init__(self, engine: Pyttsx3Synthesiser) -> None:
        super().__init__()
        self.__dict__.update(engine.__dict__)

    async def close(self) -> None:
        """Leave it running."""


def _script(text: str) -> list[ModelAnswer]:
    call = Call(tool="get_arrivals", input={"stop": STOP, "limit": 3})
    return [ModelAnswer(calls=[call]), ModelAnswer(says=text)]


def _to_row(how: str, language: str, whole: list[float], tool: list[float], voice: list[float]) -> Row:
    value, call, render = (1000 * statistics.median(times) for times in (whole, tool, voice))
    return {
        "what": f"from the question to the first sound, {how}, {language}",
        "value": round(value, 1),
        "unit": "ms",
        "reference": f"tool {call:.1f} ms + voice {render:.1f} ms",
        "ratio": round(value / (call + render), 2),
    }


if __name__ == "__main__":
    for row in run():
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
