"""A file that has its name only once it is whole."""

from pathlib import Path
from types import TracebackType
from typing import Self

from stopbell_server.feeds.fetch.errors import FetchFailed
from stopbell_server.feeds.fetch.limits import Progress


class PartFile:
    """Collects pieces beside the target and takes its place at the end; a failure leaves nothing."""

    def __init__(self, target: Path, total: int | None, on_progress: Progress | None) -> None:
        """Write for `target`; `total` is the expected size, for telling progress."""
        self._target = target
        self._part = target.with_name(f"{target.name}.part")
        self._total = total
        self._on_progress = on_progress
        self.size = 0

    def __enter__(self) -> Self:
        """Begin an empty part."""
        try:
            self._file = self._part.open("wb")
        except OSError as error:
            raise FetchFailed(f"{self._target}: cannot be written ({error.strerror or error})") from None
        return self

    def write(self, piece: bytes) -> None:
        """Append and tell progress.

        Raises:
            FetchFailed: the disk is full or fails.
        """
        try:
            self._file.write(piece)
        except OSError as error:
            raise FetchFailed(f"{self._target}: cannot be written ({error.strerror or error})") from None
        self.size += len(piece)
        if self._on_progress is not None:
            self._on_progress(self.size, self._total)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Put the whole file in its place, or remove the part."""
        try:
            self._file.close()
            if kind is None:
                self._part.replace(self._target)
        finally:
            self._part.unlink(missing_ok=True)
