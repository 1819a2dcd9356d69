"""The command line as a whole: which commands there are and what they all take."""

import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from importlib.metadata import version
from typing import TYPE_CHECKING

from stopbell.commands import (
    announce,
    ask,
    demo,
    feed,
    kiosk,
    open_assistant,
    prompts,
    rider,
    serve,
    tool,
    understand,
    voice,
    watch,
)
from stopbell.commands.command import MISUSED, Command

if TYPE_CHECKING:
    from argparse import _SubParsersAction  # pyright: ignore[reportPrivateUsage]  # argparse has no public name for it

COMMANDS = (
    announce.COMMAND,
    ask.COMMAND,
    tool.COMMAND,
    demo.COMMAND,
    kiosk.COMMAND,
    prompts.COMMAND,
    serve.COMMAND,
    understand.COMMAND,
    watch.COMMAND,
)


def build_parser() -> ArgumentParser:
    """Build the parser; the parsed options carry `run`, the command's function."""
    parser = ArgumentParser(
        prog="stopbell",
        description="Public transport by ear. Without a command the assistant opens.",
        epilog="The options --home, --at, --server, --language and --debug may stand before or after a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"stopbell {version('stopbell')}")
    _add_shared(parser)
    open_assistant.add_face_arguments(parser)
    parser.set_defaults(run=open_assistant.run, **open_assistant.FACE_DEFAULTS)
    places = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        _add_command(places, command)
    for group in (feed, rider, voice):
        parts = places.add_parser(group.NAME, help=group.SUMMARY, description=group.SUMMARY, allow_abbrev=False)
        parts.set_defaults(run=_ShowHelp(parts))
        part_places = parts.add_subparsers(title="commands", metavar="COMMAND")
        for command in group.COMMANDS:
            _add_command(part_places, command)
    return parser


class _ShowHelp:
    """What a group of commands does by itself."""

    def __init__(self, parser: ArgumentParser) -> None:
        self._parser = parser

    def __call__(self, options: Namespace) -> int:
        """Show which commands there are; nothing was done, so it counts as misuse."""
        del options
        self._parser.print_help(sys.stderr)
        return MISUSED


def _add_command(places: "_SubParsersAction[ArgumentParser]", command: Command) -> None:
    parser = places.add_parser(command.name, help=command.summary, description=command.summary, allow_abbrev=False)
    _add_shared(parser)
    command.add_arguments(parser)
    parser.set_defaults(run=command.run)


def _add_shared(parser: ArgumentParser) -> None:
    """Add what every command takes; left out, nothing is set, so that the place before the command is kept."""
    shared = parser.add_argument_group("everywhere")
    shared.add_argument("--home", metavar="FOLDER", default=SUPPRESS, help="where feeds and settings are kept")
    shared.add_argument(
        "--at", metavar="INSTANT", default=SUPPRESS, help="answer as at this instant (ISO 8601 with offset; + runs on)"
    )
    shared.add_argument("--server", metavar="COMMAND-or-URL", default=SUPPRESS, help="use another server")
    shared.add_argument("--language", metavar="TAG", default=SUPPRESS, help="language of the answers, for example uk")
    shared.add_argument("--debug", action="store_true", default=SUPPRESS, help="show where an error comes from")
