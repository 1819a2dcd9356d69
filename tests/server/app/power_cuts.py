"""A machine that loses power at every step of a change in turn: `python -m tests.server.app.power_cuts FOLDER CHANGE`.

From the cut on nothing changes any more under the folder, whatever still tries to tidy up. CHANGE is `add` or
`update`. Prints a JSON document with one entry a cut: where it was, what was there then, and how the next start fared.
The import runs in this process, where it can be cut off too.
"""

import asyncio
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import stopbell_server.feeds.importing
from stopbell_server.app import open_world, update_feed
from stopbell_server.domain.errors import FeedMissing
from stopbell_server.home import Home
from stopbell_server.settings import Settings
from stopbell_server.store.library import Library
from tests.server.app.feeds import CLOCK, ONE_TRIP, TWO_TRIPS, add, ignore, zip_feed

_CHANGES = frozenset({"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.truncate", "sqlite3.connect"})


class PowerCut(BaseException):
    """Nothing that catches errors catches this."""


class Mains:
    """Watches what this process changes under a folder, and cuts the power at one step."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self.steps: list[str] = []
        self.cut_at = 0
        """0: never."""
        sys.addaudithook(self._watch)

    def _watch(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.cut_at <= 0 or not self._is_change(event, arguments):
            return
        named = [Path(str(one)).name for one in arguments[:2] if str(one).startswith(self._folder)]
        self.steps.append(" ".join((event, *named)))
        if len(self.steps) >= self.cut_at:
            raise PowerCut

    def _is_change(self, event: str, arguments: tuple[Any, ...]) -> bool:
        if not arguments or not str(arguments[0]).startswith(self._folder):
            return False
        if event == "open":
            return isinstance(arguments[1], str) and any(sign in arguments[1] for sign in "wax+")
        return event in _CHANGES


def list_kinds(home: Home) -> list[str]:
    """List the files of the home by kind, versions and temporary names left out."""
    files = (path.relative_to(home.root) for path in home.root.rglob("*") if path.is_file())
    return sorted("/".join((*path.parts[:-1], path.suffix or path.name)) for path in files)


def count_trips(home: Home) -> int:
    """Count the trips of the current version; 0 when there is none."""
    try:
        store = Library(home.feeds_folder).open_current("town")
    except FeedMissing:
        return 0
    store.close()
    return store.info.trip_count


async def start_and_change(home: Home, change: str, source: Path) -> tuple[int, int]:
    """Start a server over the home, then make the change again; give the trips served before and after."""
    async with open_world(home, CLOCK, Settings()) as live:
        feeds = live.current().feeds
        served = feeds[0].store.info.trip_count if feeds else 0
        assert not live.problems, live.problems
    await run_change(home, change, source)
    return served, count_trips(home)


async def run_change(home: Home, change: str, source: Path) -> None:
    if change == "add":
        await add(home, "town", source)
    else:
        await update_feed(home, "town", clock=CLOCK, tell=ignore)


def cut_everywhere(folder: Path, change: str) -> Iterator[dict[str, Any]]:
    """Cut at the first step, then at the second, and so on, until the change ends before the cut."""
    source = zip_feed(folder / "town.zip", ONE_TRIP)
    home, template = Home(folder / "home"), folder / "template"
    if change == "update":
        asyncio.run(add(home, "town", source))
    else:
        home.root.mkdir()
    home.root.rename(template)
    zip_feed(source, TWO_TRIPS)
    mains = Mains(home.root)
    is_over = False
    cut_at = 0
    while not is_over:
        cut_at += 1
        shutil.rmtree(home.root, ignore_errors=True)
        shutil.copytree(template, home.root)
        mains.steps.clear()
        mains.cut_at = cut_at
        try:
            asyncio.run(run_change(home, change, source))
            is_over = True
        except PowerCut:
            pass
        mains.cut_at = 0
        left = count_trips(home)
        served, after = asyncio.run(start_and_change(home, change, source))
        step = "over" if is_over else mains.steps[cut_at - 1]
        yield {"step": step, "left": left, "served": served, "after": after, "files": list_kinds(home)}


if __name__ == "__main__":
    stopbell_server.feeds.importing.import_in_child = stopbell_server.feeds.importing.import_feed
    print(json.dumps(list(cut_everywhere(Path(sys.argv[1]), sys.argv[2]))))
