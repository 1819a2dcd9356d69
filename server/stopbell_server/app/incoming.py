"""Bringing a source into the home before it is imported, so that what is imported is what is kept."""

import asyncio
import re
import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from stopbell_server.app.progress import ProgressLines
from stopbell_server.app.registry import list_feed_names
from stopbell_server.domain.errors import FeedBusy, FeedUnavailable
from stopbell_server.feeds.archive import open_archive
from stopbell_server.feeds.fetch import NO_VALIDATORS, Fetcher, Source, Validators
from stopbell_server.home import Home, make_private_folder
from stopbell_server.store.locking import hold_lock

_KEPT_ENDINGS = (".txt", ".geojson")
"""What GTFS has; other files that lie in a folder are none of our business."""
_LOCK = ".lock"
_FORGOTTEN_S = 24 * 3600
_UNSAFE = re.compile(r"[^\w.-]")
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Incoming:
    """A source that has arrived."""

    path: Path
    """A zip, or a folder with tables."""
    validators: Validators


@contextmanager
def open_incoming_folder(home: Home) -> Generator[Path]:
    """Give a private folder in the home that goes away with the block; what a crash left behind goes too.

    Raises:
        FeedUnavailable: the home cannot be written.
    """
    try:
        place = make_private_folder(home.root / "incoming")
        folder = Path(mkdtemp(dir=place))
    except OSError as error:
        why = error.strerror or error
        raise FeedUnavailable(f"{home.root} cannot be written ({why}). Free some disk space, or use --home.") from error
    lock = _lock_of(folder)
    try:
        with hold_lock(lock, "fetching"):
            _sweep(place, folder)
            _sweep_unfinished(home, folder.stat().st_mtime)
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        lock.unlink(missing_ok=True)


def _lock_of(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}{_LOCK}")


def _sweep(place: Path, own: Path) -> None:
    """Remove the folders whose process has ended, and what has no lock and is a day older than the one just made."""
    now = own.stat().st_mtime
    for lock in tuple(place.glob(f"*{_LOCK}")):
        if lock != _lock_of(own):
            with suppress(FeedBusy, OSError), hold_lock(lock, "sweeping"):
                shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
                lock.unlink()
    for left in tuple(place.iterdir()):
        with suppress(OSError):  # another process may sweep too
            if left.is_dir() and not _lock_of(left).exists() and now - left.stat().st_mtime > _FORGOTTEN_S:
                shutil.rmtree(left, ignore_errors=True)


def _sweep_unfinished(home: Home, now: float) -> None:
    """Remove the folders of feeds that were never added to their end, a day later."""
    added = list_feed_names(home)
    for folder in home.feeds_folder.iterdir() if home.feeds_folder.is_dir() else ():
        if folder.is_dir() and folder.name not in added and now - folder.stat().st_mtime > _FORGOTTEN_S:
            with suppress(FeedBusy, OSError), hold_lock(folder / "lock", "sweeping"):
                shutil.rmtree(folder, ignore_errors=True)


async def bring_in(source: Source, folder: Path, fetcher: Fetcher, progress: ProgressLines) -> Incoming:
    """Copy or download a source into the folder.

    Raises:
        FeedUnavailable: it cannot be reached or read.
        FeedRefused: a folder without tables.
        SettingsInvalid: a key is missing in the environment.
    """
    arrived = await bring_in_changed(source, folder, fetcher, progress, NO_VALIDATORS)
    if arrived is None:
        raise FeedUnavailable(f"{source.shown}: the server says 'not modified' without being asked; try again later")
    return arrived


async def bring_in_changed(
    source: Source, folder: Path, fetcher: Fetcher, progress: ProgressLines, known: Validators
) -> Incoming | None:
    """Do as `bring_in` does; None when the source has not changed since it had these validators."""
    if not source.is_remote and source.to_path().is_dir():
        target = folder / name_source(source)
        await asyncio.to_thread(_copy_tables, source.to_path(), target)
        return Incoming(target, NO_VALIDATORS)
    arrived = await fetcher.download(source, folder / name_source(source), known, progress.note_bytes)
    return Incoming(arrived.path, arrived.validators) if arrived else None


def name_source(source: Source) -> str:
    """Name the local copy like the source, as errors name it; only with signs that every file system takes."""
    last = source.shown.rstrip("/").rpartition("/")[2].rpartition("\\")[2]
    name = _UNSAFE.sub("_", last).strip("._ ")[-_LONGEST_NAME:]
    return name or "source"


def _copy_tables(source: Path, target: Path) -> None:
    target.mkdir(mode=0o700)
    with open_archive(source) as archive:
        for table in archive.list_tables():
            if table.endswith(_KEPT_ENDINGS):
                (target / table).write_bytes(archive.read(table))
