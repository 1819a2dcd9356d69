"""Where an announcement is heard: on the sound device, or in a folder of WAV files."""

import logging
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from stopbell.announcing.errors import AnnouncingInvalid
from stopbell.speech.audio import Audio, to_wav
from stopbell.speech.engine import Sink
from stopbell.speech.errors import PlaybackError

logger = logging.getLogger(__name__)

_REST_S = 30.0
"""A device that has failed is left alone for so long: text must not wait for it each time."""
_OURS = re.compile(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{4}(-\d)?\.(wav|txt)")


class Outlet(Protocol):
    """Takes what is to be heard."""

    async def prepare(self) -> None:
        """Find out whether it can be heard at all.

        Raises:
            PlaybackError: it cannot.
        """
        ...

    async def put(self, audio: Sequence[Audio], stem: str, text: str) -> None:
        """Bring it to its end; `stem` names it, `text` is the same in writing.

        Raises:
            PlaybackError: it was not heard to its end.
        """
        ...

    async def close(self) -> None:
        """Fall silent and leave nothing behind."""
        ...


class Loudspeaker:
    """Plays on the sound device."""

    def __init__(self, sink: Sink, monotonic: Callable[[], float]) -> None:
        """Take the device and a clock in seconds."""
        self._sink = sink
        self._monotonic = monotonic
        self._rests: tuple[float, PlaybackError] | None = None
        """Until when, and why."""

    async def prepare(self) -> None:
        """Open the device. See `Outlet.prepare`."""
        if self._rests is not None and self._monotonic() < self._rests[0]:
            raise self._rests[1]
        try:
            await self._sink.prepare()
        except PlaybackError as error:
            self._rests = (self._monotonic() + _REST_S, error)
            raise
        self._rests = None

    async def put(self, audio: Sequence[Audio], stem: str, text: str) -> None:
        """Play it. See `Outlet.put`."""
        del stem, text
        try:
            for piece in audio:
                await self._sink.play(piece)
        except PlaybackError as error:
            self._rests = (self._monotonic() + _REST_S, error)
            raise

    async def close(self) -> None:
        """Fall silent."""
        await self._sink.close()


class WavFolder:
    """Writes each announcement as a WAV file and, beside it, a text file of the same name; keeps the last ones."""

    def __init__(self, folder: Path, keep: int) -> None:
        """Take the folder, which is made, and how many announcements stay in it.

        Raises:
            AnnouncingInvalid: it cannot be made or written to.
        """
        self._folder = folder
        self._keep = keep
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = folder / ".stopbell-probe"
            probe.write_bytes(b"")
            probe.unlink()
        except OSError as error:
            raise AnnouncingInvalid(f"No WAV files can be written into {folder}: {error.strerror}.") from error

    async def prepare(self) -> None:
        """Do nothing: the folder is there."""

    async def put(self, audio: Sequence[Audio], stem: str, text: str) -> None:
        """Write the files, whole or not at all. See `Outlet.put`."""
        try:
            for number, piece in enumerate(audio):
                self._write(f"{stem}-{number}.wav" if number else f"{stem}.wav", to_wav(piece))
            self._write(f"{stem}.txt", text.encode())
            self._forget_old()
        except OSError as error:
            raise PlaybackError(f"cannot write into {self._folder}: {error}") from error

    async def close(self) -> None:
        """Do nothing: every file is complete."""

    def _write(self, name: str, content: bytes) -> None:
        # Whoever plays what appears here must never find half a file.
        half = self._folder / f".{name}.part"
        half.write_bytes(content)
        half.replace(self._folder / name)

    def _forget_old(self) -> None:
        """Remove the oldest of what announcements wrote here; nothing else is touched."""
        ours = sorted(path for path in self._folder.iterdir() if _OURS.fullmatch(path.name))
        stems = list(dict.fromkeys(path.name[:24] for path in ours))
        old = set(stems[: -self._keep])
        for path in ours:
            if path.name[:24] in old:
                path.unlink(missing_ok=True)
