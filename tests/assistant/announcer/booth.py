"""An announcer before a real queue, whose sound, clock and breaths a test has in hand."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from stopbell.announcer.announcer import Announcer
from stopbell.announcer.event import Event
from stopbell.speech.audio import Audio
from stopbell_server.phrases.phrase import Line, from_lines
from stopbell_server.phrases.phrasebooks import Phrasebooks
from tests.assistant.speech.fakes import FakeSink, HandClock, Rig, settle

BOOKS = Phrasebooks.load()
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@dataclass
class TimedSink(FakeSink):
    """Notes when each sound began."""

    clock: HandClock = field(default_factory=HandClock)
    begun: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])

    async def play(self, audio: Audio) -> None:
        self.begun.append((self.clock.seconds, audio.samples.decode("utf-16-le")))
        await super().play(audio)


class Booth:
    """Everything around one announcer."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.sink = TimedSink(clock=self.clock)
        self.rig = Rig(clock=self.clock, sink=self.sink)
        self._breaths: list[tuple[float, asyncio.Future[None]]] = []
        self.announcer: Announcer

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.clock.seconds)

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["Booth"]:
        async with self.rig.make_queue() as queue:
            self.announcer = Announcer(queue, BOOKS, self.now, monotonic=self.clock, sleep=self._sleep)
            yield self
            self.announcer.close()

    async def go(self, seconds: float) -> None:
        """Let time pass; what breathes goes on when its breath is over."""
        self.clock.seconds += seconds
        for at, future in self._breaths:
            if at <= self.clock.seconds and not future.done():
                future.set_result(None)
        await settle()

    async def finish(self) -> None:
        """Let the sound that is heard, or is about to be, end."""
        await settle()
        self.sink.finish()
        await settle()

    async def run_dry(self) -> None:
        """Let everything be said that is still to be said."""
        for _ in range(500):
            if self.announcer.is_idle:
                return
            await self.finish()
            await self.go(5)
        raise AssertionError("it never comes to an end")

    def fates(self) -> dict[str, int]:
        """Give how many events ended how."""
        return {fate.value: count for fate, count in self.announcer.ledgers.voice.counts.items()}

    async def _sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._breaths.append((self.clock.seconds + seconds, future))
        await future


def make_event(
    words: str | Callable[[], str | None],
    *,
    kind: str = "call",
    subject: str = "10 at Market",
    milestone: str | None = None,
    is_own: bool = False,
    lasts: bool = False,
    language: str = "en",
) -> Event:
    """Make an event of one sentence; its milestone is the sentence itself unless named."""

    def tell() -> object:
        said = words() if callable(words) else words
        return None if said is None else from_lines((Line(said, said),), kind)

    name = milestone or (words if isinstance(words, str) else "x")
    return Event(kind, subject, name, language, tell, is_own, lasts)  # type: ignore[arg-type]  # a phrase or None
