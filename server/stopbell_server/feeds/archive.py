"""The door to a GTFS source on disk: a zip (perhaps nested) or a plain folder. Unpacks only what is asked."""

import hashlib
import zipfile
import zlib
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import IO, Self

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.feeds.zip_members import TOP, choose_folder, find_tables

LARGEST_TABLE_BYTES = 8 * 2**30
"""A member that unpacks to more is refused; the largest published stop_times.txt is under 3 GB."""
LARGEST_RATIO = 250
"""Timetables shrink 8 to 60 times; a member beyond this, and over `SMALL_BYTES`, is a bomb."""
SMALL_BYTES = 64 * 2**20
_MOST_COMPARED = 100


@dataclass(frozen=True, slots=True)
class _Tables:
    """Files side by side, by lower-case name."""

    sizes: Mapping[str, int]
    open: Callable[[str], IO[bytes]]
    close: Callable[[], object]
    notes: tuple[str, ...] = ()
    bombs: tuple[str, ...] = ()


class Archive:
    """A GTFS source that is open for reading. Use as a context manager."""

    def __init__(self, source: Path, digest: str, tables: _Tables) -> None:
        """Call `open_archive` instead."""
        self.source = source
        self.digest = digest
        """sha256 of the source's bytes, in hexadecimal."""
        self.notes = tables.notes
        """What was unusual about the archive but understood."""
        self.bombs = tables.bombs
        """Files that would unpack to so much that they are refused when they are read."""
        self._tables = tables

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the source; nothing can be read any more."""
        self._tables.close()

    def has(self, table: str) -> bool:
        """Tell whether the source has this file, such as `stops.txt`."""
        return table in self._tables.sizes

    def size(self, table: str) -> int:
        """Give the file's unpacked size in bytes."""
        return self._tables.sizes[table]

    def list_tables(self) -> tuple[str, ...]:
        """List the names of all files beside the tables, in order."""
        return tuple(sorted(self._tables.sizes))

    def find_misnamed(self, known: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """List files that are named almost like a known one that is not there, with the known name."""
        missing = [name for name in known if not self.has(name)]
        unknown = [name for name in self.list_tables() if name not in known][:_MOST_COMPARED]
        near = ((name, get_close_matches(name, missing, 1, 0.9)) for name in unknown)
        return tuple((name, found[0]) for name, found in near if found)

    def read(self, table: str) -> bytes:
        """Unpack a file into memory.

        Raises:
            FeedRefused: it is damaged, encrypted or too large.
        """
        with self._open(table) as file:
            return file.read()

    def read_blocks(self, table: str, size: int) -> Generator[bytes]:
        """Unpack a file in blocks of this many bytes.

        Raises:
            FeedRefused: it is damaged, encrypted or too large.
        """
        with self._open(table) as file:
            while block := file.read(size):
                yield block

    def _open_table(self, table: str) -> IO[bytes]:
        """Open a member; a damaged name in its own header is not text and counts as damage."""
        try:
            return self._tables.open(table)
        except UnicodeDecodeError as error:
            raise zipfile.BadZipFile("the file's name in its header is not text") from error

    @contextmanager
    def _open(self, table: str) -> Generator[IO[bytes]]:
        """Open a file for reading; damage met in the block is FeedRefused."""
        if self.size(table) > LARGEST_TABLE_BYTES:
            raise FeedRefused(
                f"{self.source.name}: {table} would unpack to {self.size(table):,} bytes; "
                f"the limit is {LARGEST_TABLE_BYTES:,}. Ask the publisher for a smaller feed or cut it by agency."
            )
        try:
            with self._open_table(table) as file:
                yield file
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
            raise FeedRefused(f"{self.source.name}: {table} is damaged ({error}). Download the feed again.") from error
        except (RuntimeError, NotImplementedError) as error:
            raise FeedRefused(
                f"{self.source.name}: {table} cannot be unpacked ({error}). "
                "Ask the publisher for a plain zip without a password."
            ) from error


def open_archive(source: Path) -> Archive:
    """Open a zip or a folder with GTFS tables, which may lie one folder down or in a zip inside the zip.

    Raises:
        FeedRefused: there is no feed in it, or it is cut short; the message names the remedy.
    """
    if source.is_dir():
        return _open_folder(source)
    if not source.exists():
        raise FeedRefused(f"There is no file {source}. Check the path.")
    return _open_zip(source)


def _open_zip(source: Path) -> Archive:
    with ExitStack() as opened:
        found = find_tables(source, opened)
        digest = _hash_file(source)
        close = opened.pop_all().close

    def open_table(table: str) -> IO[bytes]:
        member = found.members[table]
        if _is_bomb(member):
            raise FeedRefused(
                f"{source.name}: {table} would unpack from {member.compress_size:,} to {member.file_size:,} bytes, "
                f"more than {LARGEST_RATIO} times: that is no timetable. Do not use this source."
            )
        return found.archive.open(member)

    sizes = {name: member.file_size for name, member in found.members.items()}
    bombs = tuple(sorted(name for name, member in found.members.items() if _is_bomb(member)))
    return Archive(source, digest, _Tables(sizes, open_table, close, found.notes, bombs))


def _is_bomb(member: zipfile.ZipInfo) -> bool:
    return member.file_size > SMALL_BYTES and member.file_size > LARGEST_RATIO * max(1, member.compress_size)


def _open_folder(source: Path) -> Archive:
    inner = sorted(path for path in source.iterdir() if path.is_dir())
    folders = {TOP: _list_files(source), **{path.name: _list_files(path) for path in inner}}
    chosen = choose_folder({name: tuple(files) for name, files in folders.items()}, source.name)
    if chosen is None:
        raise FeedRefused(f"The folder {source} has no GTFS tables (stops.txt, trips.txt …). Check the path.")
    files = folders[chosen]
    sizes = {name: path.stat().st_size for name, path in files.items()}
    tables = _Tables(sizes, lambda table: files[table].open("rb"), lambda: None)
    return Archive(source, _hash_files(files), tables)


def _list_files(folder: Path) -> dict[str, Path]:
    return {path.name.strip().lower(): path for path in sorted(folder.iterdir()) if path.is_file()}


def _hash_file(source: Path) -> str:
    with source.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _hash_files(files: Mapping[str, Path]) -> str:
    whole = hashlib.sha256()
    for name, path in sorted(files.items()):
        whole.update(f"{name}\0{_hash_file(path)}\0".encode())
    return whole.hexdigest()
