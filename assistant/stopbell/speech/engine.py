"""What the queue needs of an engine and of a place to hear it: two narrow doors."""

from typing import Protocol

from stopbell.speech.audio import Audio
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.voices import VoiceFact


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

    async def find_voice(self, language: str) -> VoiceFact:
        """Tell which voice would speak a BCP 47 tag. A language without a usable voice is a fact, not an error.

        Raises:
            SynthesisError: the engine does not run at all.
        """
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
