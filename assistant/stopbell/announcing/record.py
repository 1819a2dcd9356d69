"""What was announced, in writing: a line for each language, at the moment it is said, and in the same words."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from stopbell.faces.plain import to_plain

logger = logging.getLogger(__name__)

LARGEST_BYTES = 1_000_000
"""A file of announcements that has grown so large becomes `.1`, and a new one begins: two such are all there is."""


@dataclass(frozen=True, slots=True)
class Told:
    """One announcement in one language."""

    language: str
    written: str
    is_spoken: bool
    """False where it is shown only: in quiet hours, without a voice for the language, without a device."""

    def to_line(self, at: datetime) -> str:
        """Give the line, with the time of day at the stop."""
        mark = "" if self.is_spoken else " (not spoken)"
        return f"{at:%Y-%m-%d %H:%M:%S} {self.language}{mark}: {to_plain(self.written)}\n"


class Record:
    """Writes to standard output and, if wanted, into a file that does not grow without end."""

    def __init__(self, write: Callable[[str], None], path: Path | None = None) -> None:
        """Take what prints whole lines, and the file."""
        self._write = write
        self._path = path
        self._is_failing = False

    def add(self, at: datetime, told: Iterable[Told]) -> str:
        """Write an announcement, complete before it is heard; give its lines."""
        text = "".join(one.to_line(at) for one in told)
        self._write(text)
        if self._path is not None:
            try:
                self._append(self._path, text)
                self._is_failing = False
            except OSError as error:
                if not self._is_failing:
                    logger.warning("cannot write into %s: %s", self._path, error.strerror)
                self._is_failing = True
        return text

    def _append(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > LARGEST_BYTES:
            path.replace(path.with_name(f"{path.name}.1"))
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
