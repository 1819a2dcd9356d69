"""`stopbell ask TEXT`: one question, one answer."""

import asyncio
from argparse import ArgumentParser, Namespace
from contextlib import aclosing
from typing import TYPE_CHECKING

from stopbell.commands.brain_choice import add_brain_argument
from stopbell.commands.command import Command
from stopbell.commands.document import print_document
from stopbell.commands.opening import open_tools
from stopbell.commands.running import report
from stopbell.commands.situation import Situation, read_situation
from stopbell.commands.speaking import add_engine_arguments

if TYPE_CHECKING:
    from stopbell.conversation.reply import Reply


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("text", nargs="+", metavar="TEXT", help="the question, as you would say it")
    parser.add_argument("--json", action="store_true", help="print the answer as one JSON document")
    parser.add_argument("--stop", metavar="STOP", help="the stop that the question is about, if it names none")
    add_brain_argument(parser)
    parser.add_argument("--speak", action="store_true", help="speak the answer as well")
    add_engine_arguments(parser)


def _run(options: Namespace) -> int:
    return asyncio.run(_ask(read_situation(options), options))


async def _ask(situation: Situation, options: Namespace) -> int:
    from stopbell.commands.conversing import open_for
    from stopbell.commands.speaking import speak_once
    from stopbell.faces.ask import ask_once, to_document, to_state

    question = " ".join(options.text)
    async with open_tools(situation) as opened:
        begun = open_for(situation, opened, stop=options.stop)
        for note in begun.notes:
            report(opened.phrasebooks.pick(begun.conversation.language).say(note).written)
        async with aclosing(begun.conversation):
            if options.json:
                reply = await ask_once(begun.conversation, question)
                print_document(to_document(question, reply))
            else:
                reply = await ask_once(begun.conversation, question, _print)
                await _print(reply.untold)
        if options.speak:
            for note in await speak_once(situation, reply, opened.phrasebooks, begun.conversation.profile):
                report(note)
    return 1 if to_state(reply) == "error" else 0


async def _print(reply: "Reply") -> None:
    from stopbell.faces.ask import to_text

    print(to_text(reply), end="", flush=True)


COMMAND = Command("ask", "Ask one question and print the answer.", _add_arguments, _run)
