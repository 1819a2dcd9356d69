"""From the end of what a rider says to the first sound of the answer, beside the bare tool call and the bare voice.

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
from stopbell.conversation.conversation import Conversation
from stopbell.conversation.opening import open_conversation
from stopbell.speech.audio import Audio
from stopbell.speech.delivery import Delivery
from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.toolbox import Toolbox
from stopbell_server.app import open_clock, open_home, open_world, read_settings
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.server import build_server
from tests.benchmarks.cities import write_city

ROWS = 100_000
ROUNDS = 30
AT = "2026-03-03T09:00:00+02:00"
STOP = "city:S0000001"
QUESTIONS = {"en": "what comes next", "uk": "що їде далі"}

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
        ):
            found: list[Row] = []
            for language, question in QUESTIONS.items():
                opened = open_conversation(
                    toolbox, books, folder / "rider", clock, language=language, stop=STOP, is_visit=True
                )
                found += await _measure(opened.conversation, toolbox, engine, books, question, rounds)
            return found
    finally:
        await engine.close()


async def _measure(
    conversation: Conversation,
    toolbox: Toolbox,
    engine: Pyttsx3Synthesiser,
    books: Phrasebooks,
    question: str,
    rounds: int,
) -> list[Row]:
    whole: list[float] = []
    tool: list[float] = []
    voice: list[float] = []
    language = conversation.language
    for number in range(rounds + 3):
        sink = FirstSample()
        async with SpeechQueue(Delivery(engine, sink, VoiceSettings(), time.monotonic), time.monotonic) as queue:
            announcer = Announcer(queue, books, lambda: open_clock(AT).now())
            await queue.delivery.prepare()
            begin = time.perf_counter()
            reply = await conversation.hear(question)
            announcer.answer(reply.lines, reply.language)
            await asyncio.wait_for(sink.arrived.wait(), 30)
            taken = sink.at - begin
            call = reply.calls[-1]
            tool_s = await _time_call(toolbox, call.tool, dict(call.arguments))
            voice_s = await _time_voice(engine, language, reply.spoken)
        if number >= 3:
            # The first rounds warm: grammars, statements, the child that speaks.
            whole.append(taken)
            tool.append(tool_s)
            voice.append(voice_s)
    return [_to_row(language, whole, tool, voice)]


async def _time_call(toolbox: Toolbox, name: str, arguments: dict[str, object]) -> float:
    begin = time.perf_counter()
    answer = await toolbox.call(name, arguments)
    taken = time.perf_counter() - begin
    if answer.is_error:
        raise RuntimeError(f"a measured call failed: {answer.text}")
    return taken


async def _time_voice(engine: Pyttsx3Synthesiser, language: str, text: str) -> float:
    voice = (await engine.find_voice(language)).voice
    assert voice
    begin = time.perf_counter()
    await engine.render(text, voice, VoiceSettings())
    return time.perf_counter() - begin


def _to_row(language: str, whole: list[float], tool: list[float], voice: list[float]) -> Row:
    value, call, render = (1000 * statistics.median(times) for times in (whole, tool, voice))
    return {
        "what": f"from the question to the first sound, offline, {language}",
        "value": round(value, 1),
        "unit": "ms",
        "reference": f"tool {call:.1f} ms + voice {render:.1f} ms",
        "ratio": round(value / (call + render), 2),
    }


if __name__ == "__main__":
    for row in run():
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
