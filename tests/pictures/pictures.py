"""Every picture of the documentation: what it is called, and how it is made."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from stopbell.faces.tui.themes import DARK, LIGHT
from tests.pictures.drawing import draw_rows
from tests.pictures.kiosk import show_board
from tests.pictures.screen import draw_screen
from tests.pictures.terminal import hold_conversation

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SESSION = (
    "next tram",
    "set stop Universty",
    "1",
    "tell me when the 5 is two minutes away",
    "stop watching",
    "quit",
)


def _draw_screen(title: str, theme: str, size: tuple[int, int], folder: Path) -> str:
    return asyncio.run(draw_screen(folder, title, theme=theme, size=size))


def _draw_lines(folder: Path) -> str:
    return draw_rows(hold_conversation(SESSION, folder, (88, 48)), "stopbell --screen-reader demo")


def _draw_kiosk(folder: Path) -> str:
    return draw_rows(show_board(folder), "stopbell kiosk", is_bold=True)


PICTURES: Mapping[str, Callable[[Path], str]] = {
    "screen-dark": partial(_draw_screen, "Stopbell, dark", DARK, (90, 26)),
    "screen-light": partial(_draw_screen, "Stopbell, light", LIGHT, (90, 26)),
    "screen-40-by-12": partial(_draw_screen, "Stopbell, 40 by 12", DARK, (40, 12)),
    "lines": _draw_lines,
    "kiosk": _draw_kiosk,
}
"""Each takes an empty folder to work in and gives the picture as SVG."""
