"""`stopbell feed add NAME SOURCE`: load a feed, or replace the one of that name."""

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from stopbell.commands.command import Command
from stopbell.commands.feed.report import print_outcome
from stopbell.commands.situation import read_situation


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="how you will call it: small letters, digits and hyphens")
    parser.add_argument("source", metavar="SOURCE", help="a GTFS zip, folder or http(s) address, or mdb:NUMBER")
    parser.add_argument(
        "--realtime",
        action="append",
        default=[],
        metavar="URL-or-file",
        help="a GTFS-Realtime source, with updates=, vehicles= or alerts= before it to say what it carries; repeatable",
    )
    parser.add_argument(
        "--header",
        action="append",
        default=[],
        metavar="NAME=env:VAR",
        help="send the key in this environment variable as a header; repeatable",
    )
    parser.add_argument(
        "--parameter",
        action="append",
        default=[],
        metavar="NAME=env:VAR",
        help="send the key in this environment variable in the address's query; repeatable",
    )
    parser.add_argument("--fleet", metavar="FILE", help="a TOML file that says which vehicles are low-floor")
    parser.add_argument(
        "--notice",
        action="append",
        default=[],
        metavar="LANGUAGE=TEXT",
        help="say this with every answer from the feed, for example en='Test data.'; repeatable",
    )


def _run(options: Namespace) -> int:
    from stopbell_server.app import FeedSetup, add_feed, parse_key, parse_notice

    situation = read_situation(options)
    setup = FeedSetup(
        source=options.source,
        realtime=tuple(options.realtime),
        keys=(
            *(parse_key(text, "header") for text in options.header),
            *(parse_key(text, "parameter") for text in options.parameter),
        ),
        fleet=Path(options.fleet) if options.fleet else None,
        notice=parse_notice(options.notice),
    )
    print_outcome(asyncio.run(add_feed(situation.home, options.name, setup, clock=situation.clock, tell=print)))
    return 0


def run_arguments(arguments: Sequence[str], options: Namespace) -> int:
    """Run the command as if it had been typed, with the shared options of the present one."""
    from stopbell.commands.parser import build_parser

    parsed = build_parser().parse_args(arguments)
    for name in ("home", "at", "debug"):
        if hasattr(options, name):
            setattr(parsed, name, getattr(options, name))
    return _run(parsed)


COMMAND = Command("add", "Load a GTFS feed, or replace the one of that name.", _add_arguments, _run)
