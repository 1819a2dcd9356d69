"""The compiled feeds of one home: `<folder>/<name>/versions/<version>.sqlite`, and which version is current.

A version never changes; publishing another moves the pointer `<folder>/<name>/current`, whole and at once. Whoever
reads the pointer before keeps a usable file: the version before the current one stays.
"""

import os
import re
import shutil
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from stopbell_server.domain.errors import FeedMissing, FeedNameInvalid, FeedUnavailable, StoreUnreadable
from stopbell_server.store.locking import hold_lock
from stopbell_server.store.placing import put_in_place
from stopbell_server.store.read import SqliteStore

_NAME = re.compile(r"[a-z0-9-]{1,63}")
_VERSION = re.compile(r"[0-9a-f]{16,64}")
_KEPT_VERSIONS = 2


class Library:
    """Finds, publishes and removes compiled feeds. Several processes may use one folder at the same time."""

    def __init__(self, folder: Path) -> None:
        """Use this folder; it need not exist yet."""
        self._folder = folder

    def list_names(self) -> tuple[str, ...]:
        """List the feeds that have a current version, by name."""
        if not self._folder.is_dir():
            return ()
        names = (path.name for path in self._folder.iterdir() if _NAME.fullmatch(path.name))
        return tuple(sorted(name for name in names if self._pointer(name).is_file()))

    def versions_folder(self, name: str) -> Path:
        """Give the folder where versions of a feed are written.

        Raises:
            FeedNameInvalid: the name could not scope identifiers.
        """
        return self._feed_folder(name) / "versions"

    def find_current(self, name: str) -> Path | None:
        """Give the current compiled file; None when the feed has none.

        Raises:
            FeedNameInvalid: the name could not scope identifiers.
            StoreUnreadable: the pointer is damaged, or names a file that is gone.
        """
        try:
            version = self._pointer(name).read_text("ascii").strip()
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise self._dangling(name) from error
        path = self.versions_folder(name) / f"{version}.sqlite"
        if not _VERSION.fullmatch(version) or not path.is_file():
            raise self._dangling(name)
        return path

    def open_current(self, name: str) -> SqliteStore:
        """Open the current version.

        Raises:
            FeedMissing: the feed has none.
            StoreUnreadable: it is damaged or of another schema.
        """
        path = self.find_current(name)
        if path is None:
            raise FeedMissing(f"No feed {name} is loaded. Add it (stopbell feed add).")
        return SqliteStore(path)

    def lock(self, name: str, purpose: str) -> AbstractContextManager[None]:
        """Give the lock for changing a feed, as a context manager; `purpose` is told to others.

        Raises:
            FeedBusy: on entering, when another process holds it.
        """
        return hold_lock(self._feed_folder(name) / "lock", purpose)

    def publish(self, name: str, path: Path) -> None:
        """Make a file of `versions_folder(name)` the current version, and prune. Call it with the lock held.

        Raises:
            StoreUnreadable: the file is not a usable store; the current version stays.
            FeedUnavailable: the pointer cannot be written.
        """
        if path.parent != self.versions_folder(name) or not _VERSION.fullmatch(path.stem):
            raise ValueError(f"not a version of {name}: {path}")
        SqliteStore(path).close()
        before = self._find_version(name)
        pointer = self._pointer(name)
        partial = pointer.with_name(f"current.{os.getpid()}.partial")
        try:
            partial.write_text(f"{path.stem}\n", "ascii")
            put_in_place(partial, pointer)
        except OSError as error:
            raise FeedUnavailable(f"{pointer} cannot be written ({error}). Free some disk space.") from error
        finally:
            partial.unlink(missing_ok=True)
        self._prune(name, keep=(path.stem, before))

    def remove(self, name: str) -> None:
        """Remove a feed with everything in its folder. Call it with the lock held.

        The pointer goes first, so that no reader finds half a feed.
        """
        self._pointer(name).unlink(missing_ok=True)
        shutil.rmtree(self._feed_folder(name), ignore_errors=True)

    def list_leftovers(self, name: str) -> tuple[Path, ...]:
        """List the files of a feed that no reader needs: parts of versions, and versions beyond the two that stay.

        Some may be another process's work until the lock is held.
        """
        return (
            *self.versions_folder(name).glob("*.partial"),
            *self._list_surplus(name, self._find_version(name), None),
        )

    def _prune(self, name: str, keep: tuple[str, str | None]) -> None:
        """Remove all versions but these, or, if that leaves one, also keep the newest of the others."""
        for path in (*self._list_surplus(name, *keep), *self.versions_folder(name).glob("*.partial")):
            with suppress(OSError):  # where open files cannot be removed, the next publishing tries again
                path.unlink(missing_ok=True)

    def _list_surplus(self, name: str, current: str | None, before: str | None) -> list[Path]:
        if current is None:
            return []
        keep = {current, before} - {None}
        others = [path for path in self.versions_folder(name).glob("*.sqlite") if path.stem not in keep]
        others.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        return others[_KEPT_VERSIONS - len(keep) :]

    def _find_version(self, name: str) -> str | None:
        try:
            current = self.find_current(name)
        except StoreUnreadable:
            return None
        return current.stem if current else None

    def _feed_folder(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise FeedNameInvalid(f"{name!r} cannot be a feed's name. Use small letters a-z, digits and hyphens.")
        return self._folder / name

    def _pointer(self, name: str) -> Path:
        return self._feed_folder(name) / "current"

    def _dangling(self, name: str) -> StoreUnreadable:
        return StoreUnreadable(
            f"The compiled feed {name} is damaged: its current version is gone. "
            f"Import its source again (stopbell feed update {name})."
        )
