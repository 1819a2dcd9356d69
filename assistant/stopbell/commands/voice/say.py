"""`stopbell voice say`: hear a sentence as the settings have it, and be told who spoke."""

import asyncio
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from stopbell.commands.command import Command
from stopbell.commands.running import report
from stopbell.commands.situation import Situation, read_situation
from stopbell.commands.speaking import add_engine_arguments, read_speech_settings

if TYPE_CHECKING:
    from stopbell.speech.opening import SpeechSettings
    from stopbell_server.phrases.phrasebooks import Phrasebook

_SAMPLE = "speech.check_first"


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("text", nargs="*", metavar="TEXT", help="what to say; a sentence of our own when left out")
    parser.add_argument("--name", metavar="VOICE", help="a voice as `stopbell voice list` names it")
    parser.add_argument("--rate", type=_parse_rate, metavar="WORDS", help="words a minute, 80 to 450")
    parser.add_argument("--volume", type=_parse_volume, metavar="PERCENT", help="0 to 100")
    add_engine_arguments(parser)


def _parse_rate(text: str) -> int:
    from stopbell.speech.settings import FASTEST_WPM, SLOWEST_WPM

    if not text.isdecimal() or not SLOWEST_WPM <= int(text) <= FASTEST_WPM:
        raise ArgumentTypeError(f"{text!r} is no speed; give {SLOWEST_WPM} to {FASTEST_WPM} words a minute")
    return int(text)


def _parse_volume(text: str) -> int:
    if not text.isdecimal() or int(text) > 100:
        raise ArgumentTypeError(f"{text!r} is no volume; give 0 to 100")
    return int(text)


def _run(options: Namespace) -> int:
    from stopbell_server.phrases.phrasebooks import Phrasebooks

    situation = read_situation(options)
    book = Phrasebooks.load().pick(situation.language or situation.system_language or "en")
    return asyncio.run(_say(situation, book, options))


async def _say(situation: Situation, book: "Phrasebook", options: Namespace) -> int:
    from stopbell.speech.opening import open_speech
    from stopbell.speech.trouble import Trouble
    from stopbell.speech.utterance import Outcome

    def tell(trouble: Trouble) -> None:
        report(book.say(f"speech.{trouble.code.value}").written)
        if trouble.detail:
            report(trouble.detail)

    settings = _read_settings(situation, book, options)
    if options.name and not await _is_listed(settings, book.language):
        report(f"No voice is called {options.name}. `stopbell voice list` shows those of {settings.engine}.")
        return 1
    text = " ".join(options.text) or book.say(_SAMPLE).spoken
    async with open_speech(settings, now=situation.clock.now) as speech:
        speech.tell_troubles_to(tell)
        speech.set_sound(rate_wpm=options.rate, volume=options.volume)
        outcome = await speech.say(text, book.language).wait()
        spoke = speech.delivery.spoken_by
    if outcome is Outcome.DONE:
        print(f"Spoken by {spoke}.")
    return 0 if outcome is Outcome.DONE else 1


def _read_settings(situation: Situation, book: "Phrasebook", options: Namespace) -> "SpeechSettings":
    settings = read_speech_settings(situation)
    if not options.name:
        return settings
    voices = {**settings.voice.voices, book.language: options.name}
    return replace(settings, voice=replace(settings.voice, voices=voices))


async def _is_listed(settings: "SpeechSettings", language: str) -> bool:
    from stopbell.speech.opening import make_engines
    from stopbell.speech.voices import find_wished_voice

    (engine, _), *_ = make_engines(settings)
    try:
        return find_wished_voice(language, settings.voice.voices, await engine.list_voices()) is not None
    finally:
        await engine.close()


COMMAND = Command("say", "Say a sentence with the voice that is set, or another, to try it.", _add_arguments, _run)
