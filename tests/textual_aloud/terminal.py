"""A terminal that judges: what stands on its screen after what was sent to it."""

import re
import unicodedata

import pyte
from pyte.screens import Char

_UNKNOWN_TO_PYTE = re.compile(r"\x1b\[[<=>?][0-9;]*\$?[pqut]")


class JudgeScreen(pyte.Screen):
    """A pyte screen that blanks what is left of a wide character of which half is overwritten, as terminals do."""

    def draw(self, data: str) -> None:
        """Draw, then mend halves."""
        for character in data:
            row = self.cursor.y
            super().draw(character)
            self._mend(row)

    def _mend(self, row: int) -> None:
        line = self.buffer[row]
        at = min(self.cursor.x, self.columns)
        for x in (at - 3, at - 2, at - 1, at):
            if not 0 <= x < self.columns:
                continue
            is_behind = line[x].data == ""
            has_lead = x > 0 and _is_wide(line[x - 1])
            if is_behind and not has_lead:
                line[x] = line[x]._replace(data=" ")
            if _is_wide(line[x]) and (x + 1 >= self.columns or line[x + 1].data != ""):
                line[x] = line[x]._replace(data=" ")


def _is_wide(cell: Char) -> bool:
    return bool(cell.data) and unicodedata.east_asian_width(cell.data[0]) in ("W", "F")


class Terminal:
    """Takes output; shows it."""

    def __init__(self, width: int = 80, height: int = 24) -> None:
        """Begin blank, without wrapping, as Textual sets a terminal."""
        self.screen = JudgeScreen(width, height)
        self._stream = pyte.Stream(self.screen)
        self.screen.reset_mode(7, private=True)

    def feed(self, output: str) -> None:
        """Show output."""
        self._stream.feed(_UNKNOWN_TO_PYTE.sub("", output))

    @property
    def texts(self) -> list[str]:
        """The rows as text, each in its full width."""
        return [unicodedata.normalize("NFC", line) for line in self.screen.display]

    @property
    def looks(self) -> list[list[Char]]:
        """Every cell with its style."""
        return [[self.screen.buffer[y][x] for x in range(self.screen.columns)] for y in range(self.screen.lines)]

    @property
    def place(self) -> tuple[int, int]:
        """Where the cursor stands."""
        return self.screen.cursor.x, self.screen.cursor.y
