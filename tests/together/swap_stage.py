"""What a test needs to swap timetables and live data under a server that is asked: a home, a source, and turns."""

import asyncio
import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from stopbell_server.domain.clock import FrozenClock
from stopbell_server.feeds.importing import import_feed
from stopbell_server.home import Home
from stopbell_server.store.library import Library
from tests.feedtext import make_feed
from tests.loopback import Request, answer
from tests.together.changing_town import COLOURS, find_colour, find_number, list_faults, list_tables, make_live


class EagerClock(FrozenClock):
    """The time of day stands still; each look at the other time is a minute later, so that every fetch is due."""

    _seconds = 0.0

    def monotonic(self) -> float:
        object.__setattr__(self, "_seconds", self._seconds + 60)
        return self._seconds


@dataclass
class Stage:
    """A home with a town, its live source, and what the askers have heard so far."""

    home: Home
    stash: dict[str, Path]
    """Compiled files by colour."""
    versions: dict[str, str]
    """Colours by version."""
    fetch: int = 0
    faults: list[str] = field(default_factory=list[str])
    shapes: dict[str, set[tuple[int, ...]]] = field(default_factory=dict[str, set[tuple[int, ...]]])
    heard: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])
    """Answers by colour and fetch."""
    checked: int = 0
    is_over: bool = False
    sleepers: list[asyncio.Future[None]] = field(default_factory=list[asyncio.Future[None]])
    news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def sleep(self, _: float) -> None:
        """Sleep until the next answer has been heard."""
        self.sleepers.append(asyncio.get_running_loop().create_future())
        await self.sleepers[-1]

    async def serve_live(self, request: Request, writer: asyncio.StreamWriter) -> None:
        """Answer what the live feed is now."""
        await answer(make_live(self.fetch))(request, writer)

    def publish(self, colour: str) -> None:
        """Make a version current on the disk, as `feed update` does at its end."""
        library = Library(self.home.feeds_folder)
        target = library.versions_folder("town") / self.stash[colour].name
        with library.lock("town", "testing it"):
            if not target.exists():
                shutil.copyfile(self.stash[colour], target.with_suffix(".new"))
                target.with_suffix(".new").replace(target)
            library.publish("town", target)

    async def hear(self, question: str, text: str) -> None:
        """Check one answer, and let whoever waits go on."""
        self.faults += list_faults(text, self.versions)
        counts = (text.count('"MonitoredCall"'), text.count('"PublicTransportStop"'), text.count('"SituationElement"'))
        self.shapes.setdefault(question, set()).add(counts)
        key = (find_colour(text, self.versions) or "", find_number(text) or 0)
        self.heard[key] = self.heard.get(key, 0) + 1
        self.checked += 1
        sleepers, self.sleepers = self.sleepers, []
        for sleeper in sleepers:
            if not sleeper.done():
                sleeper.set_result(None)
        async with self.news:
            self.news.notify_all()

    async def wait_until_heard(self, colour: str) -> None:
        """Wait until an answer is of this colour and of the latest fetch."""
        async with self.news:
            await self.news.wait_for(lambda: self.faults or (colour, self.fetch) in self.heard)


def open_stage(tmp_path: Path) -> Stage:
    """Compile every version of the town; none is published yet."""
    stash: dict[str, Path] = {}
    versions: dict[str, str] = {}
    for colour in COLOURS:
        folder = make_feed(tmp_path / colour, list_tables(colour))
        report = import_feed(folder, "town", tmp_path / "stash", lambda stage, done, total: None)
        stash[colour] = report.path
        versions[report.version] = colour
    return Stage(Home(tmp_path / "home"), stash, versions)


_DESCRIPTORS = Path("/proc/self/fd")


def count_open_files() -> int:
    """Count what this process has open; 0 where the system does not tell."""
    return len(list(_DESCRIPTORS.iterdir())) if _DESCRIPTORS.is_dir() else 0


def list_open_files(folder: Path) -> list[str]:
    """List the files under a folder that this process has open; none where the system does not tell."""
    found: list[str] = []
    for descriptor in _DESCRIPTORS.iterdir() if _DESCRIPTORS.is_dir() else ():
        with suppress(OSError):  # the one that lists them is gone by now
            found.append(str(descriptor.readlink()))
    return [path for path in found if path.startswith(str(folder))]
