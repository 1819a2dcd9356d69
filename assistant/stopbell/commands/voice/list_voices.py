"""`stopbell voice list`: the voices of an engine, by the names that the setting `voices` takes."""

import asyncio
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from stopbell.commands.command import Command
from stopbell.commands.situation import Situation, read_situation
from stopbell.commands.speaking import add_engine_arguments, read_speech_settings
from stopbell.faces.plain import to_plain

if TYPE_CHECKING:
    from stopbell.speech.voices import InstalledVoice


def _add_arguments(parser: ArgumentParser) -> None:
    add_engine_arguments(parser)


def _run(options: Namespace) -> int:
    return asyncio.run(_list(read_situation(options)))


async def _list(situation: Situation) -> int:
    from stopbell.speech.opening import make_engines
    from stopbell.speech.voices import speaks

    (engine, _), *_ = make_engines(read_speech_settings(situation))
    try:
        voices = await engine.list_voices()
    finally:
        await engine.close()
    asked = situation.language
    shown = [voice for voice in voices if asked is None or speaks(voice, asked)]
    for voice in shown:
        print(to_plain(_describe(voice)))
    if not shown:
        print(f"{engine.name} has no voice for {asked}. Leave --language out to see all of them.")
    return 0 if shown else 1


def _describe(voice: "InstalledVoice") -> str:
    return f"{voice.id}: {', '.join(voice.languages)}" if voice.languages else voice.id


COMMAND = Command("list", "List the voices of an engine; --language TAG shows only its own.", _add_arguments, _run)
