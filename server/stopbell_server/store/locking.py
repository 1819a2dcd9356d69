"""A lock between processes that names its holder and ends with it, even if it is killed."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from stopbell_server.domain.errors import FeedBusy
from stopbell_server.domain.text import to_clean_text

_LONGEST_HOLDER = 200


@contextmanager
def hold_lock(path: Path, purpose: str) -> Generator[None]:
    """Hold the lock of this file while the block runs; `purpose` is told to others who want it.

    Raises:
        FeedBusy: another process, or another block of this one, holds it; waits for nobody.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _try_lock(descriptor):
            holder = to_clean_text(os.read(descriptor, _LONGEST_HOLDER).decode("utf-8", "replace"))
            raise FeedBusy(
                f"The feed {path.parent.name} is being changed by {holder or 'another process'}. "
                "Wait until that has ended, then try again."
            )
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"process {os.getpid()} ({purpose})".encode())
        yield
        os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    _LOCKED_BYTE = 2**30
    """Beyond the text, because Windows keeps others from reading locked bytes."""

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
