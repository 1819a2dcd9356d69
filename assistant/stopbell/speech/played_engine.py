"""An engine that makes audio, and the sink that plays it, as one."""

import asyncio
from collections.abc import Sequence

from stopbell.speech.audio import Audio, join_audio
from stopbell.speech.earcons import Earcon, make_earcon
from stopbell.speech.engine import Sink, Synthesiser, VoicedPart
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.voices import InstalledVoice, VoiceFact


class PlayedEngine:
    """Renders all parts of a sentence first and then plays them, so that no pause falls between two voices."""

    def __init__(self, synthesiser: Synthesiser, sink: Sink) -> None:
        """Take what makes audio and what plays it; the sink may be shared with other engines."""
        self._synthesiser = synthesiser
        self._sink = sink

    @property
    def name(self) -> str:
        """What the rider calls it in the settings."""
        return self._synthesiser.name

    async def prepare(self) -> None:
        """Start both."""
        await self._synthesiser.prepare()
        await self._sink.prepare()

    async def list_voices(self) -> tuple[InstalledVoice, ...]:
        """See `Engine.list_voices`."""
        return await self._synthesiser.list_voices()

    async def find_voice(self, language: str) -> VoiceFact:
        """See `Engine.find_voice`."""
        return await self._synthesiser.find_voice(language)

    async def probe(self, voice: str | None, settings: VoiceSettings) -> None:
        """Make audio of one word and drop it, and open the sink."""
        if voice is not None:
            await self._synthesiser.render("a", voice, settings)
        await self._sink.prepare()

    async def speak(self, parts: Sequence[VoicedPart], settings: VoiceSettings, earcon: Earcon | None = None) -> None:
        """See `Engine.speak`."""
        pieces = [await self._synthesiser.render(part.text, part.voice, settings) for part in parts]
        whole = join_audio(pieces)
        if earcon is not None:
            whole = (_put_before(whole[0], earcon, settings.volume), *whole[1:])
        for audio in whole:
            await self._sink.play(audio)

    def silence(self) -> None:
        """Be silent now."""
        self._sink.silence()

    async def close(self) -> None:
        """End both."""
        await asyncio.gather(self._synthesiser.close(), self._sink.close())


def _put_before(words: Audio, earcon: Earcon, volume: float) -> Audio:
    sign = make_earcon(earcon, words.rate_hz, words.channels, volume)
    return Audio(sign.samples + words.samples, words.rate_hz, words.channels)
