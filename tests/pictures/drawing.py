"""Pictures as SVG: made of rows of text, made to stand alone, and read back as rows of text."""

import io
import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree as ET

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

_SVG = "{http://www.w3.org/2000/svg}"
_FONT_FACE = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
_COMMENT = re.compile(r"\s*<!--.*?-->", re.DOTALL)
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
_WHITE_ON_BLACK = TerminalTheme((0, 0, 0), (255, 255, 255), [(0, 0, 0)] + [(255, 255, 255)] * 7)


def draw_rows(rows: Sequence[str], title: str, *, is_bold: bool = False) -> str:
    """Draw rows of a terminal, each as it stands there, white on black."""
    console = Console(
        width=max(map(len, rows)),
        file=io.StringIO(),
        force_terminal=True,
        record=True,
        legacy_windows=False,
    )
    for row in rows:
        console.print(Text(row, style="bold" if is_bold else ""), no_wrap=True, highlight=False)
    return to_lone(console.export_svg(title=title, theme=_WHITE_ON_BLACK), title)


def to_lone(svg: str, title: str) -> str:
    """Take out what a picture would fetch from elsewhere, and name it for those who do not see it."""
    alone = _COMMENT.sub("", _FONT_FACE.sub("", svg)).replace("Fira Code, monospace", "monospace")
    named = alone.replace("<svg ", '<svg role="img" ', 1).replace(">", f">\n    <title>{title}</title>", 1)
    return f"{_TRAILING.sub('', named).strip()}\n"


def read_rows(svg: str) -> list[str]:
    """Read the rows of text that a picture shows, without those that are blank."""
    pieces: defaultdict[float, list[tuple[float, float, str]]] = defaultdict(list)
    for group in ET.fromstring(svg).iter(f"{_SVG}g"):
        if not group.get("class", "").endswith("-matrix"):
            continue
        for text in group.iter(f"{_SVG}text"):
            shown = (text.text or "").replace("\xa0", " ").rstrip("\n")
            begins = float(text.get("x", "0"))
            pieces[float(text.get("y", "0"))].append((begins, begins + float(text.get("textLength", "0")), shown))
    rows = (_join(sorted(pieces[place])) for place in sorted(pieces))
    return [row for row in rows if row]


def _join(pieces: list[tuple[float, float, str]]) -> str:
    """Join the pieces of a row; where one begins away from the end of another there is a blank."""
    told = pieces[0][2]
    for (_, ended, _), (begins, _, shown) in pairwise(pieces):
        told += f" {shown}" if begins - ended > 1 else shown
    return " ".join(told.split())
