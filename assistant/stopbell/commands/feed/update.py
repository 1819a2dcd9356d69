"""`stopbell feed update [NAME ...]`: fetch a feed's source again."""

import asyncio
from argparse import ArgumentParser, Namespace

from stopbell.commands.command import Command
from stopbell.commands.feed.report import print_outcome
from stopbell.commands.running import report
from stopbell.commands.situation import read_situation


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="feeds to update; all when none is named")


def _run(options: Namespace) -> int:
    from stopbell_server.app import StopbellError, list_feed_names, update_feed

    situation = read_situation(options)
    names = options.names or list_feed_names(situation.home)
    failed = 0
    for name in names:
        try:
            print_outcome(asyncio.run(update_feed(situation.home, name, clock=situation.clock, tell=print)))
        except StopbellError as error:
            if options.names and len(names) == 1:
                raise
            failed += 1
            report(str(error))
    if not names:
        print("No feed is loaded, so there is nothing to update.")
    return 1 if failed else 0


COMMAND = Command("update", "Fetch the sources again and load what has changed.", _add_arguments, _run)
