"""Engines that speak at once, fail or lack voices, as a test says."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from stopbell.speech.earcons import Earcon
from stopbell.speech.engine import VoicedPart
from stopbell.speech.errors import PlaybackError, SynthesisError
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.voices import InstalledVoice, Intelligibility, VoiceFact


@dataclass
class FakeMouth:
    """Remembers what it spoke."""

    name: str
    broken: SynthesisError | PlaybackError | None = None
    languages: frozenset[str] = frozenset({"en", "uk", "pl"})
    voices: tuple[str, ...] = ()
    spoken: list[tuple[str, str]] = field(default_factory=list)
    """Text and voice."""
    sounds: list[tuple[VoiceSettings, Earcon | None]] = field(default_factory=list)
    tried: int = 0

    async def prepare(self) -> None:
        self._try()

    async def list_voices(self) -> tuple[InstalledVoice, ...]:
        return tuple(InstalledVoice(voice, ()) for voice in self.voices)

    async def find_voice(self, language: str) -> VoiceFact:
        known = language in self.languages
        return VoiceFact(language, language if known else None, Intelligibility.GOOD)

    async def probe(self, voice: str | None, settings: VoiceSettings) -> None:
        self._try()

    async def speak(self, parts: Sequence[VoicedPart], settings: VoiceSettings, earcon: Earcon | None = None) -> None:
        self._try()
        self.spoken += [(part.text, part.voice) for part in parts]
        self.sounds.append((settings, earcon))

    def silence(self) -> None:
        pass

    async def close(self) -> None:
        pass

    def _try(self) -> None:
        self.tried += 1
        if self.broken is not None:
            raise self.broken
