"""From a source that has arrived to the feed's current version: import, keep, publish, in this order."""

import asyncio
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stopbell_server.app.progress import ProgressLines
from stopbell_server.app.registry import FeedRecord, write_record
from stopbell_server.domain.errors import FeedUnavailable
from stopbell_server.home import Home, make_private_folder
from stopbell_server.store.library import Library
from stopbell_server.store.schema import IMPORTER_VERSION

if TYPE_CHECKING:
    from stopbell_server.feeds.importing import ImportReport

FLEET_FILE = "fleet.toml"
"""Name of the operator's fleet file in the feed's folder."""
_SOURCE_FOLDER = "source"
_VERSION_DIGITS = 16


class _LeftError(Exception):
    """Nobody waits for the import any more."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A version that is compiled and not yet current."""

    report: "ImportReport"
    kept: str
    """Name of the kept source, in the feed's folder."""


async def load_source(home: Home, library: Library, name: str, arrived: Path, progress: ProgressLines) -> Loaded:
    """Import a source that has arrived, and move it to where it is kept. Call it with the feed's lock held.

    Raises:
        FeedRefused: the source cannot become a feed; nothing of the feed has changed.
        FeedUnavailable: the disk is full or not writable.
    """
    report = await import_source(arrived, name, library.versions_folder(name), progress)
    return Loaded(report, _keep(home, name, arrived, report.version))


def _keep(home: Home, name: str, arrived: Path, version: str) -> str:
    place = make_private_folder(home.feed_folder(name) / _SOURCE_FOLDER)
    kept = version[:_VERSION_DIGITS] + ("" if arrived.is_dir() else ".zip")
    target = place / kept
    try:
        if target.is_dir():
            shutil.rmtree(target)
        arrived.replace(target)
    except OSError as error:
        raise FeedUnavailable(
            f"{target} cannot be written ({error.strerror or error}). Free some disk space."
        ) from error
    return kept


async def import_source(
    source: Path, name: str, target: Path, progress: ProgressLines, most_places: int | None = None
) -> "ImportReport":
    """Import in a child process, which ends when this is cancelled.

    With `most_places` the report is thorough and names so many places of each fault.

    Raises:
        FeedRefused: the source cannot become a feed.
        FeedUnavailable: the disk is full or not writable.
    """
    # Imported here: what compiles feeds takes longer to import than most commands take to run.
    from stopbell_server.feeds.importing import QUICK, Thoroughness, import_in_child

    is_left = False

    def pass_on(stage: str, done: int, total: int) -> None:
        if is_left:
            raise _LeftError
        progress.note_stage(stage, done, total)

    try:
        how = QUICK if most_places is None else Thoroughness(most_places, is_whole=True)
        return await asyncio.to_thread(import_in_child, source, name, target, pass_on, how)
    except asyncio.CancelledError:
        is_left = True
        raise


def publish(home: Home, library: Library, record: FeedRecord, loaded: Loaded) -> None:
    """Make the version and its entry current; kept sources of other versions go away.

    In this order: if it ends in the middle, the entry still tells what the older version was made of, so the next
    update asks for the source again. The other way round it would be told that nothing has changed.

    Raises:
        StoreUnreadable: the version is not usable; the current one stays.
        FeedUnavailable: the disk is full or not writable.
    """
    library.publish(record.name, loaded.report.path)
    try:
        write_record(home, record.model_copy(update={"importer": IMPORTER_VERSION}))
    except OSError as error:
        why = error.strerror or error
        raise FeedUnavailable(
            f"The entry of feed {record.name} cannot be written ({why}). Free some disk space."
        ) from error
    for path in list_sources(home, record.name):
        if path.name != record.kept:
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def list_sources(home: Home, name: str) -> tuple[Path, ...]:
    """List the sources that are kept of a feed: that of the current version, and what an unfinished change left."""
    place = home.feed_folder(name) / _SOURCE_FOLDER
    return tuple(place.iterdir()) if place.is_dir() else ()


def find_kept_source(home: Home, record: FeedRecord) -> Path | None:
    """Give the source that the current version was made of; None when it is gone."""
    path = home.feed_folder(record.name) / _SOURCE_FOLDER / record.kept
    return path if path.exists() else None
