"""`stopbell` alone: the assistant, on the screen or in lines."""

import asyncio
import logging
import os
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from stopbell.commands.brain_choice import add_brain_argument
from stopbell.commands.face_choice import FaceChoice, Wishes, choose_face
from stopbell.commands.opening import Opened, open_tools
from stopbell.commands.situation import Situation, read_situation
from stopbell.commands.speaking import add_engine_arguments
from textual_aloud.fitting import find_hindrance

if TYPE_CHECKING:
    from stopbell.conversation.opening import Opened as Begun

FACE_DEFAULTS: dict[str, object] = {"face": None, "voice": None, "is_plain": False}


def add_face_arguments(parser: ArgumentParser) -> None:
    """Add what chooses how the assistant looks and who speaks.

    Left out, nothing is set, so that a choice before the command is kept; `FACE_DEFAULTS` stand behind it.
    """
    face = parser.add_argument_group("how it looks and sounds")
    face.add_argument("--face", choices=["line", "textual"], default=SUPPRESS, help="lines only, or the screen")
    face.add_argument(
        "--voice",
        choices=["reader", "self", "off"],
        default=SUPPRESS,
        help="your screen reader speaks, the program, nobody",
    )
    face.add_argument(
        "--plain",
        "--screen-reader",
        dest="is_plain",
        action="store_true",
        default=SUPPRESS,
        help="lines only, for your screen reader",
    )
    add_engine_arguments(parser)
    add_brain_argument(parser)


def read_face_situation(options: Namespace) -> Situation:
    """Read the situation with what was wished of face and voice."""
    return read_situation(options, face=options.face, voice=options.voice)


def run(options: Namespace) -> int:
    """Open the assistant until the rider leaves."""
    return asyncio.run(_open(read_face_situation(options), options))


async def _open(situation: Situation, options: Namespace) -> int:
    async with open_tools(situation) as opened:
        return await converse(situation, opened, options)


async def converse(
    situation: Situation, opened: Opened, options: Namespace, *, stop: str | None = None, is_visit: bool = False
) -> int:
    """Talk with the rider in the face that was chosen."""
    from stopbell.commands.conversing import open_for

    begun = open_for(situation, opened, stop=stop, is_visit=is_visit)
    choice = choose_face(
        Wishes(
            is_plain=options.is_plain,
            face_flag=options.face,
            voice_flag=options.voice,
            face=situation.settings.face,
            voice=situation.settings.voice,
            profile_voice=begun.conversation.profile.voice,
        ),
        terminal=os.environ.get("TERM", ""),
        is_terminal=sys.stdin.isatty() and sys.stdout.isatty(),
        find_hindrance=find_hindrance,
    )
    if not getattr(options, "debug", False):
        # What is logged would be read out amid the answers, or written across the screen.
        logging.getLogger().setLevel(logging.CRITICAL)
    if begun.conversation.asks_model:
        begun = replace(begun, notes=(*begun.notes, "face.claude_on"))
    async with aclosing(begun.conversation):
        preparing = asyncio.create_task(begun.conversation.prepare())
        try:
            if choice.face == "line":
                await _run_line(situation, opened, begun, choice)
            else:
                await _run_screen(situation, opened, begun, choice)
        finally:
            preparing.cancel()
    return 0


async def _run_line(situation: Situation, opened: Opened, begun: "Begun", choice: FaceChoice) -> None:
    from stopbell.commands.speaking import open_voice
    from stopbell.faces.line import run_line
    from stopbell.faces.terminal import Terminal

    lines = Terminal()
    await run_line(
        begun.conversation,
        opened.phrasebooks,
        mode=choice.voice,
        why=choice.why,
        open_voice=lambda: open_voice(
            situation, opened.phrasebooks, lambda: begun.conversation.language, lambda text: lines.write(f"{text}\n")
        ),
        notes=begun.notes,
        lines=lines,
    )


async def _run_screen(situation: Situation, opened: Opened, begun: "Begun", choice: FaceChoice) -> None:
    from stopbell.commands.speaking import read_speech_settings

    if choice.voice == "reader":
        # Textual reads it when it is imported. Some readers look for the cursor 20 ms after an arrow key.
        os.environ.setdefault("TEXTUAL_FPS", "240")
    from stopbell.faces.tui.board_reader import ToolboxBoard
    from stopbell.faces.tui.running import run_tui
    from stopbell.speech.opening import open_speech

    conversation = begun.conversation
    board = ToolboxBoard(
        opened.toolbox,
        opened.phrasebooks,
        find_stop=lambda: conversation.asked_stop,
        find_language=lambda: conversation.language,
        find_style=lambda: conversation.time_style,
    )
    conversation.tell_who_speaks(choice.voice)
    is_speaking = choice.voice == "self"
    settings = read_speech_settings(situation, is_warm=is_speaking)
    async with open_speech(settings, now=situation.clock.now) as speech:
        await run_tui(
            conversation,
            speech,
            opened.phrasebooks,
            clock=situation.clock,
            language=conversation.language,
            board=board,
            is_speaking=is_speaking,
            is_read=choice.voice == "reader",
            notes=begun.notes,
            watches=conversation.watches,
            ledgers=conversation.ledgers,
        )
