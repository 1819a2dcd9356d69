"""A list of lines that is read one by one; the line reached is marked with a sign, not with a colour."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Blur, Focus, Resize
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import Static

from stopbell_server.phrases.phrase import Line
from textual_aloud.parking import park

KEPT_LINES = 200
Marks = tuple[str, str]
"""What stands before the place where the rider is, and before any other."""
SIGNS: Marks = ("> ", "  ")
NO_SIGNS: Marks = ("", "")
"""For those who follow the terminal's cursor: a sign would be spoken."""


class Row(Static):
    """One line as it is shown."""

    def __init__(self, line: Line, marks: Marks = SIGNS) -> None:
        """Take the line; what looks like markup in it is text."""
        super().__init__(f"{marks[1]}{line.written}", markup=False)
        self._marks = marks
        self.line = line
        self._told = (False, line)

    def mark(self, *, is_reached: bool) -> None:
        """Show the line, and whether the rider is on it; a row that stays as it is costs nothing."""
        is_reached = is_reached and self._marks != NO_SIGNS
        if (is_reached, self.line) == self._told:
            return
        self._told = (is_reached, self.line)
        self.update(f"{self._marks[0 if is_reached else 1]}{self.line.written}")
        self.set_class(is_reached, "reached")


class LineView(VerticalScroll, can_focus=True):
    """Lines with a place in them; only the rider's keys move the place."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("home", "move_to_end(False)", show=False),
        Binding("end", "move_to_end(True)", show=False),
    ]

    @dataclass
    class Reached(Message):
        """The rider's key reached a line, or found that there is none further."""

        view: "LineView"

    def __init__(self, *, id: str, marks: Marks = SIGNS) -> None:  # noqa: A002 textual's own word
        """Begin empty. Without signs new lines begin at the top, so that no older ones come into view with them."""
        super().__init__(id=id)
        self._marks = marks
        self._below = Static(classes="below") if marks == NO_SIGNS else None
        self._place = 0
        self._newest: list[Row] = []
        self._is_shown = True
        """Whether the newest lines have been brought into view."""

    @property
    def rows(self) -> tuple[Row, ...]:
        """The lines, first to last."""
        return tuple(self.query(Row))

    @property
    def place(self) -> int:
        """Which line the rider is on, from 0; 0 also when there is none."""
        return min(self._place, max(len(self.rows) - 1, 0))

    @property
    def line(self) -> Line | None:
        """The line the rider is on."""
        rows = self.rows
        return rows[self.place].line if rows else None

    @property
    def reading_offset(self) -> Offset | None:
        """Where the terminal's cursor belongs while the focus is here: where the line begins that the rider is on."""
        rows = self.rows
        return rows[self.place].content_region.offset if rows else None

    def compose(self) -> ComposeResult:
        """Leave room below the lines where the newest are to be at the top."""
        if self._below is not None:
            yield self._below

    async def add(self, lines: Iterable[Line], *, goes_on: bool = False) -> Row | None:
        """Add lines at the end and show the first of them at the top, or all of them if they fit.

        The place goes to the first new line, unless the rider is reading here.

        Args:
            lines: what is new.
            goes_on: whether what was added before stays in view with it, as a question with its answer.

        Returns:
            The first new line; None if there is none.
        """
        new = [Row(line, self._marks) for line in lines]
        if not new:
            return None
        old = self.rows
        # What was added a moment ago has not been seen by anybody: it stays in view with what is new.
        goes_on, self._is_shown = goes_on or not self._is_shown, False
        if self._below is not None and old and not goes_on and not self.has_focus:
            # What is new is at the top as soon as it is seen: no reader meets it twice.
            self.scroll_to(y=old[-1].virtual_region.bottom, animate=False, immediate=True)
        await self.mount_all(new, before=self._below)
        surplus = old[: max(len(old) + len(new) - KEPT_LINES, 0)]
        for row in surplus:
            await row.remove()
        self._place = self._place - len(surplus) if self.has_focus else len(self.rows) - len(new)
        self._place = max(self._place, 0)
        self._newest = [*self._newest, *new] if goes_on else new
        self.call_after_refresh(self._show)
        return new[0]

    async def replace(self, lines: Iterable[Line]) -> None:
        """Show other lines in place of these, touching only those that changed; the place stays."""
        wanted, rows = tuple(lines), self.rows
        for row, line in zip(rows, wanted, strict=False):
            if row.line != line:
                row.line = line
        for row in rows[len(wanted) :]:
            await row.remove()
        await self.mount_all((Row(line, self._marks) for line in wanted[len(rows) :]), before=self._below)
        self._mark()

    def action_move(self, by: int) -> None:
        """Go a line up or down."""
        self._go(self.place + by)

    def action_move_to_end(self, is_last: bool) -> None:
        """Go to the first or the last line."""
        self._go(len(self.rows) - 1 if is_last else 0)

    def _go(self, place: int) -> None:
        rows = self.rows
        self._place = min(max(place, 0), max(len(rows) - 1, 0))
        self._mark()
        if rows:
            self.scroll_to_widget(rows[self._place], animate=False, immediate=True)
            park(self.app)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]  # an app of anything
        self.post_message(self.Reached(self))

    def _show(self) -> None:
        """Bring the line the rider reads, or else the newest ones, into view."""
        self._mark()
        self._is_shown = True
        rows = self.rows
        if self.has_focus and rows:
            self.scroll_to_widget(rows[self.place], animate=False)
        elif self._newest and self._below is not None:
            self._show_page(0)
        elif self._newest and sum(row.outer_size.height for row in self._newest) > self.size.height:
            self.scroll_to_widget(self._newest[0], animate=False, top=True)
        elif self._newest:
            self.scroll_end(animate=False)

    def _show_page(self, page: int) -> None:
        """Show the newest lines a page after the other: readers speak what comes, and the last page stays."""
        top = self._newest[0].virtual_region.y + page * self.size.height
        self.scroll_to(y=top, animate=False)
        if top + self.size.height < self._newest[-1].virtual_region.bottom and self.size.height > 0:
            self.call_after_refresh(self._show_page, page + 1)
        elif page and not self.has_focus:
            seen = (index for index, row in enumerate(self.rows) if row.virtual_region.y >= top)
            self._place = next(seen, self._place)

    def _mark(self) -> None:
        for index, row in enumerate(self.rows):
            row.mark(is_reached=self.has_focus and index == self.place)

    def on_resize(self, event: Resize) -> None:
        """Keep in view what was in view."""
        self.call_after_refresh(self._show)

    def on_focus(self, event: Focus) -> None:
        """Show where the rider is."""
        self.call_after_refresh(self._mark)

    def on_blur(self, event: Blur) -> None:
        """Take the sign away."""
        self.call_after_refresh(self._mark)
