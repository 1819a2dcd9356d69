"""`stopbell feed list`: the feeds in this home."""

from argparse import ArgumentParser, Namespace

from stopbell.commands.command import Command
from stopbell.commands.situation import read_situation


def _add_arguments(parser: ArgumentParser) -> None:
    del parser


def _run(options: Namespace) -> int:
    from stopbell_server.app import list_feeds

    situation = read_situation(options)
    feeds = list_feeds(situation.home)
    for feed in feeds:
        for line in feed.lines:
            print(line)
    if not feeds:
        print("No feed is loaded.")
        print("Find one: stopbell feed find CITY. Add your own: stopbell feed add NAME SOURCE")
    return 0


COMMAND = Command("list", "List the feeds that answers come from.", _add_arguments, _run)
