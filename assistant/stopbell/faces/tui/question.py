"""Where the rider types: a field of one row whose cursor stands still, and what is said about typing."""

from textual.geometry import Offset
from textual.widgets import Input


class Question(Input):
    """A text field for questions."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 textual's own word
        """Begin empty; the cursor never blinks: each blink would be a repaint."""
        super().__init__(id=id, compact=True, select_on_focus=False)
        self.cursor_blink = False

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the terminal's cursor belongs: textual 8 says one cell too far at the end of the text."""
        offset = super().cursor_screen_offset
        return offset - Offset(1, 0) if self.cursor_at_end else offset


def tell_edit(before: str, after: str) -> str | None:
    """Give what a voice says about a change of the text; None for a letter that was typed.

    A finished word is said when the blank after it is typed, and what was deleted is named.
    """
    if len(after) < len(before):
        start = _count_common(before, after)
        return before[start : start + len(before) - len(after)]
    if len(after) == len(before) + 1 and after.endswith(" ") and after.startswith(before):
        return before.rsplit(maxsplit=1)[-1] if before.strip() and not before.endswith(" ") else None
    return None


def _count_common(first: str, second: str) -> int:
    count = 0
    for left, right in zip(first, second, strict=False):
        if left != right:
            break
        count += 1
    return count
