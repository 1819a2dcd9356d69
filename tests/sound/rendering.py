"""Announcements as audio, on the product's own path: queue, mending, voices, engine, WAV files."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from stopbell.speech.audio import Audio, to_wav
from stopbell.speech.audio_files import parse_audio
from stopbell.speech.opening import SpeechSettings, open_speech
from stopbell.speech.scripts import SpokenPart
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.utterance import Outcome
from tests.sound.announcements import Announcement


async def render_all(announcements: Sequence[Announcement], folder: Path) -> Mapping[Announcement, Audio]:
    """Render each at the default rate, and keep it as `LANGUAGE NAME.wav`; whatever fails is an error here."""
    made: dict[Announcement, Audio] = {}
    staged = folder / "staged"
    settings = SpeechSettings(has_spares=False, wav_folder=staged, voice=VoiceSettings())
    async with open_speech(settings) as speech:
        for announcement in announcements:
            words = (SpokenPart(announcement.spoken, announcement.language),)
            outcome = await speech.say(words, announcement.language).wait()
            assert outcome is Outcome.DONE, f"{announcement}: {outcome}"
            audio = _take(staged)
            made[announcement] = audio
            (folder / to_file_name(announcement)).write_bytes(to_wav(audio))
    staged.rmdir()
    return made


def to_file_name(announcement: Announcement) -> str:
    """Give the name under which it is kept."""
    return f"{announcement.language} {announcement.name}.wav"


def _take(folder: Path) -> Audio:
    """Take what was written for one announcement away: one file, as all voices of the engine have one format."""
    (path,) = folder.iterdir()
    audio = parse_audio(path.read_bytes())
    path.unlink()
    return audio
