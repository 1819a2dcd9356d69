"""The kiosk's voice is looked after while nobody listens, and a device that comes back is used at once."""

import asyncio

from stopbell.kiosk.provisioning import SpeechTable
from stopbell.kiosk.voice import KioskVoice
from stopbell.speech.audio import Audio
from stopbell.speech.delivery import Delivery
from stopbell.speech.errors import NoDeviceError
from stopbell.speech.played_engine import PlayedEngine
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.silent import SilentSynthesiser
from stopbell.speech.utterance import Outcome
from tests.assistant.talking import TestClock


class Plug:
    """A sink whose device a test plugs in and out."""

    def __init__(self) -> None:
        self.is_in = False

    async def prepare(self) -> None:
        if not self.is_in:
            raise NoDeviceError("nothing is plugged in")

    async def play(self, audio: Audio) -> None:
        await self.prepare()

    def silence(self) -> None:
        """Do nothing: nothing takes time here."""

    async def close(self) -> None:
        """Do nothing: nothing is open."""


def test_a_loudspeaker_that_comes_back_speaks_the_next_sentence() -> None:
    async def play() -> None:
        clock, plug = TestClock(), Plug()
        made = 0

        def make() -> SpeechQueue:
            nonlocal made
            made += 1
            return SpeechQueue(
                Delivery([(PlayedEngine(SilentSynthesiser(), plug), "plug")], VoiceSettings(), clock.monotonic),
                clock.monotonic,
            )

        async with KioskVoice(make, SpeechTable(), "en", clock.monotonic) as voice, asyncio.timeout(30):
            assert await voice.say("One.", "en").wait() is Outcome.FAILED
            assert voice.trouble is not None
            plug.is_in = True
            while voice.trouble is not None:  # time goes on in each round
                clock.seconds += 0.01
                await asyncio.sleep(0)
            await voice.probe()
            assert await voice.say("Two.", "en").wait() is Outcome.DONE
            assert made >= 2

    asyncio.run(play())
