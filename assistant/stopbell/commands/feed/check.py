"""`stopbell feed check NAME-or-SOURCE`: import for the report only."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace

from stopbell.commands.command import Command
from stopbell.commands.document import print_document
from stopbell.commands.feed.report import print_lines
from stopbell.commands.situation import read_situation

REFUSED = 3
"""Exit status for a feed that cannot be loaded; 1 is for one that could not be checked."""


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "source", metavar="NAME-or-SOURCE", help="a loaded feed, or a GTFS zip, folder, address or mdb:NUMBER"
    )
    parser.add_argument(
        "--all", action="store_true", dest="every_place", help="name every place of each problem, up to 1,000"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document (docs/feed-check.schema.json)")


def _run(options: Namespace) -> int:
    from stopbell_server.app import MOST_PLACES, check_feed, describe_check, to_check_document

    situation = read_situation(options)
    how = {"most_places": MOST_PLACES} if options.every_place else {}
    tell = _tell_aside if options.json else print
    check = asyncio.run(check_feed(situation.home, options.source, clock=situation.clock, tell=tell, **how))
    if options.json:
        print_document(to_check_document(check))
    else:
        print_lines(describe_check(check, every_place=options.every_place))
    return REFUSED if check.refusal else 0


def _tell_aside(line: str) -> None:
    """Tell progress where it does not mix with the document."""
    print(line, file=sys.stderr)


COMMAND = Command(
    "check",
    "Import a feed for its report only; nothing is kept. Status 0: it can be loaded. 3: it is refused.",
    _add_arguments,
    _run,
)
