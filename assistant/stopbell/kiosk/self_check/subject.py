"""What is checked: a kiosk as its provisioning makes it, over its real facts."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from stopbell.conversation.ports import Clock, WatchedTools
from stopbell.kiosk.provisioning import Provisioning
from stopbell.speech.opening import EngineName, SpeechSettings, open_speech
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks

MakeVoice = Callable[[], SpeechQueue]


@dataclass(frozen=True, slots=True)
class Subject:
    """The kiosk to be checked."""

    provisioning: Provisioning
    tools: WatchedTools
    books: Phrasebooks
    clock: Clock
    folder: Path
    """For WAV files; empty at first."""
    rows: int | None = None
    """Of the kiosk's terminal; None: this does not run at it."""

    @property
    def book(self) -> Phrasebook:
        """The words of the kiosk's first language."""
        return self.books.pick(self.provisioning.languages[0])

    @property
    def spoken(self) -> tuple[Phrasebook, ...]:
        """The words of all its languages."""
        return tuple(self.books.pick(tag) for tag in self.provisioning.languages)

    def make_own_voice(self, folder: Path) -> SpeechQueue:
        """Make the voice that riders hear, into WAV files."""
        speech = self.provisioning.speech
        engine: EngineName = next(name for name in get_args(EngineName) if name == speech.engine)
        voice = VoiceSettings(rate_wpm=speech.rate_wpm, volume=speech.volume / 100)
        return open_speech(SpeechSettings(engine, has_spares=False, wav_folder=folder, voice=voice))

    def make_quick_voice(self) -> SpeechQueue:
        """Make a voice that is done at once and says nothing."""
        return open_speech(SpeechSettings("silent", wav_folder=self.folder / "quick"))

    def make_slow_voice(self) -> SpeechQueue:
        """Make a voice that says nothing for as long as speech takes."""
        return open_speech(SpeechSettings("silent"))
