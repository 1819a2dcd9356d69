"""What the tests of feed commands share: a home, a clock, small feeds as files."""

import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from stopbell_server.app import FeedSetup, add_feed
from stopbell_server.app.outcome import FeedOutcome
from stopbell_server.domain.clock import FrozenClock
from stopbell_server.home import Home
from tests.feedtext import make_feed

CLOCK = FrozenClock(datetime(2026, 9, 5, 8, tzinfo=UTC))

ONE_TRIP = """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence
    T1,12:00:00,12:00:00,Opera,1
    T1,12:10:00,12:10:00,Market,2
"""
TWO_TRIPS = f"""{ONE_TRIP.rstrip()}
    T2,13:00:00,13:00:00,Opera,1
    T2,13:10:00,13:10:00,Market,2
"""


def zip_feed(path: Path, stop_times: str = ONE_TRIP, **files: str) -> Path:
    """Write a small feed as a zip."""
    tables: Mapping[str, str] = {"stop_times.txt": stop_times} | {f"{name}.txt": text for name, text in files.items()}
    folder = make_feed(path.with_suffix(".d"), tables)
    with zipfile.ZipFile(path, "w") as archive:
        for table in sorted(folder.iterdir()):
            archive.write(table, table.name)
    return path


async def add(home: Home, name: str, source: Path | str, **setup: object) -> FeedOutcome:
    """Add a feed quietly."""
    return await add_feed(home, name, FeedSetup(str(source), **setup), clock=CLOCK, tell=ignore)  # type: ignore[arg-type]  # the tests name FeedSetup's own fields


def ignore(line: str) -> None:
    """Take a line of progress."""
    del line


def list_files(home: Home, name: str) -> dict[str, bytes]:
    """Give the content of all files of a feed but its lock, by their place in its folder."""
    folder = home.feed_folder(name)
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }
