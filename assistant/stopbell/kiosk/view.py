"""What stands on the board: what it is, what is wrong, what was said or what comes, and what the keys do.

Nothing is told by colour, place or sign alone. What does not fit is shown page after page, never cut off.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from stopbell.faces.plain import to_plain
from stopbell.kiosk.cells import measure, wrap


@dataclass(frozen=True, slots=True)
class View:
    """Everything to be shown, in whole sentences."""

    title: str
    clock: str
    """The time of day; empty where it cannot be believed."""
    warnings: Sequence[str] = ()
    """What is wrong, and the operator's urgent messages; they stay on every page."""
    body: Sequence[str] = ()
    hint: str = ""
    """What the keys do; it stays at the foot of every page."""


@dataclass(frozen=True, slots=True)
class Page:
    """One screenful."""

    rows: tuple[str, ...]
    """As many as the screen has, none wider than it."""
    number: int
    """From 0."""
    total: int


def lay_out(view: View, rows: int, columns: int, turn: int) -> Page:
    """Lay a view out for a screen of so many rows and columns; `turn` counts pages up and begins again at the last.

    A warning that leaves no room for anything else is moved into the pages.
    """
    head = _lay_title(view, columns)
    foot = wrap(to_plain(view.hint), columns) if view.hint else []
    warned = [row for text in view.warnings for row in wrap(to_plain(text), columns)]
    body = [row for text in view.body for row in wrap(to_plain(text), columns, indent=2)]
    if len(head) + len(warned) + len(foot) + 2 > rows:
        body, warned = [*warned, *body], []
    if len(head) + len(foot) + 1 > rows:
        body, foot = [*body, *foot], []
    room = max(rows - len(head) - len(warned) - len(foot), 1)
    total = max(-(-len(body) // room), 1)
    number = turn % total
    shown = body[number * room : (number + 1) * room]
    blanks = [""] * max(rows - len(head) - len(warned) - len(shown) - len(foot), 0)
    return Page(tuple([*head, *warned, *shown, *blanks, *foot][:rows]), number, total)


def _lay_title(view: View, columns: int) -> list[str]:
    """Put the time behind the title where both fit into a row, else below."""
    title, clock = to_plain(view.title), to_plain(view.clock)
    gap = columns - measure(title) - measure(clock)
    if clock and gap >= 2:
        return [f"{title}{' ' * gap}{clock}"]
    return [*wrap(title, columns), *([clock] if clock else [])]
