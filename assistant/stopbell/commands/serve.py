"""`stopbell serve`: be the MCP server, on standard input and output."""

import asyncio
from argparse import ArgumentParser, Namespace

from stopbell.commands.command import Command
from stopbell.commands.situation import read_situation


def _add_arguments(parser: ArgumentParser) -> None:
    del parser


def _run(options: Namespace) -> int:
    from stopbell_server.app import serve_home

    situation = read_situation(options)
    asyncio.run(serve_home(situation.home, situation.clock, situation.settings))
    return 0


COMMAND = Command("serve", "Serve the tools over standard input and output, for a desktop host.", _add_arguments, _run)
