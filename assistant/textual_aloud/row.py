"""One row of cells."""

from textual_aloud.style import PLAIN, Style

BLANK = " "
BEHIND = ""
"""The second cell of a wide character."""


class Row:
    """Cells from left to right; the texts and styles are as many as the row is wide."""

    __slots__ = ("styles", "texts")

    def __init__(self, texts: list[str], styles: list[Style]) -> None:
        """Take cells as they are."""
        self.texts = texts
        self.styles = styles

    @classmethod
    def make_blank(cls, width: int, style: Style = PLAIN) -> "Row":
        """Make a row of blanks."""
        return cls([BLANK] * width, [style] * width)

    def copy(self) -> "Row":
        """Give the same cells anew."""
        return Row(self.texts[:], self.styles[:])

    def resize(self, width: int) -> None:
        """Cut the row, or add blanks."""
        missing = width - len(self.texts)
        if missing >= 0:
            self.texts += [BLANK] * missing
            self.styles += [PLAIN] * missing
            return
        if self.texts[width] == BEHIND:
            self.texts[width - 1] = BLANK
        del self.texts[width:], self.styles[width:]

    def put(self, x: int, text: str, width: int, style: Style) -> None:
        """Put a character of one or two cells; what is left of a wide one beneath it becomes blank."""
        if self.texts[x] == BEHIND and x > 0:
            self.texts[x - 1] = BLANK
        end = x + width
        if end < len(self.texts) and self.texts[end] == BEHIND:
            self.texts[end] = BLANK
        self.texts[x], self.styles[x] = text, style
        if width == 2:
            self.texts[x + 1], self.styles[x + 1] = BEHIND, style

    def blank(self, start: int, end: int, style: Style) -> None:
        """Make cells blank."""
        for x in range(max(start, 0), min(end, len(self.texts))):
            self.put(x, BLANK, 1, style)

    @property
    def text(self) -> str:
        """The row as text, without blanks at its end."""
        return "".join(self.texts).rstrip(BLANK)
