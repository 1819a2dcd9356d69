"""What a face needs of a voice."""

from typing import Protocol


class Voice(Protocol):
    """Speaks; `stopbell.speech.queue.SpeechQueue` is one."""

    def say(self, words: str, language: str, /) -> object:
        """Take a sentence and return at once."""
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
