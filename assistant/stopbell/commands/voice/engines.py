"""`stopbell voice engines`: what can speak on this machine, and what is missing where it cannot."""

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from stopbell.commands.command import Command
from stopbell.commands.situation import read_situation
from stopbell.faces.plain import to_plain

if TYPE_CHECKING:
    from stopbell.speech.engine import Engine
    from stopbell.speech.engine_names import EngineName


def _add_arguments(parser: ArgumentParser) -> None:
    del parser


def _run(options: Namespace) -> int:
    from stopbell.speech.engine_names import DEFAULT_ENGINE, ENGINES
    from stopbell_server.phrases.phrasebooks import Phrasebooks

    chosen = read_situation(options).settings.engine or DEFAULT_ENGINE
    languages = Phrasebooks.load().languages
    for name in ENGINES:
        told = asyncio.run(_describe(name, languages))
        print(to_plain(f"{name}{' (in use)' if name == chosen else ''}: {told}"))
    return 0


async def _describe(name: "EngineName", languages: Iterable[str]) -> str:
    """Say whether an engine runs, how many voices it has, and which of our languages they speak understandably."""
    from stopbell.speech.engine_names import find_remedy
    from stopbell.speech.errors import SpeechError
    from stopbell.speech.opening import SpeechSettings, make_engines

    if name == "silent":
        return "makes no sound and takes the time of speech, for rehearsals."
    if remedy := find_remedy(name):
        return remedy
    ((engine, _),) = make_engines(SpeechSettings(name, has_spares=False))
    try:
        return await _count_voices(engine, languages)
    except SpeechError as error:
        return f"does not work: {error}."
    finally:
        await engine.close()


async def _count_voices(engine: "Engine", languages: Iterable[str]) -> str:
    count = len(await engine.list_voices())
    spoken = [language for language in languages if (await engine.find_voice(language)).is_usable]
    return f"works, {count} voices. Of Stopbell's languages it speaks {', '.join(spoken) or 'none'}."


COMMAND = Command("engines", "List what can speak on this machine.", _add_arguments, _run)
