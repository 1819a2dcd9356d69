"""`stopbell feed remove NAME`: forget a feed."""

from argparse import ArgumentParser, Namespace

from stopbell.commands.command import Command
from stopbell.commands.feed.report import print_outcome
from stopbell.commands.situation import read_situation


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")


def _run(options: Namespace) -> int:
    from stopbell_server.app import remove_feed

    print_outcome(remove_feed(read_situation(options).home, options.name))
    return 0


COMMAND = Command("remove", "Remove a feed and everything kept of it.", _add_arguments, _run)
