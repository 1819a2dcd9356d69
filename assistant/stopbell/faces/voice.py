"""What a face needs of a voice."""

from typing import Protocol


class Voice(Protocol):
    """Speaks; `stopbell.speech.queue.SpeechQueue` is one."""

    def say(self, words: str, language: str, /) -> object:
        """Take a sentence and return at once."""
        ...

    def set_sound(self, *, rate_wpm: int | None, volume: int | None) -> None:
        """Speak so many words a minute, and so loud (0 to 100), from the next sentence on; None: as usual."""
        ...

    def stop(self) -> None:
        """Fall silent at once."""
        ...

    def repeat(self) -> object:
        """Say the last sentence again."""
        ...

    async def idle(self) -> None:
        """Wait until nothing is spoken and nothing waits."""
        ...
