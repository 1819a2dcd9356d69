"""`stopbell feed check NAME-or-SOURCE`: import for the report only."""

import asyncio
from argparse import ArgumentParser, Namespace

from stopbell.commands.command import Command
from stopbell.commands.feed.report import print_outcome
from stopbell.commands.situation import read_situation


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "source", metavar="NAME-or-SOURCE", help="a loaded feed, or a GTFS zip, folder, address or mdb:NUMBER"
    )


def _run(options: Namespace) -> int:
    from stopbell_server.app import check_feed

    situation = read_situation(options)
    print_outcome(asyncio.run(check_feed(situation.home, options.source, clock=situation.clock, tell=print)))
    return 0


COMMAND = Command("check", "Import a feed for its report only; nothing is kept.", _add_arguments, _run)
