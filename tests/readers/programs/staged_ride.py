"""The assistant in a town that a test moves: `python -m tests.readers.programs.staged_ride line|textual SOCKET FOLDER`.

The face, the conversation, the server and the decoding of live data are the product's. Who connects to SOCKET says
what happens (`12:04 a2 3 STOPPED_AT`: the time, a trip, a call and what its vehicle reports), and
gets a line back when it has happened. Time goes on by nothing else.
"""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from stopbell.conversation.conversation import Conversation
from stopbell.faces.line import Pace, run_line
from stopbell.toolbox import Toolbox
from stopbell_server.server import build_server
from tests.asking import load_phrasebooks
from tests.assistant.talking import load_brain
from tests.readers.programs.ride_town import BEGIN, list_tables, place
from tests.realtimetext import stop, update, vehicle
from tests.together.watching_stage import Stage, StageTools

TRIPS = ("a1", "a2", "a3", "b1", "b2")
BEFORE = "12:00 a1 2 STOPPED_AT"
"""What has been reported when the rider begins."""


class RideStage(Stage):
    """A town whose watches run in the face itself."""

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["RideStage"]:
        """Open the server and the conversation; the face runs the watches."""
        books = load_phrasebooks()
        async with Toolbox.embedded(build_server(self, books), phrasebooks=books) as toolbox:
            self.tools = StageTools(toolbox)
            # No language is asked for: the rider's choice is to count.
            self.conversation = Conversation(self.tools, books, self._profiles, self.clock, load_brain())
            async with aclosing(self.conversation):
                yield self

    async def _settle(self) -> None:
        """Wait for nothing: who listens hears when it is done."""

    async def move(self, line: str) -> None:
        """Let time pass to an instant, and a vehicle report."""
        at, trip, sequence, status = line.split()
        await self.go_to(at)
        number = int(sequence)
        report = vehicle(
            f"tram-{trip}",
            trip=trip,
            lat=place(number if status == "STOPPED_AT" else number - 0.5),
            lon=24.03,
            current_stop_sequence=number,
            current_status=status,
            timestamp=int(self.clock.now().timestamp()),
        )
        on_time = {"delay": 0}
        calls = (stop(1, arrival=on_time, departure=on_time),)
        await self.hear_live(*(update(one, *calls) for one in TRIPS), report)


async def main(face: str, socket: str, folder: Path) -> None:
    """Run the face until the rider leaves."""
    stage = RideStage(folder, list_tables(), at=BEGIN)
    async with stage.open():
        await stage.move(BEFORE)
        # No answer is to be slow: "Looking it up." is a matter of seconds, and the transcript has none.
        await stage.conversation.prepare()

        async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await stage.move((await reader.readline()).decode())
            writer.write(b"moved\n")
            await writer.drain()
            writer.close()

        async with await asyncio.start_unix_server(listen, socket):
            await (_run_screen(stage) if face == "textual" else _run_lines(stage))


async def _run_lines(stage: RideStage) -> None:
    await run_line(stage.conversation, load_phrasebooks(), pace=Pace(looking_up_s=60.0, still_looking_s=60.0))


async def _run_screen(stage: RideStage) -> None:
    # Textual reads it when it is imported, as the product's own start does.
    os.environ.setdefault("TEXTUAL_FPS", "240")
    from stopbell.faces.tui.board_reader import ToolboxBoard
    from stopbell.faces.tui.running import run_tui
    from stopbell.speech.opening import SpeechSettings, open_speech

    conversation, books = stage.conversation, load_phrasebooks()
    board = ToolboxBoard(
        stage.tools.toolbox,
        books,
        find_stop=lambda: conversation.asked_stop,
        find_language=lambda: conversation.language,
        find_style=lambda: conversation.time_style,
    )
    conversation.tell_who_speaks("reader")
    async with open_speech(SpeechSettings(engine="silent")) as speech:
        await run_tui(
            conversation,
            speech,
            books,
            clock=stage.clock,
            language=conversation.language,
            board=board,
            is_speaking=False,
            is_read=True,
            watches=conversation.watches,
            ledgers=conversation.ledgers,
        )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
