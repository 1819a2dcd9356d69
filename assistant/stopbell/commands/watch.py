"""`stopbell watch TEXT`: be told of one thing, a line each, until there is nothing more to tell."""

import asyncio
from argparse import ArgumentParser, Namespace
from contextlib import aclosing

from stopbell.commands.command import MISUSED, Command
from stopbell.commands.opening import open_tools
from stopbell.commands.running import report
from stopbell.commands.situation import Situation, read_situation


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("text", nargs="+", metavar="TEXT", help="what to be told of, as you would say it")
    parser.add_argument("--stop", metavar="STOP", help="the stop that it is about, if the text names none")


def _run(options: Namespace) -> int:
    return asyncio.run(_watch(read_situation(options), options))


async def _watch(situation: Situation, options: Namespace) -> int:
    from stopbell.commands.conversing import open_for
    from stopbell.faces.watching import watch_once

    async with open_tools(situation) as opened:
        begun = open_for(situation, opened, stop=options.stop)
        for note in begun.notes:
            report(opened.phrasebooks.pick(begun.conversation.language).say(note).written)
        async with aclosing(begun.conversation):
            reply = await watch_once(begun.conversation, " ".join(options.text), _print)
    if reply.kind == "watch":
        return 0
    return MISUSED if reply.kind in ("choice", "prompt", "unknown") else 1


def _print(text: str) -> None:
    print(text, end="", flush=True)


COMMAND = Command("watch", "Tell of one thing, a line each, until there is nothing more to tell.", _add_arguments, _run)
