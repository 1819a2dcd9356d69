"""Our screen for readers with answers that are always the same: `python -m tests.readers.programs.scripted_screen`.

"alarm" lets something happen a second and a half later; "quit" ends it; everything else is answered alike.
"""

import asyncio

from stopbell.announcer.announcer import Announcer
from stopbell.announcer.event import Event
from stopbell.conversation.reply import Control, Reply, TellEarly
from stopbell.faces.tui.narration import Narration
from stopbell.faces.tui.read_app import ReadApp
from stopbell_server.phrases.phrase import Line, from_lines
from tests.assistant.speakers import WrittenSpeaker
from tests.assistant.talking import TestClock
from tests.assistant.tui.screen import BOOKS, NOON, FakeBoard, FakeConversation, make_reply
from textual_aloud import find_driver

ARRIVALS = (
    "Market Square.",
    "10A to Harbour, 3 minutes, live, low floor.",
    "2 to Central Station, 14:05, timetable.",
    "Two more within an hour.",
)
BOARD = ("Market Square, all live.", "21 to Lake, 4 minutes, low floor.", "M1 to University, 12 minutes.")
ALARM = "10A to Harbour is one stop away."
GOODBYE = "Goodbye and good travels."
ALARM_AFTER_S = 1.5


def to_lines(texts: tuple[str, ...]) -> tuple[Line, ...]:
    """Give sentences as lines, spoken as they are written."""
    return tuple(Line(text, text) for text in texts)


class Scripted(FakeConversation):
    """Answers by heart."""

    app: ReadApp | None = None

    async def hear(self, text: str, tell: TellEarly | None = None) -> Reply:
        """Answer; what follows an alarm comes by itself."""
        del tell
        if text == "quit":
            return make_reply(to_lines((GOODBYE,)), kind="note", control=Control.QUIT)
        if text == "alarm":
            asyncio.get_running_loop().call_later(ALARM_AFTER_S, self._ring)
            return make_reply(to_lines(("You will be told.",)), kind="note")
        return make_reply(to_lines(ARRIVALS))

    def _ring(self) -> None:
        if self.app is not None:
            phrase = from_lines(to_lines((ALARM,)), "approach")
            self.app.take_event(Event("approach", "ride", "1", "en", lambda: phrase))


async def main() -> None:
    """Run the screen until it is left."""
    conversation = Scripted(greeting=make_reply(to_lines(("Hello. Ask about a stop.",)), kind="prompt"))
    narration = Narration(Announcer(WrittenSpeaker(), BOOKS, lambda: NOON), BOOKS, "en")
    narration.announcer.set_voice(is_on=False)
    board = FakeBoard(to_lines(BOARD))
    driver = find_driver("reader").driver
    conversation.app = ReadApp(conversation, narration, BOOKS, clock=TestClock(), board=board, driver=driver)
    await conversation.app.run_async()


if __name__ == "__main__":
    asyncio.run(main())
