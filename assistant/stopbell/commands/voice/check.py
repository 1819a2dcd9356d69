"""`stopbell voice check`: render sentences of every language, measure them, and fail if one is not speech."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from stopbell.commands.command import Command
from stopbell.commands.running import report
from stopbell.commands.situation import read_situation
from stopbell.commands.speaking import add_engine_arguments


def _add_arguments(parser: ArgumentParser) -> None:
    add_engine_arguments(parser)


def _run(options: Namespace) -> int:
    from stopbell.speech.check import check_and_print
    from stopbell.speech.engine_names import DEFAULT_ENGINE, find_remedy

    settings = read_situation(options).settings
    engine = settings.engine or DEFAULT_ENGINE
    if remedy := find_remedy(engine):
        report(f"The speech engine {engine} cannot be used. {remedy}")
        return 1
    return check_and_print(engine, Path(settings.wav).expanduser() if settings.wav else None)


COMMAND = Command("check", "Check that an engine really speaks; no sound device is needed.", _add_arguments, _run)
