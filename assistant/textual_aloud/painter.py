"""Brings a terminal's screen from what it shows to what is wanted, writing only what differs."""

from textual_aloud.grid import Grid
from textual_aloud.manner import DRAWN, Manner
from textual_aloud.row import BEHIND, BLANK, Row
from textual_aloud.scrolling import Scroll, find_scroll
from textual_aloud.spans import Span, find_spans, find_text, has_uncertain_width
from textual_aloud.style import PLAIN, Style, to_sequence


class Painter:
    """Knows what the terminal shows. What it writes is to be sent whole and in order."""

    def __init__(self, width: int, height: int, manner: Manner) -> None:
        """Begin with a terminal of which nothing is known: the first painting clears it."""
        self._manner = manner
        self._shown: list[Row] = []
        self._raw: list[Row] = []
        self._wanted: list[Row] = []
        self._size = (width, height)
        self._x: int | None = None
        """Where the terminal's cursor is; None after writing in the last column, where terminals differ."""
        self._y: int | None = 0
        """None after scrolling."""
        self._style = PLAIN
        self._out: list[str] = []

    def forget(self) -> None:
        """Know nothing of the terminal any more: it was resized, or others wrote to it."""
        self._shown = []

    def paint(
        self, grid: Grid, place: tuple[int, int] | None = None, *, typed_row: int | None = None, is_told: bool = False
    ) -> str:
        """Give what brings the terminal to what the grid holds; empty if there is nothing to do.

        Args:
            grid: what is wanted.
            place: where the cursor is to stand, column and row; None leaves it after what was written last.
            typed_row: the row on which something is being typed, of which single letters are sent.
            is_told: write the row of the place again even if it stayed as it was: many readers speak what is written.
        """
        self._out = []
        if not self._shown or self._size != (grid.width, grid.height):
            self._clear(grid)
        self._adapt(grid)
        self._scroll()
        for y, (shown, wanted) in enumerate(zip(self._shown, self._wanted, strict=True)):
            if shown.texts == wanted.texts and shown.styles == wanted.styles:
                if is_told and place is not None and y == place[1]:
                    self._paint_row(y, wanted, find_text(wanted))
                continue
            has_whole_words = self._manner.has_whole_words and y != typed_row
            self._paint_row(y, wanted, find_spans(shown, wanted, has_whole_words=has_whole_words))
            self._shown[y] = wanted.copy()
        self._set_style(PLAIN)
        if place is not None:
            self._move(*place, is_following=False)
        return "".join(self._out)

    def _clear(self, grid: Grid) -> None:
        self._size = (grid.width, grid.height)
        self._shown = [Row.make_blank(grid.width) for _ in range(grid.height)]
        self._raw, self._wanted = [], []
        self._out.append("\x1b[m\x1b[H\x1b[2J")
        self._x, self._y, self._style = 0, 0, PLAIN

    def _adapt(self, grid: Grid) -> None:
        """Take the grid's rows in our manner; those that stayed as they were are not looked at again."""
        if len(self._raw) != grid.height:
            self._raw = [row.copy() for row in grid.rows]
            self._wanted = [self._to_manner(row) for row in grid.rows]
            return
        for y, row in enumerate(grid.rows):
            raw = self._raw[y]
            if raw.texts != row.texts or raw.styles != row.styles:
                self._raw[y] = row.copy()
                self._wanted[y] = self._to_manner(row)

    def _to_manner(self, row: Row) -> Row:
        texts = row.texts[:]
        blanked = self._manner.blanked
        if blanked is not None and blanked.search("".join(texts)):
            for x, text in enumerate(texts):
                if blanked.search(text):
                    texts[x] = BLANK
                    if x + 1 < len(texts) and texts[x + 1] == BEHIND:
                        texts[x + 1] = BLANK
        return Row(texts, row.styles[:] if self._manner.has_styles else [PLAIN] * len(texts))

    def _scroll(self) -> None:
        scroll = find_scroll([_to_key(row) for row in self._shown], [_to_key(row) for row in self._wanted])
        if scroll is None:
            return
        self._set_style(PLAIN)
        self._out.append(f"\x1b[{scroll.top + 1};{scroll.bottom + 1}r")
        if scroll.by > 0:
            self._out.append(f"\x1b[{scroll.bottom + 1};1H" + "\n" * scroll.by)
        else:
            self._out.append(f"\x1b[{scroll.top + 1};1H" + "\x1bM" * -scroll.by)
        # Setting the margins puts the cursor somewhere that terminals do not agree about.
        self._out.append("\x1b[r")
        self._x = self._y = None
        self._shown = _move_rows(self._shown, scroll)

    def _paint_row(self, y: int, wanted: Row, spans: list[Span]) -> None:
        is_uncertain = has_uncertain_width(wanted)
        for span in spans:
            self._move(span.start, y, is_following=True)
            if is_uncertain:
                self._set_style(PLAIN)
                self._out.append("\x1b[2K")
            self._write(wanted, span)
            if span.is_erased:
                self._set_style(PLAIN)
                self._out.append("\x1b[K")
        if is_uncertain:
            self._x = None

    def _write(self, row: Row, span: Span) -> None:
        for x in range(span.start, span.end):
            if row.texts[x] != BEHIND:
                self._set_style(row.styles[x])
                self._out.append(row.texts[x])
        if span.end > span.start:
            self._x = span.end if span.end < len(row.texts) else None

    def _set_style(self, style: Style) -> None:
        self._out.append(to_sequence(self._style, style))
        self._style = style

    def _move(self, x: int, y: int, *, is_following: bool) -> None:
        """Move the cursor; to a row further down by a line's end first, at which readers part sentences."""
        if is_following and self._y is not None and y > self._y:
            self._out.append("\r\n")
            self._x, self._y = 0, self._y + 1
        if y != self._y or self._x is None:
            self._out.append(f"\x1b[{y + 1};{x + 1}H")
        elif x > self._x:
            self._out.append(f"\x1b[{x - self._x}C")
        elif x < self._x:
            back = self._x - x
            # As a shell does it: readers name what a step back goes over.
            self._out.append("\b" * back if back <= 2 else f"\x1b[{back}D" if x else "\r")
        self._x, self._y = x, y


def _to_key(row: Row) -> str:
    text = row.text
    return text if text.isascii() else DRAWN.sub(BLANK, text).rstrip(BLANK)


def _move_rows(rows: list[Row], scroll: Scroll) -> list[Row]:
    width = len(rows[0].texts)
    part = rows[scroll.top : scroll.bottom + 1]
    blanks = [Row.make_blank(width) for _ in range(abs(scroll.by))]
    moved = [*part[scroll.by :], *blanks] if scroll.by > 0 else [*blanks, *part[: scroll.by]]
    return [*rows[: scroll.top], *moved, *rows[scroll.bottom + 1 :]]
