"""A voice that counts how much of it sounds at the same time."""

import time
from collections.abc import Callable

from stopbell.kiosk.self_check.subject import MakeVoice
from stopbell.speech.audio import Audio
from stopbell.speech.delivery import Delivery
from stopbell.speech.played_engine import PlayedEngine
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.silent import SilentSynthesiser, TimedSink


class _CountedSink(TimedSink):
    """Takes the time of speech, and counts."""

    def __init__(self) -> None:
        super().__init__()
        self.most = 0
        self._now = 0

    async def play(self, audio: Audio) -> None:
        """Count while it lasts."""
        self._now += 1
        self.most = max(self.most, self._now)
        try:
            await super().play(audio)
        finally:
            self._now -= 1


def make_counted_voice() -> tuple[MakeVoice, Callable[[], int]]:
    """Give what makes such a voice, and what tells the most that sounded at once; 0: nothing did."""
    sink = _CountedSink()

    def make() -> SpeechQueue:
        return SpeechQueue(
            Delivery([(PlayedEngine(SilentSynthesiser(), sink), "counted")], VoiceSettings(), time.monotonic),
            time.monotonic,
        )

    return make, lambda: sink.most
