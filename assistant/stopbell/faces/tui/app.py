"""The screen: a board, answers and a question, one above the other; every part reached by keys and spoken."""

import asyncio
import logging
from collections.abc import Iterable
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.driver import Driver
from textual.events import DescendantFocus
from textual.widgets import Input, Static

from stopbell.announcer.event import Event
from stopbell.conversation.reply import Control, Reply
from stopbell.faces.tui.line_view import SIGNS, LineView, Marks
from stopbell.faces.tui.narration import Narration
from stopbell.faces.tui.parts import BoardReader, Conversation
from stopbell.faces.tui.question import Question, tell_edit
from stopbell.faces.tui.themes import DARK, make_themes
from stopbell.speech.trouble import Trouble
from stopbell_server.phrases.phrase import Line

logger = logging.getLogger(__name__)

TITLES = {"board": "face.title_board", "answers": "face.title_answers", "question": "face.label_question"}
"""Each part of the screen and the id of its title."""
FAREWELL_S = 5.0


class RiderApp(App[None]):
    """One rider's screen. Textual's palette, toasts and animations are off: a voice cannot follow them."""

    TITLE = "Stopbell"
    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = "#question"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-high")]  # noqa: RUF012 textual's own declaration, repeated as it is
    MARKS: ClassVar[Marks] = SIGNS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "silence", show=False, priority=True),
        Binding("r", "repeat", show=False),
        Binding("ctrl+r", "repeat", show=False, priority=True),
        Binding("R", "repeat_last_part", show=False),
        Binding("f1", "help", show=False, priority=True),
        Binding("ctrl+q", "quit", show=False, priority=True),
    ]

    def __init__(
        self,
        conversation: Conversation,
        narration: Narration,
        *,
        board: BoardReader | None = None,
        refresh_s: float | None = 15.0,
        theme: str = DARK,
        patience_s: float = 3.0,
        notes: Iterable[str] = (),
        driver: type[Driver] | None = None,
    ) -> None:
        """Take what answers, what speaks and what reads the board.

        Args:
            conversation: answers questions.
            narration: says and words what is the screen's own.
            board: reads the board of the stop in use; None shows none.
            refresh_s: how often the board is read again; None only after answers.
            theme: one of our two.
            patience_s: how long a question may take before the rider is told that it is being worked on.
            notes: ids of sentences to say after the greeting.
            driver: what brings the screen to the terminal; None: textual's own.
        """
        super().__init__(driver)
        self.animation_level = "none"
        for made in make_themes():
            self.register_theme(made)
        self.theme = theme
        self._conversation = conversation
        self._narration = narration
        self._board = board
        self._refresh_s = refresh_s
        self._patience_s = patience_s
        self._typed = ""
        self._has_begun = False
        self._notice: Line | None = None
        self._notes = tuple(notes)

    def compose(self) -> ComposeResult:
        """Put the parts one above the other, so that any width does."""
        yield Static(id="board-title", classes="title", markup=False)
        yield LineView(id="board", marks=self.MARKS)
        yield Static(id="answers-title", classes="title", markup=False)
        yield LineView(id="answers", marks=self.MARKS)
        with Horizontal(id="question-row"):
            yield Static(id="question-title", classes="title", markup=False)
            yield Question(id="question")
        yield Static(id="keys", markup=False)

    async def on_mount(self) -> None:
        """Greet, and begin to read the board."""
        has_board = self._board is not None
        self.query_one("#board-title").display = has_board
        self.query_one("#board").display = has_board
        self._word_titles()
        self._narration.announcer.tell_troubles_to(self._take_trouble)
        self._begin()
        if has_board and self._refresh_s is not None:
            self.set_interval(self._refresh_s, self._read_board)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Ask what was typed; nothing typed is an answer too, to a question of the conversation's."""
        text = event.value.strip()
        self._typed = ""
        event.input.clear()
        self._ask(text)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say a finished word, or what was deleted."""
        before, self._typed = self._typed, event.value
        if (told := tell_edit(before, event.value)) is not None and event.input.has_focus:
            self._narration.label_edit(told)

    def on_line_view_reached(self, event: LineView.Reached) -> None:
        """Say the line that was reached."""
        self._narration.label_line(TITLES[event.view.id or "answers"], event.view)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Show and say where the focus went; it goes nowhere by itself, but for the first time."""
        self._word_titles()
        if not self._has_begun:
            self._has_begun = True
        elif isinstance(event.widget, LineView):
            notice = self._notice if event.widget.id == "board" else None
            self._narration.label_view(TITLES[event.widget.id or "answers"], event.widget, notice)
        elif isinstance(event.widget, Question):
            self._narration.label_question(event.widget)

    def action_silence(self) -> None:
        """Silence the voice, and end an answer that would only go on speaking."""
        if self._conversation.asks_model:
            self.workers.cancel_group(self, "ask")  # pyright: ignore[reportUnknownMemberType]  # a worker of anything
        self._narration.announcer.stop()

    async def action_repeat(self) -> None:
        """Say the last answer again, and show it again."""
        lines = self._narration.announcer.repeat()
        await self._show(lines or [self._narration.tell("face.nothing_to_repeat")])

    async def action_repeat_last_part(self) -> None:
        """Say the last fact of the last answer again, and show it again."""
        lines = self._narration.announcer.repeat(is_last_part=True)
        await self._show(lines or [self._narration.tell("face.nothing_to_repeat")])

    async def action_help(self) -> None:
        """Tell the keys."""
        await self._show(self._narration.tell_help())

    def action_help_quit(self) -> None:
        """Tell how to leave, for those whose hands know Ctrl+C; without the toast that textual would show."""
        self.call_later(self._show, [self._narration.tell("face.key_quit")])

    @work(exclusive=True, group="ask")
    async def _begin(self) -> None:
        """Greet, and tell which key tells the keys."""
        reply = await self._conversation.begin()
        notes = (self._narration.make(note) for note in self._notes)
        await self._take(reply, *notes, self._narration.make("face.key_help"))

    @work(exclusive=True, group="ask")
    async def _ask(self, text: str) -> None:
        """Ask, and show and say the answer; a newer question ends an older one."""
        if text:
            await self._show([self._narration.make("face.you", text=text)])
        patience = self.set_timer(self._patience_s, self._tell_patience)
        is_begun = False

        async def tell(part: Reply) -> None:
            nonlocal is_begun
            patience.stop()
            await self._tell_part(part, goes_on=is_begun)
            is_begun = True

        try:
            reply = await self._conversation.hear(text, tell)
        except Exception:
            logger.exception("a question failed")
            await self._show([self._narration.tell("face.failed")])
            return
        finally:
            patience.stop()
        await self._take(reply, *(self._narration.make_help() if reply.kind == "help" else ()))

    async def _tell_part(self, part: Reply, *, goes_on: bool) -> None:
        """Show and say a part of an answer that is still coming."""
        self._narration.language = part.language
        await self._show(part.lines)
        if goes_on:
            self._narration.announcer.go_on(part.lines, part.language)
        else:
            self._narration.announcer.answer(part.lines, part.language)

    async def _take(self, reply: Reply, *own: Line) -> None:
        """Show what was not told early of an answer line by line, say it whole, and do what it asks of a face."""
        self._narration.language = reply.language
        self._word_titles()
        lines = (*reply.untold.lines, *own)
        await self._show((*lines, *(line for other in reply.also for line in other.lines)))
        if reply.control is Control.SILENCE:
            self._narration.announcer.stop()
        elif reply.control is Control.PAUSE:
            self._narration.announcer.pause()
        elif reply.control is Control.RESUME:
            self._narration.announcer.resume()
        else:
            if reply.control is Control.VOICE:
                self._narration.announcer.set_voice(is_on=self._conversation.profile.voice == "self")
            profile = self._conversation.profile
            self._narration.announcer.set_sound(rate_wpm=profile.rate_wpm, volume=profile.volume)
            await self._say(reply, lines)
        self._read_board()

    async def _say(self, reply: Reply, lines: tuple[Line, ...]) -> None:
        others = [(other.lines, other.language) for other in reply.also]
        if reply.told:
            self._narration.announcer.go_on(lines, reply.language)
            return
        said = self._narration.announcer.answer(lines, reply.language, *others)
        if reply.control is Control.QUIT:
            try:
                await asyncio.wait_for(said.wait(), FAREWELL_S)
            except TimeoutError:
                logger.info("left before the farewell was said")
            self.exit()

    async def _tell_patience(self) -> None:
        await self._show([self._narration.tell("face.working")])

    def _take_trouble(self, trouble: Trouble) -> None:
        """Show why something is not heard, and say it where there is still a voice."""
        self.call_later(self._show_trouble, trouble)

    def take_event(self, event: Event) -> None:
        """Say an event as urgently as it is, and show it; nothing is moved by it, the focus least of all."""
        if self._narration.announcer.announce(event) and (phrase := event.tell()) is not None:
            self.call_later(self._show, phrase.lines)

    async def _show_trouble(self, trouble: Trouble) -> None:
        await self._show([self._narration.announce(f"speech.{trouble.code.value}")])

    @work(exclusive=True, group="board")
    async def _read_board(self) -> None:
        """Show the board as it is now; changes of it are never spoken by themselves."""
        if self._board is None:
            return
        try:
            board = await self._board.read()
        except Exception:
            logger.exception("the board cannot be read")
            return
        lines = board.lines if board else (self._narration.make("face.no_stop"),)
        self._notice = board.notice if board else None
        self._word_titles()
        await self.query_one("#board", LineView).replace(lines)

    async def _show(self, lines: Iterable[Line]) -> None:
        await self.query_one("#answers", LineView).add(lines)

    def _word_titles(self) -> None:
        for part, message_id in TITLES.items():
            title = self.query_one(f"#{part}-title", Static)
            is_focused = self.focused is not None and self.focused.id == part
            notice = f". {self._notice.written}" if part == "board" and self._notice else ""
            title.update(f"{self.MARKS[0 if is_focused else 1]}{self._narration.make(message_id).written}{notice}")
            title.set_class(is_focused, "focused")
        self.query_one("#keys", Static).update(self._narration.make("face.keys").written)
