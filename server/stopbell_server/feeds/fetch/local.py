"""Local files as sources, asked conditionally like addresses."""

import stat
from collections.abc import Iterator
from pathlib import Path

from stopbell_server.feeds.fetch.errors import FetchFailed
from stopbell_server.feeds.fetch.limits import Validators

_PIECE = 1 << 18


def identify(path: Path) -> tuple[Validators, int]:
    """Give what identifies the file's present content, and its size in bytes.

    Raises:
        FetchFailed: it is missing, not readable, or not a plain file.
    """
    try:
        found = path.stat()
    except OSError as error:
        raise FetchFailed(f"{path}: cannot be read ({error.strerror or 'no such file'})") from None
    if not stat.S_ISREG(found.st_mode):
        raise FetchFailed(f"{path}: is not a plain file")
    return Validators(etag=f'"{found.st_mtime_ns:x}-{found.st_size:x}"'), found.st_size


def read_pieces(path: Path, limit: int) -> Iterator[bytes]:
    """Yield the file's bytes.

    Raises:
        FetchFailed: not readable, or more than `limit` bytes.
    """
    done = 0
    try:
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                done += len(piece)
                if done > limit:
                    raise FetchFailed(f"{path}: is larger than {limit} bytes")
                yield piece
    except OSError as error:
        raise FetchFailed(f"{path}: cannot be read ({error.strerror or error})") from None
