"""The screen as a screen reader or a braille display meets it: one column of text, and a cursor where it matters.

What such a reader makes of a change cannot be seen from here, so nothing changes that the rider did not ask for.
"""

import asyncio
from collections.abc import Iterable
from typing import ClassVar

from textual import work
from textual.driver import Driver
from textual.events import DescendantBlur, DescendantFocus, Event, Key
from textual.geometry import Offset
from textual.widgets import Input

from stopbell.announcer.event import Event as Told
from stopbell.announcer.ledger import Ledger
from stopbell.conversation.ports import Clock
from stopbell.conversation.reply import Control, Reply
from stopbell.faces.interjecting import Interjections
from stopbell.faces.line import Pace
from stopbell.faces.transcript import Transcript
from stopbell.faces.tui.app import RiderApp
from stopbell.faces.tui.line_view import NO_SIGNS, LineView, Marks, Row
from stopbell.faces.tui.narration import Narration
from stopbell.faces.tui.parts import BoardReader, Conversation
from stopbell.faces.tui.question import Question
from stopbell.faces.tui.screen_lines import ScreenLines
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebooks import Phrasebooks


class ReadApp(RiderApp):
    """A rider's screen without signs, hints or a clock of its own; events wait until the rider pauses."""

    MARKS: ClassVar[Marks] = NO_SIGNS
    CSS = """
    #keys { display: none; }
    #board { height: 7; }
    .-low #board { height: 2; }
    LineView { scrollbar-size-vertical: 0; }
    #board .below { display: none; }
    .below { height: 100%; }
    """

    def __init__(
        self,
        conversation: Conversation,
        narration: Narration,
        phrasebooks: Phrasebooks,
        *,
        clock: Clock,
        ledger: Ledger | None = None,
        board: BoardReader | None = None,
        patience_s: float = 3.0,
        notes: Iterable[str] = (),
        driver: type[Driver] | None = None,
    ) -> None:
        """Take what `RiderApp` takes; the board is read when the rider comes to it, and by no clock.

        Args:
            conversation: answers questions.
            narration: words what is the screen's own.
            phrasebooks: the catalogs.
            clock: tells when an event was said.
            ledger: where it is noted what was shown and what was not.
            board: reads the board of the stop in use.
            patience_s: how long a question may take before the rider is told.
            notes: ids of sentences to say after the greeting.
            driver: what brings the screen to the terminal.
        """
        super().__init__(
            conversation, narration, board=board, refresh_s=None, patience_s=patience_s, notes=notes, driver=driver
        )
        self._answer: Row | None = None
        self._is_echoed = False
        self._goes_on = False
        self._lines = ScreenLines(self._find_typed, self._show_text)
        self._transcript = Transcript(self._lines, phrasebooks, narration.language)
        self._interjections = Interjections(
            self._lines, self._transcript, clock=clock, ledger=ledger or Ledger(clock.now)
        )

    @property
    def reading_offset(self) -> Offset | None:
        """Where the cursor belongs: on the answer's first line until the next key; else the focus has its place.

        On a list with nothing in it, it is on the list's title.
        """
        row, focused = self._answer, self.focused
        view = self.query_one("#answers", LineView)
        if row is None and isinstance(focused, LineView) and not focused.rows:
            return self.query_one(f"#{focused.id}-title").content_region.offset
        if row is None or not row.is_attached or not row.region:
            return None
        # Of an answer that is longer than the screen, the last page stands there.
        seen = row.region.intersection(view.content_region)
        return (seen or view.content_region).offset

    async def on_event(self, event: Event) -> None:
        """With any key the cursor goes back to where the keys act."""
        if isinstance(event, Key):
            self._answer = None
        await super().on_event(event)

    async def on_mount(self) -> None:
        """Begin to take events."""
        self._take_turns()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Let what waited be told: the rider has ended a line."""
        self._is_echoed = bool(event.value.strip())
        self._lines.enter(event.value)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Read the board when the rider comes to it."""
        if event.widget.id == "board":
            self._read_board()

    async def on_descendant_blur(self, event: DescendantBlur) -> None:
        """Take the board away with the rider: it would grow old, and each change of it be spoken."""
        if event.widget.id == "board":
            await self.query_one("#board", LineView).replace(())

    def take_event(self, event: Told) -> None:
        """Show an event when the rider pauses, and at once only what must not wait."""
        self._narration.announcer.announce(event)
        self._interjections.take(event)

    @work(exclusive=True, group="turns")
    async def _take_turns(self) -> None:
        while True:
            await self._interjections.read("")

    def _read_board(self) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]  # no worker while it is hidden
        if self.query_one("#board", LineView).has_focus:
            super()._read_board()

    async def _take(self, reply: Reply, *own: Line) -> None:
        self._transcript.turn_to(reply.language)
        if reply.control is Control.PAUSE:
            self._interjections.hold()
        else:
            self._interjections.release()
        await super()._take(reply, *own)
        self._interjections.flush()

    async def _show(self, lines: Iterable[Line]) -> None:
        # The cursor goes to what is answered, not to the question that is shown again above it, and never away from
        # where the rider types or reads.
        is_echo, self._is_echoed = self._is_echoed, False
        first = await self.query_one("#answers", LineView).add(lines, goes_on=self._goes_on)
        self._goes_on = is_echo
        if not is_echo and isinstance(self.focused, Question) and not self.focused.value:
            self._answer = first

    async def _say(self, reply: Reply, lines: tuple[Line, ...]) -> None:
        if reply.control is Control.QUIT:
            # Some readers lose what is written just before a program ends.
            await asyncio.sleep(Pace().before_exit_s)
        await super()._say(reply, lines)

    def _find_typed(self) -> str:
        return self.query_one("#question", Question).value

    def _show_text(self, text: str) -> None:
        self.call_later(self._show, [Line(line, line) for line in text.splitlines()])
