"""What speaks: one door for every engine, and two narrower ones for engines that make audio for us to play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from stopbell.speech.audio import Audio
from stopbell.speech.earcons import Earcon
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.voices import InstalledVoice, VoiceFact


@dataclass(frozen=True, slots=True)
class VoicedPart:
    """A stretch of a sentence and who speaks it."""

    text: str
    """Not blank."""
    language: str
    """BCP 47 tag."""
    voice: str
    """The engine's own name of the voice."""


class Engine(Protocol):
    """Speaks aloud, whoever plays the sound. Nothing in it takes the event loop's time."""

    @property
    def name(self) -> str:
        """What the rider calls it in the settings."""
        ...

    async def prepare(self) -> None:
        """Do now what is slow to start. Raises as `speak` does."""
        ...

    async def list_voices(self) -> tuple[InstalledVoice, ...]:
        """List the voices as the engine names them, in its order.

        Raises:
            SynthesisError: the engine does not run.
        """
        ...

    async def find_voice(self, language: str) -> VoiceFact:
        """Tell which voice would speak a BCP 47 tag. A language without a usable voice is a fact, not an error.

        Raises:
            SynthesisError: the engine does not run at all.
        """
        ...

    async def probe(self, voice: str | None, settings: VoiceSettings) -> None:
        """Try everything that `speak` needs without being heard; `voice` is one of its own, None where it has none.

        Raises as `speak` does.
        """
        ...

    async def speak(self, parts: Sequence[VoicedPart], settings: VoiceSettings, earcon: Earcon | None = None) -> None:
        """Speak the parts as one sentence, to its end. Cancelling it silences at once.

        Args:
            parts: at least one.
            settings: speed and volume.
            earcon: a sign to hear before the words; left out where the engine cannot play one.

        Raises:
            SynthesisError: it cannot be spoken, also after the engine was replaced once.
            NoDeviceError: there is nothing to play on.
            PlaybackError: it began and could not be played to its end.
        """
        ...

    def silence(self) -> None:
        """Be silent now, without waiting. Harmless when nothing is spoken."""
        ...

    async def close(self) -> None:
        """End it and leave nothing behind. It can be called twice."""
        ...


class Synthesiser(Protocol):
    """Makes audio from text. It may take time, but never the event loop's."""

    @property
    def name(self) -> str:
        """What the rider calls it in the settings."""
        ...

    async def prepare(self) -> None:
        """Do now what is slow to start.

        Raises:
            SynthesisError: the engine does not run.
        """
        ...

    async def list_voices(self) -> tuple[InstalledVoice, ...]:
        """See `Engine.list_voices`."""
        ...

    async def find_voice(self, language: str) -> VoiceFact:
        """See `Engine.find_voice`."""
        ...

    async def render(self, text: str, voice: str, settings: VoiceSettings) -> Audio:
        """Make audio of a text that is not blank, with a voice that `find_voice` named.

        Raises:
            SynthesisError: no audio, also after the engine was replaced once.
        """
        ...

    async def close(self) -> None:
        """End it and leave nothing behind. It can be called twice."""
        ...


class Sink(Protocol):
    """Where audio goes."""

    async def prepare(self) -> None:
        """Do now what is slow to start. Raises as `play` does."""
        ...

    async def play(self, audio: Audio) -> None:
        """Play to the end: returns when the last sample was heard. Cancelling it silences at once.

        Raises:
            NoDeviceError: there is nothing to play on.
            PlaybackError: it began and could not be played to its end.
        """
        ...

    def silence(self) -> None:
        """Be silent now, without waiting; `play` then returns as if it were over. Harmless when nothing plays."""
        ...

    async def close(self) -> None:
        """Fall silent and leave nothing behind. It can be called twice."""
        ...
