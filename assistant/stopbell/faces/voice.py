"""What a face needs of a voice."""

from typing import Protocol

from stopbell.speech.speaker import Speaker


class Voice(Speaker, Protocol):
    """Speaks; `stopbell.speech.queue.SpeechQueue` is one."""

    def set_sound(self, *, rate_wpm: int | None, volume: int | None) -> None:
        """Speak so many words a minute, and so loud (0 to 100), from the next sentence on; None: as usual."""
        ...

    async def idle(self) -> None:
        """Wait until nothing is spoken and nothing waits."""
        ...
