"""Announcements over a town whose vehicles a test moves through real live data; what is shown and heard is kept.

The words, the queue of sentences and the files are the product's; only its voice is silence, as long as speech.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import time
from pathlib import Path
from typing import TypeVar

from stopbell.announcing.announced_stop import AnnouncedStop
from stopbell.announcing.announcement import Announcement
from stopbell.announcing.booth import Booth, Manner
from stopbell.announcing.finding_stops import find_announced_stops
from stopbell.announcing.record import Record
from stopbell.announcing.running import Run
from stopbell.announcing.studio import Studio
from stopbell.announcing.turns import Turns
from stopbell.speech.audio import Audio
from stopbell.speech.opening import SpeechSettings, open_speech
from stopbell.speech.speaker import Speaker
from stopbell.speech.volume_hours import VolumeHours
from stopbell.toolbox import Toolbox
from stopbell_server.server import build_server
from tests.asking import load_phrasebooks
from tests.together.watching_stage import START, Stage, StageTools


@dataclass
class Hearing:
    """Keeps what would be heard."""

    heard: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])
    """Name and seconds of each announcement."""

    async def prepare(self) -> None:
        """Do nothing: it can hear."""

    async def put(self, audio: Sequence[Audio], stem: str, text: str) -> None:
        del text
        self.heard.append((stem, round(sum(piece.duration_s for piece in audio), 1)))

    async def close(self) -> None:
        """Do nothing: nothing is open."""


class HeardStudio(Studio):
    """A studio that keeps what it is given to say."""

    def __init__(self, speech: Speaker, folder: Path) -> None:
        super().__init__(speech, folder)
        self.said: list[str] = []

    async def speak(self, text: str, language: str, *, rate_wpm: int | None, volume: int) -> tuple[Audio, ...]:
        self.said.append(f"{language}: {text}")
        return await super().speak(text, language, rate_wpm=rate_wpm, volume=volume)


class CountedBooth(Booth):
    """A booth of which one can see whether somebody is in it."""

    is_busy = False

    async def tell(self, announcement: Announcement, stop: AnnouncedStop) -> None:
        self.is_busy = True
        await super().tell(announcement, stop)
        self.is_busy = False


class AnnouncingStage(Stage):
    """A stop of the line, or several, with nobody before it."""

    def __init__(
        self,
        folder: Path,
        files: Mapping[str, str],
        *stops: str,
        languages: Sequence[str] = ("en",),
        hours: Sequence[tuple[time, float | None]] = (),
        at: str = START,
        board_every_min: int | None = None,
    ) -> None:
        super().__init__(folder, files, at=at)
        self._studio_folder = folder / "studio"
        self._studio_folder.mkdir()
        self.stops, self.languages, self.hours = stops, languages, VolumeHours(tuple(hours))
        self.board_every_min = board_every_min
        self.shown: list[str] = []
        self.hearing = Hearing()
        self.studio: HeardStudio
        self.booth: CountedBooth
        self.turns: Turns
        self.run: Run

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["AnnouncingStage"]:
        books = load_phrasebooks()
        async with (
            Toolbox.embedded(build_server(self, books), phrasebooks=books) as toolbox,
            open_speech(SpeechSettings(engine="silent", wav_folder=self._studio_folder)) as speech,
        ):
            self.tools = StageTools(toolbox)
            self.studio, manner = HeardStudio(speech, self._studio_folder), Manner(150, self.hours, has_tone=False)
            self.booth = CountedBooth(self.studio, self.hearing, Record(self._show), manner)
            self.turns, end = Turns(self.clock.monotonic), asyncio.Event()
            found = await find_announced_stops(self.stops, self.languages, self.tools, books, self.clock)
            self.run = Run(found, self.booth, self.turns, self._sleep)
            running = asyncio.create_task(self.run.go(end, self.board_every_min))
            await self._settle()
            yield self
            end.set()
            await running

    def _show(self, text: str) -> None:
        self.shown += [line.partition(" ")[2] for line in text.splitlines()]

    async def _settle(self) -> None:
        """Wait until every stop waits for its next look and nothing is being said."""
        await _until(
            lambda: (
                (self.run.is_broken or sum(not future.done() for _, future in self._sleepers) >= len(self.stops))
                and (self.run.is_broken or self.tools.is_down or len(self.tools.bells) >= len(self.stops))
                and self.turns.is_empty
                and not self.booth.is_busy
            )
        )


Result = TypeVar("Result")


def play(stage: AnnouncingStage, scene: Callable[[AnnouncingStage], Awaitable[Result]]) -> Result:
    """Run a scene from outside of any event loop."""

    async def run() -> Result:
        async with stage.open():
            return await scene(stage)

    return asyncio.run(run())


async def _until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        for _ in range(5):
            await asyncio.sleep(0)
        while not is_so():  # noqa: ASYNC110 # what happens is inside the server
            await asyncio.sleep(0)
