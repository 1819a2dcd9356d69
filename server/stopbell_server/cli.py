"""The command `stopbell-server`: the MCP server alone, on standard input and output."""

import asyncio
import logging
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from stopbell_server.app import StopbellError, open_clock, open_home, read_settings, serve_home
from stopbell_server.transport.stdio import log_to_stderr

_INTERRUPTED = 130
"""128 + SIGINT, as shells count it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the input is closed; give the exit status."""
    options = _build_parser().parse_args(arguments)
    log_to_stderr(logging.DEBUG if options.debug else logging.WARNING)
    try:
        home = open_home(Path(options.home) if options.home else None)
        settings = read_settings(home, language=options.language)
        asyncio.run(serve_home(home, open_clock(options.at), settings))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except StopbellError as error:
        if options.debug:
            raise
        sys.stderr.write(f"Stopbell: {error}\n")
        return 1
    return 0


def _build_parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="stopbell-server",
        description="Serve this home's feeds as MCP tools over standard input and output, for a desktop host.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"stopbell-server {version('stopbell')}")
    parser.add_argument("--home", metavar="FOLDER", help="where feeds and settings are kept (STOPBELL_HOME)")
    parser.add_argument("--at", metavar="INSTANT", help="answer as at this instant, ISO 8601 with offset (STOPBELL_AT)")
    parser.add_argument("--language", metavar="TAG", help="language of the answers when nobody asks for another")
    parser.add_argument("--debug", action="store_true", help="log all that happens")
    return parser


if __name__ == "__main__":
    sys.exit(main())
