"""The screen over a real conversation and a real server: what is typed is answered from the feed."""

import asyncio
from pathlib import Path

from textual.pilot import Pilot

from stopbell.announcer.announcer import Announcer
from stopbell.conversation.opening import open_conversation
from stopbell.faces.tui.app import RiderApp
from stopbell.faces.tui.board_reader import ToolboxBoard
from stopbell.faces.tui.line_view import LineView
from stopbell.faces.tui.narration import Narration
from stopbell.toolbox import Toolbox
from stopbell_server.domain.clock import FrozenClock
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.server import build_server
from stopbell_server.world import World
from tests.assistant.speakers import WrittenSpeaker
from tests.assistant.tui.screen import type_text
from tests.town import NOON_AT


def read(pilot: Pilot[None], view: str) -> list[str]:
    return [row.line.written for row in pilot.app.query_one(f"#{view}", LineView).rows]


async def wait_for_rows(pilot: Pilot[None], view: str, count: int) -> list[str]:
    """Wait until a view has so many lines."""
    async with asyncio.timeout(20):
        while len(rows := read(pilot, view)) < count:
            await pilot.pause(0.01)
    return rows


def test_a_typed_question_is_answered_from_the_feed_and_the_board_follows_the_stop(town: World, tmp_path: Path) -> None:
    books = Phrasebooks.load()
    clock = FrozenClock(NOON_AT)
    speaker = WrittenSpeaker()

    async def scene() -> None:
        async with Toolbox.embedded(build_server(town, books), phrasebooks=books, language="en") as toolbox:
            conversation = open_conversation(toolbox, books, tmp_path, clock, language="en", is_visit=True).conversation
            board = ToolboxBoard(
                toolbox,
                books,
                find_stop=lambda: conversation.asked_stop,
                find_language=lambda: conversation.language,
            )
            narration = Narration(Announcer(speaker, books, clock.now), books, "en")
            app = RiderApp(conversation, narration, board=board, refresh_s=None)
            async with app.run_test(size=(100, 30)) as pilot:
                assert await wait_for_rows(pilot, "board", 1) == [books.pick("en").say("face.no_stop").written]
                before = len(await wait_for_rows(pilot, "answers", 2))
                await type_text(pilot, "my stop is 0707")
                await pilot.press("enter")
                answer = (await wait_for_rows(pilot, "answers", before + 3))[before + 1 :]
                assert any("10А" in line and "Озеро" in line for line in answer)
                async with asyncio.timeout(20):  # it is said once it is shown
                    while not any("ten" in said and "Озеро" in said for said in speaker.said):
                        await pilot.pause(0.01)
                assert any("10А" in line for line in await wait_for_rows(pilot, "board", 2))

    asyncio.run(scene())
