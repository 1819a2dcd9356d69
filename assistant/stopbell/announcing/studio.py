"""Where announcements are spoken before anybody hears them: through the one queue of sentences, into files.

So that tone, languages and pauses are one sound, and it is known before the text is shown which of it can be heard.
"""

import asyncio
import logging
from pathlib import Path

from stopbell.speech.audio import Audio, join_audio
from stopbell.speech.audio_files import parse_audio
from stopbell.speech.errors import SynthesisError
from stopbell.speech.speaker import Speaker
from stopbell.speech.utterance import Outcome

logger = logging.getLogger(__name__)

_PATIENCE_S = 10.0
"""Text must not wait longer for a voice that hangs."""


class Studio:
    """Turns sentences into audio, one at a time."""

    def __init__(self, speech: Speaker, folder: Path) -> None:
        """Take a speech queue that writes WAV files into this folder, which nobody else uses."""
        self._speech = speech
        self._folder = folder

    async def speak(self, text: str, language: str, *, rate_wpm: int | None, volume: int) -> tuple[Audio, ...]:
        """Give the audio of a text, in pieces only where their formats differ; empty: no voice, or it fails.

        The queue tells why.
        """
        self._speech.set_sound(rate_wpm=rate_wpm, volume=volume)
        utterance = self._speech.say(text, language, repeatable=False)
        try:
            async with asyncio.timeout(_PATIENCE_S):
                outcome = await utterance.wait()
        except TimeoutError:
            logger.warning("the voice takes longer than %g seconds", _PATIENCE_S)
            self._speech.stop()
            outcome = Outcome.FAILED
        pieces = self._collect()
        return join_audio(pieces) if outcome is Outcome.DONE else ()

    def _collect(self) -> list[Audio]:
        """Take what has been written, and leave the folder empty."""
        pieces: list[Audio] = []
        for path in sorted(self._folder.glob("*.wav")):
            try:
                pieces.append(parse_audio(path.read_bytes()))
            except SynthesisError as error:
                logger.warning("%s", error)
            path.unlink(missing_ok=True)
        return pieces
