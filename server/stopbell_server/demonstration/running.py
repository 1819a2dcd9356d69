"""Running the demonstration: the city is added as a feed like any other, in a home of its own."""

import shutil
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from stopbell_server.app.adding import add_feed
from stopbell_server.app.feed_setup import FeedSetup
from stopbell_server.demonstration.archive import export_archive
from stopbell_server.demonstration.city_files import read_text, read_toml
from stopbell_server.demonstration.scenario import read_scenario
from stopbell_server.domain.clock import Clock
from stopbell_server.feeds.simulator.serving import serve
from stopbell_server.feeds.simulator.simulator import Simulator
from stopbell_server.home import Home, make_private_folder
from stopbell_server.store.library import Library
from stopbell_server.store.read import SqliteStore

FEED_NAME = "demo"
"""Under this name the city is added; it is chosen here and known nowhere else."""
DEFAULT_SEED = 1
_FORGOTTEN_S = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class DemonstrationInfo:
    """Where the demonstration is, for whoever opens its world."""

    home: Home
    """Holds nothing but the city; the rider's own feeds are not in it."""
    feed: str
    stop: str
    """The busiest place of the city, as a scoped id: something always leaves there."""
    seed: int
    urls: tuple[str, ...]
    """Where its live data is served, until the block is left."""


@asynccontextmanager
async def demonstration(
    home: Home, clock: Clock, seed: int | None = None, *, tell: Callable[[str], None] | None = None
) -> AsyncGenerator[DemonstrationInfo]:
    """Set the demonstration up below the rider's home, serve its live data, and clear it away when the block is left.

    `seed` decides what happens in the city; None is always the same one. `tell` takes lines for an operator.
    """
    chosen = DEFAULT_SEED if seed is None else seed
    with (
        _open_own_home(home) as own,
        closing(_CitySimulator(own, chosen)) as city,
        serve(city.find, clock) as served,
    ):
        setup = FeedSetup(
            source=str(export_archive(own.root / "source")),
            realtime=served.urls,
            fleet=_export_fleet(own.root / "source"),
            notice=read_toml("notice.toml"),
        )
        await add_feed(own, FEED_NAME, setup, clock=clock, tell=tell or _keep_silent)
        yield DemonstrationInfo(own, FEED_NAME, f"{FEED_NAME}:market", chosen, served.urls)


@contextmanager
def _open_own_home(home: Home) -> Generator[Home]:
    """Give a home below the rider's that goes away with the block; what a crash left behind goes after a week."""
    place = make_private_folder(home.root / "demonstration")
    folder = Path(mkdtemp(dir=place))
    now = folder.stat().st_mtime
    for left in place.iterdir():
        if now - left.stat().st_mtime > _FORGOTTEN_S:
            shutil.rmtree(left, ignore_errors=True)
    try:
        yield Home(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class _CitySimulator:
    """The simulator of the city's timetable, made once that is there; it has a store of its own."""

    def __init__(self, home: Home, seed: int) -> None:
        self._library = Library(home.feeds_folder)
        self._seed = seed
        self._store: SqliteStore | None = None
        self._simulator: Simulator | None = None

    def find(self) -> Simulator | None:
        """Give the simulator; None before the timetable is loaded. Only the server's thread asks."""
        if self._simulator is None and self._library.find_current(FEED_NAME):
            self._store = self._library.open_current(FEED_NAME)
            self._simulator = Simulator(self._store, read_scenario(self._seed))
        return self._simulator

    def close(self) -> None:
        """Close the store, after the last request."""
        if self._store is not None:
            self._store.close()


def _export_fleet(folder: Path) -> Path:
    path = folder / "fleet.toml"
    path.write_text(read_text("fleet.toml"), encoding="utf-8")
    return path


def _keep_silent(line: str) -> None:
    """Take a line that nobody wants."""
