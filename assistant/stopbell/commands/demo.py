"""`stopbell demo`: the assistant on a demonstration city; without a terminal it asks itself one question."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from stopbell.commands.command import Command
from stopbell.commands.opening import Opened, open_tools
from stopbell.commands.running import report
from stopbell.commands.situation import Situation

if TYPE_CHECKING:
    from stopbell.conversation.conversation import Conversation

_PROMPT = "next_low_floor"
"""The server's own prompt for what this product is about; its first line is the question."""


def _add_arguments(parser: ArgumentParser) -> None:
    from stopbell.commands.open_assistant import add_face_arguments

    add_face_arguments(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="play another day in the city")
    parser.add_argument("--once", action="store_true", help="ask one question and end, also at a terminal")


def _run(options: Namespace) -> int:
    from stopbell.commands.open_assistant import read_face_situation

    situation = read_face_situation(options)
    is_dialogue = sys.stdin.isatty() and sys.stdout.isatty() and not options.once
    return asyncio.run(_demonstrate(situation, options, is_dialogue=is_dialogue))


async def _demonstrate(situation: Situation, options: Namespace, *, is_dialogue: bool) -> int:
    from stopbell.commands.open_assistant import converse
    from stopbell_server.demonstration import demonstration

    async with demonstration(situation.home, situation.clock, options.seed) as city:
        # The profile stays the rider's own; only the feeds are the city's.
        shown = replace(situation, home=city.home, settings=situation.settings.model_copy(update={"server": None}))
        async with open_tools(shown) as opened:
            if is_dialogue:
                return await converse(shown, opened, options, stop=city.stop, is_visit=True)
            return await _ask_itself(shown, opened, city.stop)


async def _ask_itself(situation: Situation, opened: Opened, stop: str) -> int:
    from stopbell.commands.conversing import open_for

    conversation = open_for(situation, opened, stop=stop, is_visit=True).conversation
    async with aclosing(conversation):
        return await _ask_aloud(situation, conversation, opened, stop)


async def _ask_aloud(situation: Situation, conversation: "Conversation", opened: Opened, stop: str) -> int:
    from stopbell.commands.speaking import speak_once
    from stopbell.faces.ask import ask_once, to_state, to_text

    book = opened.phrasebooks.pick(conversation.language)
    question = await _word_question(opened, stop, book.language)
    print(book.say("face.you", text=book.text(question)).written)
    reply = await ask_once(conversation, question)
    print(to_text(reply), end="", flush=True)
    for note in await speak_once(situation, reply, opened.phrasebooks, conversation.profile):
        report(note)
    return 1 if to_state(reply) == "error" else 0


async def _word_question(opened: Opened, stop: str, language: str) -> str:
    """Take the question from the server's prompt, with the stop's name in it."""
    from stopbell_server.contract.stops import StopData

    described = (await opened.toolbox.call("describe_stop", {"stop": stop, "language": language})).data
    name = described.stop.name if isinstance(described, StopData) and described.stop else stop
    text = await opened.toolbox.get_prompt(_PROMPT, {"stop": name, "language": language})
    return text.partition("\n")[0]


COMMAND = Command("demo", "Try the assistant on a demonstration city that is not real.", _add_arguments, _run)
