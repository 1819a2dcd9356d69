"""An engine and a sink that tests drive by hand, and a clock that tests move."""

import asyncio
from dataclasses import dataclass, field

from stopbell.speech.audio import Audio
from stopbell.speech.delivery import Delivery
from stopbell.speech.errors import PlaybackError, SynthesisError
from stopbell.speech.played_engine import PlayedEngine
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.voices import InstalledVoice, Intelligibility, VoiceFact


class HandClock:
    """Monotonic seconds that pass only when told."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@dataclass
class FakeEngine:
    """Gives the text's own bytes as audio, so that a sink can tell what it plays."""

    name: str = "fake"
    broken: SynthesisError | None = None
    unvoiced: frozenset[str] = frozenset()
    rendered: list[tuple[str, str]] = field(default_factory=list)

    async def prepare(self) -> None:
        pass

    async def list_voices(self) -> tuple[InstalledVoice, ...]:
        return ()

    async def find_voice(self, language: str) -> VoiceFact:
        if language in self.unvoiced:
            return VoiceFact(language, language, Intelligibility.UNUSABLE)
        return VoiceFact(language, language, Intelligibility.GOOD)

    async def render(self, text: str, voice: str, settings: VoiceSettings) -> Audio:
        await asyncio.sleep(0)
        if self.broken is not None:
            raise self.broken
        self.rendered.append((text, voice))
        return Audio(text.encode("utf-16-le"), 8000)

    async def close(self) -> None:
        pass


@dataclass
class FakeSink:
    """Plays until the test says that the sound is over, or that it broke."""

    broken: PlaybackError | None = None
    playing: str | None = None
    heard: list[str] = field(default_factory=list)
    most_at_once: int = 0
    _now: int = 0
    _end: asyncio.Future[None] | None = None

    async def prepare(self) -> None:
        if self.broken is not None:
            raise self.broken

    async def play(self, audio: Audio) -> None:
        if self.broken is not None:
            raise self.broken
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        self.playing = audio.samples.decode("utf-16-le")
        self.heard.append(self.playing)
        self._end = asyncio.get_running_loop().create_future()
        try:
            await self._end
        finally:
            self._now -= 1
            self.playing = None

    def silence(self) -> None:
        self.playing = None
        self.finish()

    def finish(self) -> None:
        """The sound is over."""
        if self._end is not None and not self._end.done():
            self._end.set_result(None)

    def fail(self, error: PlaybackError) -> None:
        """The device breaks while the sound plays."""
        if self._end is not None and not self._end.done():
            self._end.set_exception(error)

    async def close(self) -> None:
        pass


@dataclass
class Rig:
    """A queue with everything around it in a test's hands."""

    clock: HandClock = field(default_factory=HandClock)
    engine: FakeEngine = field(default_factory=FakeEngine)
    spare: FakeEngine | None = None
    """Speaks through the same sink while the engine is broken."""
    sink: FakeSink = field(default_factory=FakeSink)

    def make_queue(self) -> SpeechQueue:
        engines = [PlayedEngine(engine, self.sink) for engine in (self.engine, self.spare) if engine is not None]
        delivery = Delivery([(engine, "sink") for engine in engines], VoiceSettings(), self.clock)
        return SpeechQueue(delivery, self.clock)


async def settle(turns: int = 25) -> None:
    """Let everything that can go on go on."""
    for _ in range(turns):
        await asyncio.sleep(0)
