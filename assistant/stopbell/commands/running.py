"""Running a command: what is expected to go wrong becomes one sentence and a status, never a traceback."""

import io
import logging
import os
import sys
from argparse import Namespace

from stopbell.commands.expected import is_broken_pipe, list_sentences
from stopbell.faces.plain import to_plain

INTERRUPTED = 130
"""128 + SIGINT, as shells count it."""


def run_command(options: Namespace) -> int:
    """Run the command that was parsed; give its exit status."""
    is_debug = bool(getattr(options, "debug", False))
    _prepare_output(is_debug)
    try:
        return _run_reporting(options, is_debug)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has left, as `head` does; nothing may be written while Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _run_reporting(options: Namespace, is_debug: bool) -> int:
    try:
        status = options.run(options)
        sys.stdout.flush()
    except Exception as error:
        if is_broken_pipe(error):
            raise BrokenPipeError from None
        sentences = list_sentences(error)
        if is_debug or not sentences:
            raise
        for sentence in sentences:
            report(sentence)
        return 1
    return int(status)


def report(sentence: str) -> None:
    """Write one sentence to standard error, as this program's; a feed's own words in it cannot move a cursor."""
    print(f"Stopbell: {to_plain(sentence)}", file=sys.stderr)


def _prepare_output(is_debug: bool) -> None:
    """Send logs to standard error and make sure that no name in any script can break the output."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if is_debug else logging.WARNING,
        format="Stopbell: %(message)s",
    )
    if is_debug:
        # Addresses may hold keys, and httpx logs them whole; anthropic logs what a rider said.
        for name in ("httpx", "httpcore", "httpx2", "httpcore2", "anthropic"):
            logging.getLogger(name).setLevel(logging.WARNING)
