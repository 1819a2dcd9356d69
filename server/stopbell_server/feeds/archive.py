"""The door to a GTFS source on disk: a zip (perhaps nested) or a plain folder. Unpacks only what is asked."""

import hashlib
import io
import zipfile
import zlib
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import IO, Protocol, Self

from stopbell_server.domain.errors import FeedRefused

LARGEST_TABLE_BYTES = 8 * 2**30
"""A member that unpacks to more is refused; the largest published stop_times.txt is under 3 GB."""
LARGEST_RATIO = 250
"""Timetables shrink 8 to 60 times; a member beyond this, and over `SMALL_BYTES`, is a bomb."""
SMALL_BYTES = 64 * 2**20
LARGEST_INNER_ZIP_BYTES = 2**30
MOST_MEMBERS = 10_000
_MARKER = "stop_times.txt"
_ALL_MARKERS = ("agency.txt", "stops.txt", "routes.txt", "trips.txt", _MARKER)


class _Folder(Protocol):
    """Where tables lie: by lower-case file name."""

    def list_sizes(self) -> Mapping[str, int]: ...

    def open(self, table: str) -> IO[bytes]: ...

    @property
    def close(self) -> Callable[[], object]: ...


class Archive:
    """A GTFS source that is open for reading. Use as a context manager."""

    def __init__(self, source: Path, digest: str, folder: "_Folder", notes: tuple[str, ...]) -> None:
        """Call `open_archive` instead."""
        self.source = source
        self.digest = digest
        """sha256 of the source's bytes, in hexadecimal."""
        self.notes = notes
        """What was unusual about the archive but understood."""
        self._folder = folder
        self._sizes = folder.list_sizes()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the source; nothing can be read any more."""
        self._folder.close()

    def has(self, table: str) -> bool:
        """Tell whether the source has this file, such as `stops.txt`."""
        return table in self._sizes

    def size(self, table: str) -> int:
        """Give the file's unpacked size in bytes."""
        return self._sizes[table]

    def list_tables(self) -> tuple[str, ...]:
        """List the names of all files beside the tables, in order."""
        return tuple(sorted(self._sizes))

    def find_misnamed(self, known: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """List files that are named almost like a known one that is not there, with the known name."""
        missing = [name for name in known if name not in self._sizes]
        near = ((name, get_close_matches(name, missing, 1, 0.9)) for name in self.list_tables() if name not in known)
        return tuple((name, found[0]) for name, found in near if found)

    def read(self, table: str) -> bytes:
        """Unpack a file into memory.

        Raises:
            FeedRefused: it is damaged or encrypted.
        """
        with self._open(table) as file:
            return file.read()

    def read_blocks(self, table: str, size: int) -> Generator[bytes]:
        """Unpack a file in blocks of this many bytes.

        Raises:
            FeedRefused: it is damaged or encrypted.
        """
        with self._open(table) as file:
            while block := file.read(size):
                yield block

    @contextmanager
    def _open(self, table: str) -> Generator[IO[bytes]]:
        """Open a file for reading; damage met in the block is FeedRefused."""
        size = self._sizes[table]
        if size > LARGEST_TABLE_BYTES:
            raise FeedRefused(
                f"{self.source.name}: {table} would unpack to {size:,} bytes; the limit is {LARGEST_TABLE_BYTES:,}. "
                "Ask the publisher for a smaller feed or cut it by agency."
            )
        try:
            with self._folder.open(table) as file:
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
        FeedRefused: there is no feed in it, or it is cut short, or tries to harm; the message names the remedy.
    """
    if source.is_dir():
        folder = _find_plain_folder(source)
        return Archive(source, _hash_folder(folder), folder, ())
    if not source.exists():
        raise FeedRefused(f"There is no file {source}. Check the path.")
    notes: list[str] = []
    with ExitStack() as opened:
        archive = opened.enter_context(_open_zip(source, source.name))
        folder = _find_zip_folder(archive, source, notes, opened)
        digest = _hash_file(source)
        folder.close = opened.pop_all().close
    return Archive(source, digest, folder, tuple(notes))


class _PlainFolder:
    def __init__(self, files: dict[str, Path]) -> None:
        self.files = files

    def list_sizes(self) -> Mapping[str, int]:
        return {name: path.stat().st_size for name, path in self.files.items()}

    def open(self, table: str) -> IO[bytes]:
        return self.files[table].open("rb")

    def close(self) -> None:
        pass


class _ZipFolder:
    def __init__(self, archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo]) -> None:
        self.archive = archive
        self.members = members
        self.close: Callable[[], object] = archive.close

    def list_sizes(self) -> Mapping[str, int]:
        return {name: member.file_size for name, member in self.members.items()}

    def open(self, table: str) -> IO[bytes]:
        member = self.members[table]
        if member.file_size > SMALL_BYTES and member.file_size > LARGEST_RATIO * max(1, member.compress_size):
            raise FeedRefused(
                f"{table} would unpack from {member.compress_size:,} to {member.file_size:,} bytes, more than "
                f"{LARGEST_RATIO} times: that is no timetable. Do not use this source."
            )
        return self.archive.open(member)


def _open_zip(file: Path | IO[bytes], name: str) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise FeedRefused(
            f"{name} is not a whole zip file ({_guess_content(file, error)}). Download it again."
        ) from error
    if len(archive.infolist()) > MOST_MEMBERS:
        archive.close()
        raise FeedRefused(f"{name} has {len(archive.infolist()):,} members; a feed has a few dozen. Check the source.")
    return archive


def _guess_content(file: Path | IO[bytes], error: Exception) -> str:
    if not isinstance(file, Path):
        return str(error)
    with file.open("rb") as opened:
        head = opened.read(512)
    kinds = (
        (not head, "it is empty"),
        (head.lstrip()[:1] == b"<", "it is a web page; the address may need a key or has moved"),
        (head.startswith(b"\x1f\x8b"), "it is packed with gzip"),
        (head.startswith(b"7z\xbc\xaf"), "it is a 7-Zip archive"),
        (head.startswith(b"Rar!"), "it is a RAR archive"),
        (head.startswith(b"PK"), "it is cut short or damaged"),
    )
    return next((kind for is_it, kind in kinds if is_it), str(error))


def _find_zip_folder(
    archive: zipfile.ZipFile, source: Path, notes: list[str], opened: ExitStack, *, is_inner: bool = False
) -> _ZipFolder:
    """Find the tables; a zip inside the zip is opened once and put on the stack."""
    folders: dict[str, dict[str, zipfile.ZipInfo]] = {}
    zips: list[zipfile.ZipInfo] = []
    for member in archive.infolist():
        path = PurePosixPath(_to_safe_name(member, source))
        if member.is_dir() or "__MACOSX" in path.parts:
            continue
        folders.setdefault(str(path.parent), {}).setdefault(path.name.strip().lower(), member)
        if path.suffix.lower() == ".zip":
            zips.append(member)
    chosen = _choose_folder({name: tuple(files) for name, files in folders.items()}, source)
    if chosen is not None:
        if chosen != ".":
            notes.append(f"the tables lie in the folder {chosen}")
        return _ZipFolder(archive, folders[chosen])
    if is_inner or not zips:
        raise FeedRefused(
            f"{source.name} has no GTFS tables (stops.txt, trips.txt …). Check that it is a GTFS schedule."
        )
    if len(zips) > 1:
        names = ", ".join(sorted(member.filename for member in zips)[:10])
        raise FeedRefused(
            f"{source.name} holds {len(zips)} zips and no tables: {names}. Unpack it and add one of them."
        )
    notes.append(f"the feed lies in a zip inside the zip: {zips[0].filename}")
    inner = opened.enter_context(_open_inner_zip(archive, zips[0], source))
    return _find_zip_folder(inner, source, notes, opened, is_inner=True)


def _open_inner_zip(archive: zipfile.ZipFile, member: zipfile.ZipInfo, source: Path) -> zipfile.ZipFile:
    if member.file_size > LARGEST_INNER_ZIP_BYTES:
        raise FeedRefused(f"{source.name}: the zip inside it is too large. Unpack it and add the inner zip.")
    try:
        content = io.BytesIO(archive.read(member))
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError) as error:
        raise FeedRefused(f"{source.name}: the zip inside it is damaged ({error}). Download it again.") from error
    return _open_zip(content, f"{source.name}: {member.filename}")


def _to_safe_name(member: zipfile.ZipInfo, source: Path) -> str:
    """Give a member's path with slashes; some zippers write backslashes. Paths that lead out are refused."""
    name = member.orig_filename.replace("\\", "/")
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or (path.parts and path.parts[0].endswith(":")):
        raise FeedRefused(f"{source.name} has a member that leads out of its folder: {name!r}. Do not use this source.")
    return name


def _choose_folder(folders: Mapping[str, tuple[str, ...]], source: Path) -> str | None:
    """Choose the folder with the most tables; two whole feeds are refused, none is None."""
    ranked = sorted(
        ((sum(table in files for table in _ALL_MARKERS), name) for name, files in folders.items()), reverse=True
    )
    ranked = [(count, name) for count, name in ranked if count > 0]
    if not ranked:
        return None
    whole = [name for count, name in ranked if count == len(_ALL_MARKERS)]
    if len(whole) > 1 and "." not in whole:
        raise FeedRefused(
            f"{source.name} holds {len(whole)} feeds in folders: {', '.join(sorted(whole)[:10])}. Add one of them."
        )
    best = ranked[0][0]
    return min((name for count, name in ranked if count == best), key=lambda name: (name != ".", name.count("/"), name))


def _find_plain_folder(source: Path) -> _PlainFolder:
    folders = {
        str(folder): {path.name.strip().lower(): path for path in sorted(folder.iterdir()) if path.is_file()}
        for folder in (source, *sorted(path for path in source.iterdir() if path.is_dir()))
    }
    named = {("." if name == str(source) else name): tuple(files) for name, files in folders.items()}
    chosen = _choose_folder(named, source)
    if chosen is None:
        raise FeedRefused(f"The folder {source} has no GTFS tables (stops.txt, trips.txt …). Check the path.")
    return _PlainFolder(folders[str(source) if chosen == "." else chosen])


def _hash_file(source: Path) -> str:
    with source.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _hash_folder(folder: _PlainFolder) -> str:
    whole = hashlib.sha256()
    for name, path in sorted(folder.files.items()):
        with path.open("rb") as file:
            whole.update(f"{name}\0{hashlib.file_digest(file, 'sha256').hexdigest()}\0".encode())
    return whole.hexdigest()
