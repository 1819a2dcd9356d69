"""An engine and a sink that make no sound but take the time of speech: for machines without sound, and rehearsals."""

import asyncio

from stopbell.speech.audio import SAMPLE_BYTES, Audio
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.voices import InstalledVoice, Intelligibility, VoiceFact

_RATE_HZ = 8000
_CHARACTERS_A_WORD = 6


class SilentSynthesiser:
    """Gives silence as long as the text would take to say. It claims every language and voices none."""

    name = "silent"

    async def prepare(self) -> None:
        """Do nothing: it is ready."""

    async def list_voices(self) -> tuple[InstalledVoice, ...]:
        """List the one voice that says nothing, in no language of its own."""
        return (InstalledVoice("silence", ()),)

    async def find_voice(self, language: str) -> VoiceFact:
        """Name a voice for any language: silence needs none."""
        return VoiceFact(language, "silence", Intelligibility.UNTRIED)

    async def render(self, text: str, voice: str, settings: VoiceSettings) -> Audio:
        """Give silence by the length of the text and the rate."""
        seconds = len(text) / _CHARACTERS_A_WORD / settings.rate_wpm * 60
        return Audio(bytes(round(seconds * _RATE_HZ) * SAMPLE_BYTES), _RATE_HZ)

    async def close(self) -> None:
        """Do nothing: there is nothing to end."""


class TimedSink:
    """Plays nothing, for as long as the audio lasts."""

    def __init__(self) -> None:
        """Prepare; nothing is opened."""
        self._silenced = asyncio.Event()

    async def prepare(self) -> None:
        """Do nothing: it is ready."""

    async def play(self, audio: Audio) -> None:
        """Wait until the audio would have ended, or was silenced."""
        self._silenced.clear()
        try:
            async with asyncio.timeout(audio.duration_s):
                await self._silenced.wait()
        except TimeoutError:
            return

    def silence(self) -> None:
        """End the wait."""
        self._silenced.set()

    async def close(self) -> None:
        """End the wait."""
        self._silenced.set()
