"""Screens as Textual writes them: whole rows, or chops of rows, each after a move; styles around each segment."""

from dataclasses import dataclass

from hypothesis import strategies as st
from rich.cells import cell_len

WIDTH, HEIGHT = 24, 8
WORDS = (
    "73",
    "12",
    "to",
    "Victoria",
    "Вокзал",
    "駅前",
    "é",
    "e\u0301a\u0323",
    "शहर",
    "min",
    ">",
    "│",
    "▊",
    "─",
    "2",
    "3",
)
STYLES = ("", "1", "7", "31", "38;2;1;2;3", "48;2;0;0;0;38;2;255;255;255", "44", "4;9")


@dataclass(frozen=True)
class Chop:
    """Text at a place, in a style."""

    x: int
    y: int
    text: str
    style: str

    def write(self) -> str:
        """Give it as Textual writes it."""
        text = f"\x1b[{self.style}m{self.text}\x1b[0m" if self.style else self.text
        return f"\x1b[{self.y + 1};{self.x + 1}H{text}"


def crop(text: str, width: int) -> str:
    """Cut or fill text to so many cells; half a wide character becomes a blank, as Textual does it."""
    kept = ""
    for character in text:
        if cell_len(kept + character) > width:
            break
        kept += character
    return kept + " " * (width - cell_len(kept))


@st.composite
def chops(draw: st.DrawFn) -> Chop:
    """Draw one chop that fits the screen."""
    y = draw(st.integers(0, HEIGHT - 1))
    x = draw(st.one_of(st.just(0), st.integers(0, WIDTH - 1)))
    width = draw(st.one_of(st.just(WIDTH - x), st.integers(1, WIDTH - x)))
    text = " ".join(draw(st.lists(st.sampled_from(WORDS), max_size=5)))
    return Chop(x, y, crop(text, width), draw(st.sampled_from(STYLES)))


@st.composite
def moved_rows(draw: st.DrawFn) -> str:
    """Draw a list of numbered rows of which another part is in view in each frame: what scrolls."""
    top, size = draw(st.integers(0, HEIGHT - 3)), draw(st.integers(2, HEIGHT))
    first, style = draw(st.integers(0, 12)), draw(st.sampled_from(STYLES))
    rows = range(top, min(top + size, HEIGHT))
    return "\n".join(Chop(0, y, crop(f"line {first + y} 駅{first + y}", WIDTH), style).write() for y in rows)


frames = st.one_of(
    st.lists(chops(), min_size=1, max_size=6).map(lambda many: "".join(c.write() for c in many)), moved_rows()
)
"""One writing of Textual's."""
