"""Updates that cannot be written, or whose import is killed: the version before stays, and the reason is told."""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from stopbell_server.app import update_feed
from stopbell_server.domain.errors import FeedRefused
from stopbell_server.home import Home
from stopbell_server.store.library import Library
from tests.benchmarks.cities import write_city
from tests.loopback import Loopback, Request, answer, answer_in_turn
from tests.server.app.feeds import CLOCK, add, ignore, list_files, zip_feed


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "home")
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    write_city(tmp_path / "town.zip", rows=20_000)
    return home


def count_trips(home: Home) -> int:
    store = Library(home.feeds_folder).open_current("town")
    store.close()
    return store.info.trip_count


def list_incoming(home: Home) -> list[str]:
    return [path.name for path in (home.root / "incoming").iterdir()]


@pytest.mark.parametrize(
    ("limit", "told"),
    [(20, "cannot be written"), (10_000, "cannot be written"), (400_000, "cannot be written")],
    ids=["nothing fits", "the source does not fit", "the compiled feed does not fit"],
)
def test_a_full_disk_keeps_the_version_before(home: Home, limit: int, told: str) -> None:
    before = list_files(home, "town")

    command = [sys.executable, "-m", "tests.server.app.limited", str(home.root), str(limit)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    update = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)

    assert update.returncode == 1
    assert "Traceback" not in update.stderr
    assert told in update.stderr
    assert list_files(home, "town") == before
    assert list_incoming(home) == []


def list_children() -> Iterator[int]:
    """Yield the processes that this one has started and that have not gone."""
    for process in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(process.read_text().rpartition(")")[2].split()[1]) == os.getpid():
                yield int(process.parent.name)


def test_a_killed_import_keeps_the_version_before(home: Home) -> None:
    before = list_files(home, "town")
    killed: list[int] = []
    others = set(list_children())

    def kill_child(line: str) -> None:
        del line
        for child in set(list_children()) - others if not killed else ():
            killed.append(child)
            os.kill(child, signal.SIGKILL)

    with pytest.raises(FeedRefused, match=r"ended by signal 9.*The previous version stays"):
        asyncio.run(update_feed(home, "town", clock=Racing(CLOCK.instant), tell=kill_child))

    assert killed
    assert list_files(home, "town") == before
    assert list_incoming(home) == []


class Racing(type(CLOCK)):
    """Every look at the monotonic time is ten seconds later, so that all progress is told."""

    _seconds = 0.0

    def monotonic(self) -> float:
        object.__setattr__(self, "_seconds", self._seconds + 10)
        return self._seconds


async def die_while_importing(home: Home) -> None:
    """Let `feed update` begin to import in a process of its own, and kill that process, not its child."""
    update = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stopbell.cli", "--home", str(home.root), "feed", "update", "town"),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    incoming = home.root / "incoming"
    async with asyncio.timeout(60):
        while not list(incoming.glob("tmp*/town.zip")):  # noqa: ASYNC110 # another process's files tell no events
            await asyncio.sleep(0.01)
    update.kill()
    await update.wait()


def test_a_killed_update_keeps_the_version_before_and_the_next_one_ends_well(home: Home) -> None:
    asyncio.run(die_while_importing(home))

    assert count_trips(home) == 1
    outcome = asyncio.run(update_feed(home, "town", clock=CLOCK, tell=ignore))

    assert outcome.is_changed
    assert count_trips(home) > 1
    assert list_incoming(home) == []


def test_a_zip_that_was_cut_off_never_becomes_current(tmp_path: Path, home: Home) -> None:
    whole = write_city(tmp_path / "other.zip", rows=5_000).read_bytes()

    async def send_half_without_length(_: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + whole[: len(whole) // 2])
        await writer.drain()

    async def run() -> None:
        async with Loopback({"/feed.zip": answer_in_turn(answer(whole), send_half_without_length)}) as server:
            await add(home, "village", f"{server.address}/feed.zip")
            before = list_files(home, "village")
            with pytest.raises(FeedRefused, match=r"feed\.zip.*again"):
                await update_feed(home, "village", clock=CLOCK, tell=ignore)
            assert list_files(home, "village") == before

    asyncio.run(run())


READ = """
import asyncio, os, sys
from pathlib import Path
from stopbell_server.app import open_world
from stopbell_server.home import Home
from stopbell_server.settings import Settings
from tests.server.app.feeds import CLOCK

async def count():
    async with open_world(Home(Path(sys.argv[1])), CLOCK, Settings()) as live:
        return [view.store.info.trip_count for view in live.current().feeds], len(live.problems)

asyncio.run(count())  # what is imported late is imported now, while all of it can be read
if os.geteuid() == 0:
    (Path(sys.argv[1]) / "feeds/town/versions/left.sqlite.1.partial").touch()
    os.setuid(65534)  # nobody has to ask for permissions but root
try:
    (Path(sys.argv[1]) / "new").touch()
except PermissionError:
    print(*asyncio.run(count()))
"""


def test_a_home_that_cannot_be_written_is_served() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        asyncio.run(add(home, "town", zip_feed(Path(folder) / "town.zip")))
        # What a crash left cannot be cleared away here, and is no reason not to serve.
        (home.feed_folder("town") / "versions" / "left.sqlite.1.partial").touch()
        for path in (Path(folder), *Path(folder).rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", READ, str(home.root)]
        try:
            read = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        finally:
            for path in (Path(folder), *Path(folder).rglob("*")):
                path.chmod(0o755)
        assert read.stdout == "[1] 0\n"
