"""`stopbell-server token`: make, list and remove the tokens by which clients are let in over HTTP."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from stopbell_server.app import Home, Settings

if TYPE_CHECKING:
    from argparse import _SubParsersAction  # pyright: ignore[reportPrivateUsage]  # argparse has no public name for it


def add_token_command(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """Offer the command and what it does; the parsed options carry `run`."""
    summary = "make, list or remove the tokens by which clients are let in over HTTP"
    actions = commands.add_parser("token", help=summary, description=summary).add_subparsers(
        dest="action", metavar="ACTION", required=True
    )
    add = actions.add_parser("add", help="make a token and print it; it can never be shown again")
    add.add_argument("name", metavar="NAME", help="whom it is for, as the audit log will say")
    add.add_argument("--feeds", metavar="NAMES", help="the only feeds that it may see, joined by commas; else all")
    add.add_argument("--metrics", action="store_true", help="it may read /metrics")
    add.set_defaults(run=_add)
    remove = actions.add_parser("remove", help="refuse a token from now on")
    remove.add_argument("name", metavar="NAME")
    remove.set_defaults(run=_remove)
    actions.add_parser("list", help="list the names and what each may see").set_defaults(run=_list)


def _find_file(home: Home, settings: Settings) -> Path:
    return settings.http.tokens or home.tokens_file


def _add(home: Home, settings: Settings, options: Namespace) -> int:
    from stopbell_server.transport.tokens import add_token

    feeds = None if options.feeds is None else tuple(part.strip() for part in options.feeds.split(",") if part.strip())
    path = _find_file(home, settings)
    sys.stdout.write(add_token(path, options.name, feeds, metrics=options.metrics) + "\n")
    sys.stderr.write(f"Keep it safe: {path} holds only its hash. Every request to this server needs a token now.\n")
    return 0


def _remove(home: Home, settings: Settings, options: Namespace) -> int:
    from stopbell_server.transport.tokens import remove_token

    remove_token(_find_file(home, settings), options.name)
    return 0


def _list(home: Home, settings: Settings, _: Namespace) -> int:
    from stopbell_server.transport.tokens import list_tokens

    for name, feeds, metrics in list_tokens(_find_file(home, settings)):
        seen = "all feeds" if feeds is None else ", ".join(feeds) or "no feed"
        sys.stdout.write(f"{name}: {seen}{', metrics' if metrics else ''}\n")
    return 0
