"""What is checked: a kiosk as its provisioning makes it, over its real facts."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from stopbell.conversation.ports import Clock, WatchedTools
from stopbell.kiosk.provisioning import Provisioning
from stopbell.kiosk.sounding import make_speech_settings
from stopbell.speech.opening import SpeechSettings, open_speech
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.spoken_text import to_spoken_text
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
    to_spoken: Callable[[str, str], str] = to_spoken_text
    """Gives a text of a language as a voice should get it, by the city's lexicon."""

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
        return open_speech(
            make_speech_settings(
                self.provisioning.speech, to_spoken=self.to_spoken, wav_folder=folder, has_spares=False
            )
        )

    def make_quick_voice(self) -> SpeechQueue:
        """Make a voice that is done at once and says nothing."""
        return open_speech(SpeechSettings("silent", wav_folder=self.folder / "quick"))

    def make_slow_voice(self) -> SpeechQueue:
        """Make a voice that says nothing for as long as speech takes."""
        return open_speech(SpeechSettings("silent"))
