"""`stopbell tool NAME JSON`: call one tool and print its structured result, for scripts."""

import asyncio
import json
import sys
from argparse import ArgumentParser, Namespace
from typing import Any, cast

from stopbell.commands.command import MISUSED, Command
from stopbell.commands.document import print_document
from stopbell.commands.opening import open_tools
from stopbell.commands.running import report
from stopbell.commands.situation import Situation, read_situation


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="for example get_arrivals")
    parser.add_argument(
        "arguments", metavar="JSON", nargs="?", default="{}", help="one JSON object; - reads it from input"
    )


def _run(options: Namespace) -> int:
    text = sys.stdin.read() if options.arguments == "-" else options.arguments
    try:
        arguments = json.loads(text)
    except ValueError as error:
        report(f'The arguments are not JSON: {error}; write them as \'{{"stop": "..."}}\'.')
        return MISUSED
    if not isinstance(arguments, dict):
        report('The arguments must be one JSON object, as \'{"stop": "..."}\'.')
        return MISUSED
    situation = read_situation(options)
    return asyncio.run(_call(situation, options.name, cast("dict[str, Any]", arguments)))


async def _call(situation: Situation, name: str, arguments: dict[str, Any]) -> int:
    if situation.language:
        arguments.setdefault("language", situation.language)
    async with open_tools(situation) as opened:
        answer = await opened.toolbox.call(name, arguments)
    # No document came when the server failed; what we say of that has the same shape.
    whole = answer.raw or {"text": answer.text, "spoken": answer.spoken, "status": answer.status.to_wire()}
    print_document(whole)
    return 1 if answer.is_error else 0


COMMAND = Command("tool", "Call one tool and print its result as JSON.", _add_arguments, _run)
