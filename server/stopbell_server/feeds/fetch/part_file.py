"""A file that has its name only once it is whole."""

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from stopbell_server.feeds.fetch.errors import FetchFailed
from stopbell_server.feeds.fetch.limits import Progress


class PartFile:
    """Collects pieces beside the target; takes its place when it is finished, and goes away when it is not."""

    def __init__(self, target: Path, on_progress: Progress | None) -> None:
        """Write for `target`."""
        self._target = target
        self._part = target.with_name(f"{target.name}.part")
        self._on_progress = on_progress
        self.size = 0
        self.total: int | None = None
        """The expected size, for telling progress."""

    def __enter__(self) -> Self:
        """Begin an empty part."""
        try:
            self._file = self._part.open("wb")
        except OSError as error:
            raise self._explain(error) from None
        return self

    def write(self, piece: bytes) -> None:
        """Append and tell progress.

        Raises:
            FetchFailed: the disk is full or fails.
        """
        try:
            self._file.write(piece)
        except OSError as error:
            raise self._explain(error) from None
        self.size += len(piece)
        if self._on_progress is not None:
            self._on_progress(self.size, self.total)

    def start_over(self) -> None:
        """Forget what has arrived."""
        self._file.seek(0)
        self._file.truncate()
        self.size = 0

    def finish(self) -> None:
        """Say that it is whole, and put it in its place.

        Raises:
            FetchFailed: the disk is full or fails.
        """
        try:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._part.replace(self._target)
        except OSError as error:
            raise self._explain(error) from None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the part, if it has not become the file."""
        with suppress(OSError):  # bytes that a full disk did not take are written once more by closing
            self._file.close()
        self._part.unlink(missing_ok=True)

    def _explain(self, error: OSError) -> FetchFailed:
        reason = error.strerror or str(error)
        return FetchFailed(
            f"{self._target}: cannot be written ({reason}). Free some disk space, or allow writing there."
        )
