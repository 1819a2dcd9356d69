"""A sink that writes what would be heard into WAV files, one for each utterance."""

from pathlib import Path

from stopbell.speech.audio import Audio, to_wav
from stopbell.speech.errors import PlaybackError


class WavSink:
    """Writes `0001.wav`, `0002.wav` and so on into a folder, at once and not in the time of speech."""

    def __init__(self, folder: Path) -> None:
        """Take the folder; it is made when the first file is written. Files of earlier runs are written over."""
        self._folder = folder
        self._count = 0

    async def prepare(self) -> None:
        """Do nothing: the folder is made with the first file."""

    async def play(self, audio: Audio) -> None:
        """Write one file."""
        self._count += 1
        target = self._folder / f"{self._count:04d}.wav"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            target.write_bytes(to_wav(audio))
        except OSError as error:
            raise PlaybackError(f"cannot write {target}: {error}") from error

    def silence(self) -> None:
        """Do nothing: a file is written whole."""

    async def close(self) -> None:
        """Do nothing: every file is complete."""
