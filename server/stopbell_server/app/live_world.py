"""The world as it is now: every feed of the home, open, fresh, and replaced while answers go on."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from stopbell_server.app.feed_parts import find_mark, load_parts
from stopbell_server.app.handed_out import HandedOut
from stopbell_server.app.opened_feed import OpenedFeed, Sleep, start_feed
from stopbell_server.app.registry import list_feed_names
from stopbell_server.app.tidying import tidy_home
from stopbell_server.desk.change_bell import ChangeBell, Silence
from stopbell_server.domain.clock import Clock
from stopbell_server.domain.errors import StopbellError
from stopbell_server.feeds.fetch import Fetcher
from stopbell_server.home import Home
from stopbell_server.settings import Settings, read_settings
from stopbell_server.timetable.view import FeedView
from stopbell_server.world import World

_log = logging.getLogger(__name__)

_WATCH_S = 3.0
"""How often the home is looked at for feeds that were added, replaced or removed."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A feed that could not be opened."""

    feed: str
    sentence: str


class LiveWorld:
    """A source of worlds. Each answer takes one world and sees nothing of what changes meanwhile."""

    def __init__(self, home: Home, clock: Clock, settings: Settings, fetcher: Fetcher, sleep: Sleep) -> None:
        """Call `open_world` instead."""
        self._home = home
        self._clock = clock
        self._settings = settings
        self._fetcher = fetcher
        self._sleep = sleep
        self._feeds: dict[str, OpenedFeed] = {}
        self._marks: dict[str, object] = {}
        self._problems: dict[str, Problem] = {}
        self._views: tuple[FeedView, ...] = ()
        self._handed_out = HandedOut()
        self._bell = ChangeBell()
        self._is_open = False
        self._expected: frozenset[str] = frozenset()
        self._opening: set[str] = set()
        self._looking = asyncio.Lock()

    def current(self) -> World:
        """Give the world as it is now."""
        return self._handed_out.note(World(self._views, self._clock.now(), self.loading))

    @property
    def loading(self) -> tuple[str, ...]:
        """The feeds that are being opened for the first time, or are expected and have not arrived."""
        return tuple(sorted((self._expected | self._opening) - self._feeds.keys() - self._problems.keys()))

    def expect(self, names: Iterable[str]) -> None:
        """Say which feeds somebody is bringing into the home."""
        self._expected = frozenset(names)

    def serve(self) -> None:
        """Say that answers begin: what is wrong with a feed from now on is logged."""
        self._is_open = True

    def on_change(self, ring: Callable[[], None]) -> Silence:
        """Call `ring` whenever a feed has come, gone, or brought something."""
        return self._bell.listen(ring)

    def list_titles(self) -> tuple[tuple[str, str], ...]:
        """List the feeds that are open by name, each with what riders may be told as its source."""
        return tuple((name, feed.parts.store.info.title) for name, feed in sorted(self._feeds.items()))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The feeds that are not in the world, or not in their newest version, each with its reason."""
        return tuple(self._problems[name] for name in sorted(self._problems))

    @property
    def live_problems(self) -> tuple[Problem, ...]:
        """The live sources that do not deliver now; their feeds answer by timetable and say so."""
        return tuple(
            Problem(name, sentence) for name, feed in sorted(self._feeds.items()) for sentence in feed.live_problems
        )

    async def look_again(self) -> None:
        """Take in what has changed in the home: feeds added, replaced and removed."""
        # One look at a time: two would open the same feed, and retire the one before it, twice.
        async with self._looking:
            await self._look()

    async def _look(self) -> None:
        names = list_feed_names(self._home)
        for name in self._feeds.keys() - set(names):
            await self._close(name)
        for name in self._problems.keys() - set(names):
            del self._problems[name]
        changed = [name for name in names if self._marks.get(name) != find_mark(self._home, name)]
        self._opening.update(changed)
        try:
            await asyncio.gather(*(self._open(name) for name in changed))
        finally:
            self._opening.difference_update(changed)
        self._handed_out.close_unused()

    async def close(self) -> None:
        """Stop what runs and close every timetable."""
        for name in tuple(self._feeds):
            await self._close(name)
        self._handed_out.close_all()

    async def _open(self, name: str) -> None:
        """Open a feed, or open it again; if that fails the feed stays as it was and the reason is kept."""
        mark = find_mark(self._home, name)
        old = self._feeds.get(name)
        try:
            opened = await self._start(name, old)
        except Exception as error:
            # One bad feed must never take the others with it, whatever is wrong with it.
            self._note_problem(name, error)
            self._marks[name] = mark
            return
        self._feeds[name] = opened
        self._marks[name] = mark
        self._problems.pop(name, None)
        self._rebuild()
        if old is not None:
            await self._retire(old)

    async def _start(self, name: str, old: OpenedFeed | None) -> OpenedFeed:
        parts = await load_parts(self._home, name, self._settings, self._clock)
        try:
            return await start_feed(
                parts,
                self._fetcher,
                self._clock,
                wait_s=self._settings.live_wait_s,
                on_view=self._rebuild,
                sleep=self._sleep,
                before=old,
            )
        except BaseException:
            parts.store.close()
            raise

    def _note_problem(self, name: str, error: Exception) -> None:
        """Keep why a feed was not opened. Whoever opens the world tells what is wrong then; later it is logged."""
        if isinstance(error, StopbellError):
            self._problems[name] = Problem(name, str(error))
            if self._is_open:
                _log.warning("feed %s cannot be opened: %s", name, error)
        else:
            self._problems[name] = Problem(name, f"It met a fault of this program: {error!r}.")
            _log.error("feed %s met a fault of this program", name, exc_info=error)

    async def _close(self, name: str) -> None:
        feed = self._feeds.pop(name)
        self._marks.pop(name, None)
        self._rebuild()
        await self._retire(feed)

    async def _retire(self, feed: OpenedFeed) -> None:
        await feed.stop()
        self._handed_out.retire(feed.parts.store)

    def _rebuild(self) -> None:
        self._views = tuple(feed.view for _, feed in sorted(self._feeds.items()))
        self._bell.ring()


@asynccontextmanager
async def open_world(
    home: Home,
    clock: Clock,
    settings: Settings | None = None,
    *,
    sleep: Sleep = asyncio.sleep,
    wait_s: float | None = None,
) -> AsyncGenerator[LiveWorld]:
    """Open all feeds of the home, with their first live data, and keep them fresh until the block is left.

    Waits for live data at most as long as the settings say; a feed that cannot be opened becomes a problem of
    the world, never an error. `sleep` paces the fetches and the look at what changes in the home. After `wait_s`
    seconds the block begins even if feeds are not open yet (one may have to be imported again); None waits for all.

    Raises:
        SettingsInvalid: config.toml or the environment is not understood.
    """
    async with Fetcher(clock) as fetcher:
        live = LiveWorld(home, clock, settings or read_settings(home), fetcher, sleep)
        watch: asyncio.Task[None] | None = None
        try:
            await asyncio.to_thread(tidy_home, home)
            opening = asyncio.create_task(live.look_again(), name="open the feeds")
            watch = asyncio.create_task(_watch(live, opening, sleep), name="watch the home")
            await asyncio.wait({opening}, timeout=wait_s)
            if opening.done():
                opening.result()
            live.serve()
            yield live
        finally:
            if watch is not None:
                watch.cancel()
                with suppress(asyncio.CancelledError):
                    await watch
            await live.close()


async def _watch(live: LiveWorld, opening: "asyncio.Task[None]", sleep: Sleep) -> None:
    """Look again and again, once the first look has ended; it ends with this task."""
    look: Awaitable[None] = opening
    while True:
        try:
            await look
        except Exception:
            _log.exception("looking at the home for changes failed; it is tried again")
        await sleep(_WATCH_S)
        look = live.look_again()
