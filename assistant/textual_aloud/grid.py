"""The screen as an application wants it: its output applied to rows of cells."""

from collections.abc import Callable

from rich.cells import cell_len, get_character_cell_size

from textual_aloud.row import BEHIND, Row
from textual_aloud.style import PLAIN, Style, apply_sgr

JOINER = "\u200d"
"""Zero-width joiner: the character after it belongs to the one before it."""

LONGEST_PARAMETERS = 64
"""Of a sequence that moves or erases, in characters."""


class Grid:
    """Rows of cells and a cursor. Text at the right edge does not wrap: Textual switches wrapping off."""

    def __init__(self, width: int, height: int) -> None:
        """Begin blank, with the cursor in the corner."""
        self.width = width
        self.height = height
        self.x = 0
        self.y = 0
        self.style = PLAIN
        self.rows = [Row.make_blank(width) for _ in range(height)]
        self._is_joined = False

    def resize(self, width: int, height: int) -> None:
        """Cut or extend at the right and at the bottom."""
        self.width, self.height = width, height
        for row in self.rows:
            row.resize(width)
        del self.rows[height:]
        self.rows += [Row.make_blank(width) for _ in range(height - len(self.rows))]
        self.x, self.y = min(self.x, width - 1), min(self.y, height - 1)

    def write(self, text: str) -> None:
        """Write text without control characters at the cursor."""
        row = self.rows[self.y]
        for character in text:
            size = 1 if character.isascii() else get_character_cell_size(character)
            if self._is_joined or size == 0:
                self._is_joined = self._attach(row, character) and character == JOINER
                continue
            size = min(size, self.width)
            self.x = min(self.x, self.width - size)
            row.put(self.x, character, size, self.style)
            self.x += size

    def _attach(self, row: Row, character: str) -> bool:
        """Add what has no cell of its own to the character before, if there is one; a selector may make it wide."""
        at = min(self.x, self.width) - 1
        if at > 0 and row.texts[at] == BEHIND:
            at -= 1
        if at < 0:
            return False
        row.texts[at] += character
        is_narrow = at + 1 >= self.width or row.texts[at + 1] != BEHIND
        if is_narrow and at + 2 <= self.width and cell_len(row.texts[at]) == 2:
            row.put(at, row.texts[at], 2, row.styles[at])
            self.x = at + 2
        return True

    def control(self, character: str) -> None:
        """Obey a control character that moves; others do nothing."""
        self._is_joined = False
        if character == "\r":
            self.x = 0
        elif character == "\b":
            self.x = max(min(self.x, self.width - 1) - 1, 0)
        elif character == "\n":
            if self.y == self.height - 1:
                self.rows.append(Row.make_blank(self.width))
                del self.rows[0]
            else:
                self.y += 1

    def obey(self, sequence: str) -> bool:
        """Obey a CSI sequence, given without its introducer; False if it has nothing to do with cells."""
        final, parameters = sequence[-1], sequence[:-1]
        if final == "m":
            self.style = apply_sgr(self.style, parameters)
            return True
        act = _ACTS.get(final)
        if act is None or parameters.strip("0123456789;") or len(parameters) > LONGEST_PARAMETERS:
            return False
        self._is_joined = False
        numbers = [int(part) if part else None for part in parameters.split(";")]
        act(self, numbers)
        return True

    def link(self, body: str) -> None:
        """Begin or end a link: the body of OSC 8."""
        parameters, _, address = body.partition(";")
        style = self.style
        link = f"{parameters};{address}" if address else ""
        self.style = Style(style.foreground, style.background, style.flags, link)

    def move_to(self, x: int, y: int) -> None:
        """Put the cursor there, or as near as there is a cell."""
        self.x = min(max(x, 0), self.width - 1)
        self.y = min(max(y, 0), self.height - 1)

    def erase_line(self, which: int) -> None:
        """Blank the cursor's row from the cursor on (0), up to it (1), or all of it (2)."""
        x = min(self.x, self.width - 1)
        start, end = {0: (x, self.width), 1: (0, x + 1)}.get(which, (0, self.width))
        self.rows[self.y].blank(start, end, self._ground)

    def erase_screen(self, which: int) -> None:
        """Blank from the cursor on (0), up to it (1), or all (2)."""
        if which in (0, 1):
            self.erase_line(which)
        rows = {0: range(self.y + 1, self.height), 1: range(self.y)}.get(which, range(self.height))
        for y in rows:
            self.rows[y].blank(0, self.width, self._ground)

    def erase_cells(self, count: int) -> None:
        """Blank so many cells from the cursor on."""
        x = min(self.x, self.width - 1)
        self.rows[self.y].blank(x, x + count, self._ground)

    @property
    def _ground(self) -> Style:
        return Style(background=self.style.background)


def _first(numbers: list[int | None], default: int) -> int:
    return default if numbers[0] is None else numbers[0]


def _step(numbers: list[int | None]) -> int:
    return max(_first(numbers, 1), 1)


def _second(numbers: list[int | None]) -> int:
    return (numbers[1] if len(numbers) > 1 else None) or 1


_ACTS: dict[str, Callable[[Grid, list[int | None]], None]] = {
    "H": lambda grid, numbers: grid.move_to(_second(numbers) - 1, _step(numbers) - 1),
    "f": lambda grid, numbers: grid.move_to(_second(numbers) - 1, _step(numbers) - 1),
    "A": lambda grid, numbers: grid.move_to(grid.x, grid.y - _step(numbers)),
    "B": lambda grid, numbers: grid.move_to(grid.x, grid.y + _step(numbers)),
    "C": lambda grid, numbers: grid.move_to(grid.x + _step(numbers), grid.y),
    "D": lambda grid, numbers: grid.move_to(min(grid.x, grid.width - 1) - _step(numbers), grid.y),
    "G": lambda grid, numbers: grid.move_to(_step(numbers) - 1, grid.y),
    "d": lambda grid, numbers: grid.move_to(grid.x, _step(numbers) - 1),
    "J": lambda grid, numbers: grid.erase_screen(_first(numbers, 0)),
    "K": lambda grid, numbers: grid.erase_line(_first(numbers, 0)),
    "X": lambda grid, numbers: grid.erase_cells(_step(numbers)),
}
