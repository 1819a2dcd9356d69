"""The command `stopbell-server`: the MCP server alone, on standard input and output or over HTTP."""

import asyncio
import logging
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import get_args

from stopbell_server.app import (
    Clock,
    Home,
    Settings,
    StopbellError,
    open_clock,
    open_home,
    read_settings,
    serve_home,
)
from stopbell_server.contract_choice import Contract
from stopbell_server.http_settings import LISTEN_VARIABLE
from stopbell_server.install_command import add_install_command
from stopbell_server.token_command import add_token_command
from stopbell_server.transport.stdio import log_to_stderr

_INTERRUPTED = 130
"""128 + SIGINT, as shells count it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the input is closed, or over HTTP until the process is told to end; give the exit status."""
    options = _build_parser().parse_args(arguments)
    log_to_stderr(logging.DEBUG if options.debug else logging.WARNING)
    try:
        home = open_home(Path(options.home) if options.home else None)
        settings = _take_http_flags(read_settings(home, language=options.language, contract=options.contract), options)
        if options.command:
            return int(options.run(home, settings, options))
        address = options.http or os.environ.get(LISTEN_VARIABLE, "").strip()
        clock = open_clock(options.at)
        asyncio.run(_listen(home, clock, settings, address) if address else serve_home(home, clock, settings))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except StopbellError as error:
        if options.debug:
            raise
        sys.stderr.write(f"Stopbell: {error}\n")
        return 1
    return 0


async def _listen(home: Home, clock: Clock, settings: Settings, address: str) -> None:
    from stopbell_server.app import listen_home
    from stopbell_server.transport.listening import wait_for_end

    async with listen_home(home, clock, settings, address) as url:
        sys.stderr.write(f"Stopbell: listening at {url}\n")
        sys.stderr.flush()
        await wait_for_end()


def _build_parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="stopbell-server",
        description="Serve this home's feeds as MCP tools over standard input and output, for a desktop host, or "
        "over HTTP with --http.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"stopbell-server {version('stopbell')}")
    parser.add_argument("--home", metavar="FOLDER", help="where feeds and settings are kept (STOPBELL_HOME)")
    parser.add_argument("--at", metavar="INSTANT", help="answer as at this instant, ISO 8601 with offset (STOPBELL_AT)")
    parser.add_argument("--language", metavar="TAG", help="language of the answers when nobody asks for another")
    parser.add_argument(
        "--contract",
        choices=get_args(Contract),
        help="which tools to offer: stopbell, or transit_realtime as the Lviv server has them (STOPBELL_CONTRACT)",
    )
    parser.add_argument("--debug", action="store_true", help="log all that happens")
    _add_http_flags(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="other commands")
    add_token_command(commands)
    add_install_command(commands)
    return parser


def _add_http_flags(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("over HTTP")
    group.add_argument(
        "--http",
        metavar="[HOST:]PORT",
        help=f"listen there, on this machine only when no host is given ({LISTEN_VARIABLE})",
    )
    group.add_argument("--tokens", metavar="FILE", type=Path, help="who may ask (STOPBELL_HTTP_TOKENS)")
    group.add_argument("--certificate", metavar="FILE", type=Path, help="PEM, for https (STOPBELL_HTTP_CERTIFICATE)")
    group.add_argument("--key", metavar="FILE", type=Path, help="PEM, of the certificate (STOPBELL_HTTP_KEY)")
    group.add_argument(
        "--open",
        action="store_true",
        default=None,
        help="let other machines ask without a token (STOPBELL_HTTP_OPEN=true)",
    )


def _take_http_flags(settings: Settings, options: Namespace) -> Settings:
    """Put the flags over what the file and the environment say."""
    given = {name: getattr(options, name) for name in ("tokens", "certificate", "key", "open")}
    set_by_flag = {name: value for name, value in given.items() if value is not None}
    return settings.model_copy(update={"http": settings.http.model_copy(update=set_by_flag)})


if __name__ == "__main__":
    sys.exit(main())
