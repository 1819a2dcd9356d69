"""The screen for low vision over the demonstration city, exported as Textual exports it."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing, closing
from pathlib import Path

from textual.pilot import Pilot

from stopbell.announcer.announcer import Announcer
from stopbell.commands.conversing import open_for
from stopbell.commands.opening import open_tools
from stopbell.commands.situation import Situation
from stopbell.faces.tui.app import RiderApp
from stopbell.faces.tui.board_reader import ToolboxBoard
from stopbell.faces.tui.line_view import LineView
from stopbell.faces.tui.narration import Narration
from stopbell_server.app import Home, open_clock, read_settings
from stopbell_server.demonstration import demonstration
from tests.assistant.speakers import WrittenSpeaker
from tests.assistant.tui.screen import type_text
from tests.pictures.drawing import to_lone
from tests.pictures.terminal import AT, LIMIT_S

QUESTION = "when is the next low-floor tram"


async def draw_screen(folder: Path, title: str, *, theme: str, size: tuple[int, int]) -> str:
    """Ask the question on a screen of so many columns and rows, and draw what stands there then."""
    home, clock = Home(folder), open_clock(AT)
    settings = read_settings(home, {"STOPBELL_BRAIN": "offline"})
    async with demonstration(home, clock) as city:
        situation = Situation(city.home, clock, settings, None)
        async with open_tools(situation) as opened:
            conversation = open_for(situation, opened, stop=city.stop, is_visit=True).conversation
            conversation.tell_who_speaks("self")
            board = ToolboxBoard(
                opened.toolbox,
                opened.phrasebooks,
                find_stop=lambda: conversation.asked_stop,
                find_language=lambda: conversation.language,
                find_style=lambda: conversation.time_style,
            )
            announcer = Announcer(WrittenSpeaker(), opened.phrasebooks, clock.now)
            narration = Narration(announcer, opened.phrasebooks, conversation.language)
            app = RiderApp(conversation, narration, board=board, refresh_s=None, theme=theme, patience_s=LIMIT_S)
            async with aclosing(conversation), app.run_test(size=size) as pilot:
                with closing(announcer):
                    await _ask(pilot)
                    return to_lone(app.export_screenshot(title=title), title)


async def _ask(pilot: Pilot[None]) -> None:
    """Ask once the greeting and the board are there, and wait for the answer."""
    await _wait(pilot, lambda: bool(_count(pilot, "board") and _count(pilot, "answers")))
    asked_at = _count(pilot, "answers")
    await type_text(pilot, QUESTION)
    await pilot.press("enter")
    # The question is a line of its own; the answer comes as a whole.
    await _wait(pilot, lambda: _count(pilot, "answers") > asked_at + 1)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def _count(pilot: Pilot[None], view: str) -> int:
    return len(pilot.app.query_one(f"#{view}", LineView).rows)


async def _wait(pilot: Pilot[None], is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not is_so():
            await pilot.pause(0.01)
