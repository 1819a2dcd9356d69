"""Speaking from a command: one reply and out, or a voice for a face; and what was set about it."""

from argparse import SUPPRESS, ArgumentParser
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from stopbell.commands.pronunciations import open_lexicons
from stopbell.commands.running import report

if TYPE_CHECKING:
    from stopbell.commands.situation import Situation
    from stopbell.conversation.profile import Profile
    from stopbell.conversation.reply import Reply
    from stopbell.speech.opening import SpeechSettings
    from stopbell.speech.queue import SpeechQueue
    from stopbell_server.phrases.phrasebooks import Phrasebooks

ENGINE_WORDS = ("pyttsx3", "espeak-ng", "speech-dispatcher", "silent")


def add_engine_arguments(parser: ArgumentParser) -> None:
    """Add what chooses the voice and where it is heard; left out, nothing is set."""
    sound = parser.add_argument_group("its own voice")
    sound.add_argument("--engine", choices=ENGINE_WORDS, default=SUPPRESS, help="what makes the voice")
    sound.add_argument(
        "--wav", metavar="FOLDER", default=SUPPRESS, help="write WAV files there in place of being heard"
    )


def read_speech_settings(situation: "Situation", *, is_warm: bool = True) -> "SpeechSettings":
    """Give what was set about the voice; an engine that is not here is reported, and others speak in its place.

    Raises:
        NoFilesError: files are asked of an engine that plays by itself.
    """
    from stopbell.speech.engine_names import DEFAULT_ENGINE, find_remedy
    from stopbell.speech.opening import SpeechSettings
    from stopbell.speech.settings import VoiceSettings
    from stopbell.speech.volume_hours import parse_volume_hours

    settings = situation.settings
    engine = settings.engine or DEFAULT_ENGINE
    if remedy := find_remedy(engine):
        report(f"The speech engine {engine} cannot be used. {remedy}")
    hours = parse_volume_hours(settings.speech.volume_by_hour)
    lexicons = open_lexicons(situation)
    for fault in lexicons.faults:
        report(fault.sentence)
    voice = VoiceSettings(
        voices=settings.speech.voices,
        hours=hours,
        has_earcons=settings.speech.earcons,
        to_spoken=lexicons.to_spoken_text,
    )
    return SpeechSettings(
        engine=engine,
        has_spares=settings.speech.spare_engines,
        module=settings.speech.output_module,
        wav_folder=Path(settings.wav).expanduser() if settings.wav else None,
        voice=voice,
        is_ducking=settings.speech.ducking,
        is_warm=is_warm,
    )


@asynccontextmanager
async def open_voice(
    situation: "Situation",
    phrasebooks: "Phrasebooks",
    find_language: Callable[[], str],
    write: Callable[[str], None],
) -> "AsyncGenerator[SpeechQueue]":
    """Open a voice that writes, once for each reason, why it cannot be heard."""
    from stopbell.speech.opening import open_speech
    from stopbell.speech.trouble import Trouble

    def tell(trouble: Trouble) -> None:
        write(phrasebooks.pick(find_language()).say(f"speech.{trouble.code.value}").written)

    async with open_speech(read_speech_settings(situation), now=situation.clock.now) as speech:
        speech.tell_troubles_to(tell)
        yield speech


async def speak_once(
    situation: "Situation", reply: "Reply", phrasebooks: "Phrasebooks", profile: "Profile"
) -> tuple[str, ...]:
    """Speak a reply to its end, as the rider likes it; give the sentences that say why it was not heard."""
    notes: list[str] = []
    async with open_voice(situation, phrasebooks, lambda: reply.language, notes.append) as speech:
        if reply.spoken:
            speech.set_sound(rate_wpm=profile.rate_wpm, volume=profile.volume)
            speech.say(reply.spoken, reply.language)
            await speech.idle()
    return tuple(notes)
