"""`stopbell announce --stop STOP`: unattended announcements at a stop, aloud or as WAV files, and as text."""

import asyncio
import signal
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from stopbell.commands.command import MISUSED, Command
from stopbell.commands.opening import Opened, open_tools
from stopbell.commands.running import report
from stopbell.commands.situation import Situation, read_situation
from stopbell.commands.speaking import read_speech_settings

if TYPE_CHECKING:
    from stopbell.announcing.announced_stop import AnnouncedStop
    from stopbell.announcing.booth import Booth
    from stopbell.announcing.settings import AnnouncingSettings
    from stopbell.speech.trouble import Trouble


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--stop", action="append", metavar="STOP", help="what to announce; several times for several")
    parser.add_argument("--languages", metavar="TAGS", help="in which languages, in this order, such as uk,en")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="a TOML file; flags go over it")
    heard = parser.add_argument_group("how it is heard and shown")
    heard.add_argument("--wav", metavar="DIR", help="write a WAV and a text file for each, in place of being heard")
    heard.add_argument("--text", metavar="FILE", help="append the text there too")
    heard.add_argument("--volume", type=_to_percent, metavar="PERCENT", help="0 to 100; the file can set it by hour")
    heard.add_argument("--quiet", metavar="HH:MM-HH:MM", help="hours without sound, by the stop's own time")
    heard.add_argument("--rate", type=int, metavar="WPM", help="words a minute, 80 to 450")
    heard.add_argument("--tone", action="store_true", default=None, help="a short sign before each announcement")
    length = parser.add_argument_group("how long")
    length.add_argument("--once", action="store_true", help="read the next departures once, and end")
    length.add_argument("--for", dest="minutes", type=_to_minutes, metavar="MINUTES", help="end after so long")
    length.add_argument("--board-every", type=int, metavar="MINUTES", help="read the next departures so often too")


def _to_percent(text: str) -> int:
    if not text.isdecimal() or int(text) > 100:
        raise ArgumentTypeError(f"{text!r} is no volume; write 0 to 100")
    return int(text)


def _to_minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes < 1e6:
        raise ArgumentTypeError(f"{text!r} is no number of minutes above 0")
    return minutes


def _run(options: Namespace) -> int:
    return asyncio.run(_announce(read_situation(options), options))


async def _announce(situation: Situation, options: Namespace) -> int:
    from stopbell.announcing.errors import AnnouncingInvalid, StopUnclearError

    async with open_tools(situation) as opened:
        try:
            settings = _read(situation, opened, options)
            stops = await _find_stops(settings, situation, opened)
        except (AnnouncingInvalid, StopUnclearError) as error:
            for line in str(error).splitlines():
                report(line)
            return MISUSED
        async with _open_booth(settings, situation, opened) as booth:
            if options.once:
                return await _read_once(stops, booth)
            end = _end_by_signal()
            names = ", ".join(stop.name(opened.phrasebooks.pick(settings.languages[0])).written for stop in stops)
            report(f"{names}, in {', '.join(settings.languages)}.")
            is_broken = await _go(stops, booth, situation, end, options.minutes, settings.board_every_min)
            return 1 if is_broken else _to_status(booth)


def _read(situation: Situation, opened: Opened, options: Namespace) -> "AnnouncingSettings":
    from stopbell.announcing.settings import read_settings, to_hours

    languages = [tag.strip() for tag in options.languages.split(",") if tag.strip()] if options.languages else None
    if languages is None and options.settings is None and situation.language:
        languages = [opened.phrasebooks.pick(situation.language).language]
    flags = {
        "stops": options.stop,
        "languages": languages,
        "wav": options.wav,
        "text": options.text,
        "rate_wpm": options.rate,
        "tone": options.tone,
        "board_every_min": options.board_every,
        "volume_by_hour": to_hours(options.volume, options.quiet),
    }
    return read_settings(options.settings, flags, opened.phrasebooks.languages)


async def _find_stops(
    settings: "AnnouncingSettings", situation: Situation, opened: Opened
) -> "tuple[AnnouncedStop, ...]":
    from stopbell.announcing.finding_stops import find_announced_stops

    return await find_announced_stops(
        settings.stops, settings.languages, opened.toolbox, opened.phrasebooks, situation.clock
    )


@asynccontextmanager
async def _open_booth(settings: "AnnouncingSettings", situation: Situation, opened: Opened) -> "AsyncGenerator[Booth]":
    from stopbell.announcing.booth import Booth, Manner
    from stopbell.announcing.outlets import Loudspeaker, WavFolder
    from stopbell.announcing.record import Record
    from stopbell.announcing.studio import Studio
    from stopbell.speech.device_sink import DeviceSink
    from stopbell.speech.opening import open_speech
    from stopbell.speech.volume_hours import VolumeHours

    def tell(trouble: "Trouble") -> None:
        book = opened.phrasebooks.pick(settings.languages[0])
        about = f" ({trouble.language})" if trouble.language else ""
        report(f"{book.say(f'speech.{trouble.code.value}').written}{about}")

    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="stopbell-", ignore_cleanup_errors=True)))
        outlet = (
            WavFolder(_to_path(settings.wav), settings.keep)
            if settings.wav is not None
            else Loudspeaker(DeviceSink(), situation.clock.monotonic)
        )
        stack.push_async_callback(outlet.close)
        chosen = read_speech_settings(situation)
        # Loudness and signs are those of the announcements, not those of the assistant.
        voice = replace(chosen.voice, hours=VolumeHours(), has_earcons=False)
        spoken = replace(chosen, wav_folder=folder, voice=voice, is_ducking=False)
        speech = await stack.enter_async_context(open_speech(spoken))
        speech.tell_troubles_to(tell)
        text = _to_path(settings.text) if settings.text is not None else None
        manner = Manner(settings.rate_wpm, settings.hours, settings.tone)
        booth = Booth(Studio(speech, folder), outlet, Record(_print, text), manner)
        booth.tell_troubles_to(tell)
        yield booth


def _to_path(text: str) -> Path:
    return Path(text).expanduser()


async def _read_once(stops: "tuple[AnnouncedStop, ...]", booth: "Booth") -> int:
    from stopbell.announcing.running import read_boards
    from stopbell.conversation.watching.errors import NoAnswerError

    try:
        await read_boards(stops, booth)
    except NoAnswerError as error:
        report(f"No answer came: {error}")
        return 1
    return _to_status(booth)


def _end_by_signal() -> asyncio.Event:
    end, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers; there an interrupt ends the program at once.
        with suppress(NotImplementedError):
            loop.add_signal_handler(name, end.set)
    return end


async def _go(
    stops: "tuple[AnnouncedStop, ...]",
    booth: "Booth",
    situation: Situation,
    end: asyncio.Event,
    minutes: float | None,
    board_every_min: int | None,
) -> bool:
    """Announce until the end; give whether a fault has ended it."""
    from stopbell.announcing.running import Run
    from stopbell.announcing.turns import Turns

    loop = asyncio.get_running_loop()
    ending = loop.call_later(minutes * 60, end.set) if minutes is not None else None
    run = Run(stops, booth, Turns(situation.clock.monotonic), asyncio.sleep)
    try:
        await run.go(end, board_every_min)
    finally:
        if ending is not None:
            ending.cancel()
    return run.is_broken


def _to_status(booth: "Booth") -> int:
    """Give 1 where something was to be heard and nothing was."""
    return 1 if booth.tally.due and not booth.tally.heard else 0


def _print(text: str) -> None:
    print(text, end="", flush=True)


COMMAND = Command("announce", "Announce what comes to a stop, unattended, aloud or as WAV files.", _add_arguments, _run)
