"""Where the tables lie in a zip: at its top, in a folder, or in a zip inside it. Nothing is written to disk by name."""

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.domain.text import to_clean_text

LARGEST_INNER_ZIP_BYTES = 2**30
MOST_MEMBERS = 10_000
TOP = "."
_MARKERS = ("agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt")
_LITTER_FOLDER = "__MACOSX"
_LITTER_PREFIX = "._"


@dataclass(frozen=True, slots=True)
class FoundTables:
    """The files of the folder with the tables, by lower-case name."""

    archive: zipfile.ZipFile
    members: Mapping[str, zipfile.ZipInfo]
    notes: tuple[str, ...]


@dataclass(slots=True)
class _Listing:
    """What a zip has in it."""

    folders: dict[str, dict[str, zipfile.ZipInfo]] = field(default_factory=dict[str, dict[str, zipfile.ZipInfo]])
    zips: list[zipfile.ZipInfo] = field(default_factory=list[zipfile.ZipInfo])
    notes: list[str] = field(default_factory=list[str])


def find_tables(source: Path, opened: ExitStack) -> FoundTables:
    """Open a zip and find its tables; what has to be closed later is put on the stack.

    Raises:
        FeedRefused: it is not a whole zip, has no tables, or several feeds.
    """
    archive = opened.enter_context(_open_zip(source, source.name))
    return _find(archive, source, opened, notes=(), is_inner=False)


def _find(
    archive: zipfile.ZipFile, source: Path, opened: ExitStack, notes: tuple[str, ...], *, is_inner: bool
) -> FoundTables:
    listing = _list_members(archive)
    notes = (*notes, *dict.fromkeys(listing.notes))
    chosen = choose_folder({name: tuple(files) for name, files in listing.folders.items()}, source.name)
    if chosen is not None:
        if chosen != TOP:
            notes = (*notes, f"the tables lie in the folder {to_clean_text(chosen)}")
        return FoundTables(archive, listing.folders[chosen], notes)
    if is_inner or not listing.zips:
        raise FeedRefused(
            f"{source.name} has no GTFS tables (stops.txt, trips.txt …). Check that it is a GTFS schedule."
        )
    names = ", ".join(sorted(to_clean_text(member.filename) for member in listing.zips)[:10])
    if len(listing.zips) > 1:
        raise FeedRefused(
            f"{source.name} holds {len(listing.zips)} zips and no tables: {names}. Unpack it and add one of them."
        )
    inner = opened.enter_context(_open_inner_zip(archive, listing.zips[0], source))
    return _find(inner, source, opened, (*notes, f"the feed lies in a zip inside the zip: {names}"), is_inner=True)


def choose_folder(folders: Mapping[str, Sequence[str]], source_name: str) -> str | None:
    """Choose the folder with the most tables; None when no folder has any.

    Raises:
        FeedRefused: several folders hold a whole feed and none of them is the top.
    """
    counts = {name: sum(table in files for table in _MARKERS) for name, files in folders.items()}
    most = max(counts.values(), default=0)
    if not most:
        return None
    best = sorted((name for name, count in counts.items() if count == most), key=lambda name: (name.count("/"), name))
    if TOP in best:
        return TOP
    if len(best) > 1 and most == len(_MARKERS):
        names = ", ".join(to_clean_text(name) for name in sorted(best)[:10])
        raise FeedRefused(f"{source_name} holds {len(best)} feeds in folders: {names}. Add one of them.")
    return best[0]


def _list_members(archive: zipfile.ZipFile) -> _Listing:
    listing = _Listing()
    members = [(*_to_inner_path(member.orig_filename), member) for member in archive.infolist()]
    for path, is_inside, member in sorted(members, key=lambda one: not one[1]):
        # A name may be empty, or end where its first NUL stands; it names no table.
        if (
            not member.filename
            or member.is_dir()
            or _LITTER_FOLDER in path.parts
            or path.name.startswith(_LITTER_PREFIX)
        ):
            continue
        if not is_inside:
            listing.notes.append(f"a member is named as if it led out of the zip: {to_clean_text(str(path))}")
        name = path.name.strip().lower()
        if name in _MARKERS and name != path.name:
            listing.notes.append(f"{to_clean_text(path.name)} is not spelled {name}")
        listing.folders.setdefault(str(path.parent), {}).setdefault(name, member)
        if path.suffix.lower() == ".zip":
            listing.zips.append(member)
    return listing


def _to_inner_path(name: str) -> tuple[PurePosixPath, bool]:
    """Give a member's path with slashes, and whether it stays inside; what would lead out is cut off.

    Some zippers write backslashes. Nothing is ever unpacked under a member's name, so an odd one can do no harm.
    """
    parts = name.replace("\\", "/").split("/")
    kept = [part for part in parts if part not in ("", ".", "..") and not part.endswith(":")]
    is_inside = ".." not in parts and parts[0] != "" and not parts[0].endswith(":")
    return PurePosixPath(*kept), is_inside


def _open_zip(file: Path | IO[bytes], name: str) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        cause = _guess_content(file) or str(error)
        raise FeedRefused(f"{name} is not a whole zip file ({cause}). Download it again.") from error
    if len(archive.infolist()) > MOST_MEMBERS:
        archive.close()
        raise FeedRefused(f"{name} has {len(archive.infolist()):,} members; a feed has a few dozen. Check the source.")
    return archive


def _open_inner_zip(archive: zipfile.ZipFile, member: zipfile.ZipInfo, source: Path) -> zipfile.ZipFile:
    if member.file_size > LARGEST_INNER_ZIP_BYTES:
        raise FeedRefused(f"{source.name}: the zip inside it is too large. Unpack it and add the inner zip.")
    try:
        content = io.BytesIO(archive.read(member))
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        UnicodeDecodeError,
        RuntimeError,
        NotImplementedError,
    ) as error:
        raise FeedRefused(f"{source.name}: the zip inside it is damaged ({error}). Download it again.") from error
    return _open_zip(content, f"{source.name}: {to_clean_text(member.filename)}")


def _guess_content(file: Path | IO[bytes]) -> str | None:
    if not isinstance(file, Path):
        return None
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
    return next((kind for is_it, kind in kinds if is_it), None)
