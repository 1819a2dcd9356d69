"""An application's output, translated into output that brings only what changed."""

import re

from textual_aloud.grid import Grid
from textual_aloud.manner import Manner
from textual_aloud.painter import Painter
from textual_aloud.stream import Piece, Stream

_QUERY = re.compile(r".*\$p|[<=>?][0-9;:]*[qu]|[0-9;?]*n|[>=?0-9;]*c|1[4-9](;[0-9;]*)?t|2[01]t")
"""Requests for a mode, keyboard reports, versions, positions, sizes: without introducers."""
_IN_BAND_SIZE = "?2048"
"""Textual would then learn of a new size from the terminal, and this module would not."""
_POINTER_SHAPE = "22;"


class Translator:
    """Takes what an application writes; gives what the terminal gets."""

    def __init__(self, width: int, height: int, manner: Manner) -> None:
        """Begin with a blank screen and a terminal of which nothing is known."""
        self._manner = manner
        self._stream = Stream()
        self._grid = Grid(width, height)
        self._painter = Painter(width, height, manner)
        self._is_touched = False

    @property
    def grid(self) -> Grid:
        """The screen as the application wants it."""
        return self._grid

    @property
    def is_touched(self) -> bool:
        """Whether something was drawn since the last painting."""
        return self._is_touched

    def take(self, data: str) -> str:
        """Take output; give what is no drawing of it, to be sent before the next painting."""
        return "".join([self._pass(piece) for piece in self._stream.cut(data) if not self._draw(piece)])

    def paint(
        self, place: tuple[int, int] | None = None, *, typed_row: int | None = None, is_told: bool = False
    ) -> str:
        """Give what brings the terminal up to date; see `Painter.paint`. A place None is where drawing ended."""
        self._is_touched = False
        return self._painter.paint(self._grid, place, typed_row=typed_row, is_told=is_told)

    def resize(self, width: int, height: int) -> None:
        """Have another size from now on; the next painting begins with a clear screen."""
        self._grid.resize(width, height)
        self._painter.forget()

    def _draw(self, piece: Piece) -> bool:
        if piece.kind == "text":
            self._grid.write(piece.body)
        elif piece.kind == "control" and piece.body in "\r\n\b":
            self._grid.control(piece.body)
        elif piece.kind == "osc" and piece.body.startswith("8;"):
            self._grid.link(piece.body[2:])
        elif piece.kind != "csi" or not self._grid.obey(piece.body):
            return False
        self._is_touched = True
        return True

    def _pass(self, piece: Piece) -> str:
        """Give what of a piece goes on to the terminal."""
        if piece.kind == "csi":
            return self._pass_sequence(piece)
        if piece.kind == "control":
            return piece.raw if piece.body == "\x07" else ""
        if piece.kind == "osc":
            # The shape of a mouse's pointer: a reader that does not know it speaks it.
            return "" if piece.body.startswith(_POINTER_SHAPE) else piece.raw
        return piece.raw if piece.kind == "escape" else ""

    def _pass_sequence(self, piece: Piece) -> str:
        if piece.body in ("?1049h", "?1049l"):
            # What the application wants stays as it is: Textual does not draw all of it again when it comes back.
            self._painter.forget()
        if piece.body == "?25l":
            # The cursor is what readers and magnifiers follow.
            return "\x1b[?25h"
        if piece.body.startswith(_IN_BAND_SIZE) or (not self._manner.has_queries and _QUERY.fullmatch(piece.body)):
            return ""
        return piece.raw
