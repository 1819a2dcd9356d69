"""A list of lines that is read one by one; the line reached is marked with a sign, not with a colour."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

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

    def mark(self, *, is_reached: bool) -> None:
        """Show whether this is the line the rider is on."""
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
        """Begin empty."""
        super().__init__(id=id)
        self._marks = marks
        self._place = 0
        self._newest: list[Row] = []

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
    def newest(self) -> Row | None:
        """The first of the lines that were added last."""
        return self._newest[0] if self._newest else None

    @property
    def reading_offset(self) -> Offset | None:
        """Where the terminal's cursor belongs while the focus is here: where the line begins that the rider is on."""
        rows = self.rows
        return rows[self.place].content_region.offset if rows else None

    async def add(self, lines: Iterable[Line]) -> None:
        """Add lines at the end and show the first of them at the top, or all of them if they fit.

        The place goes to the first new line, unless the rider is reading here.
        """
        new = [Row(line, self._marks) for line in lines]
        if not new:
            return
        old = self.rows
        await self.mount_all(new)
        surplus = old[: max(len(old) + len(new) - KEPT_LINES, 0)]
        for row in surplus:
            await row.remove()
        self._place = self._place - len(surplus) if self.has_focus else len(self.rows) - len(new)
        self._place = max(self._place, 0)
        self._newest = new
        self.call_after_refresh(self._show)

    async def replace(self, lines: Iterable[Line]) -> None:
        """Show other lines in place of these, touching only those that changed; the place stays."""
        wanted, rows = tuple(lines), self.rows
        for row, line in zip(rows, wanted, strict=False):
            if row.line != line:
                row.line = line
        for row in rows[len(wanted) :]:
            await row.remove()
        await self.mount_all(Row(line, self._marks) for line in wanted[len(rows) :])
        self._mark()

    def action_move(self, by: int) -> None:
        """Go a line up or down."""
        self._go(self.place + by)

    def action_move_to_end(self, is_last: bool) -> None:
        """Go to the first or the last line."""
        self._go(len(self.rows) - 1 if is_last else 0)

    def _go(self, place: int) -> None:
        rows, before = self.rows, self._place
        self._place = min(max(place, 0), max(len(rows) - 1, 0))
        self._mark()
        if rows:
            # The next line is brought into view too, so that the cursor is on it as soon as the next key comes.
            further = min(max(self._place + (1 if self._place > before else -1), 0), len(rows) - 1)
            self.scroll_to_widget(rows[further], animate=False)
            self.scroll_to_widget(rows[self._place], animate=False)
            park(self.app)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]  # an app of anything
        self.post_message(self.Reached(self))

    def _show(self) -> None:
        """Bring the line the rider reads, or else the newest ones, into view."""
        self._mark()
        rows = self.rows
        if self.has_focus and rows:
            self.scroll_to_widget(rows[self.place], animate=False)
        elif self._newest and sum(row.outer_size.height for row in self._newest) > self.size.height:
            self.scroll_to_widget(self._newest[0], animate=False, top=True)
        elif self._newest:
            self.scroll_end(animate=False)

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
