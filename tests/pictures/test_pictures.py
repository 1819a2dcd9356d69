"""The documentation's pictures say what the program says, need nothing from elsewhere, and are described in words."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.pictures.drawing import draw_rows, read_rows, to_lone
from tests.pictures.pictures import FOLDER, PICTURES

DOCS = FOLDER.parent
PAGE = DOCS / "faces.md"
README = DOCS.parent / "README.md"
_IMAGE = re.compile(r"!\[([^\]]*)\]\((?:docs/)?pictures/([\w-]+)\.svg\)")
_QUOTED = re.compile(r"“((?:[^“”]|“[^“”]*”)+)”")
_SCROLL_BAR = re.compile(" [\u2581-\u2588]$")
_SHORTEST_DESCRIPTION = 30


def get_picture(name: str) -> str:
    return (FOLDER / f"{name}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_says_what_the_program_says_today(name: str, tmp_path: Path) -> None:
    made = read_rows(PICTURES[name](tmp_path))
    assert len(made) > 8
    assert read_rows(get_picture(name)) == made, f"if that is meant: python -m tests.pictures {name}"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_needs_no_font_and_no_address_from_elsewhere(name: str) -> None:
    svg = get_picture(name)
    assert set(re.findall(r"\w+://[^\s\"')]+", svg)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|@font-face|href|<script|<image|<foreignObject|url\((?!#)", svg)
    assert ET.fromstring(svg).findtext("{http://www.w3.org/2000/svg}title")


@pytest.mark.parametrize("page", [PAGE, README], ids=lambda page: page.name)
def test_every_picture_has_a_text_for_those_who_do_not_see_it(page: Path) -> None:
    shown = {name: text for text, name in _IMAGE.findall(page.read_text(encoding="utf-8"))}
    assert set(shown) <= set(PICTURES)
    assert all(len(text) >= _SHORTEST_DESCRIPTION for text in shown.values()), shown
    assert len(shown) == len(PICTURES) if page == PAGE else len(shown) >= 3


@pytest.mark.parametrize("name", PICTURES)
def test_what_a_description_quotes_is_in_its_picture(name: str) -> None:
    (section,) = (part for part in PAGE.read_text(encoding="utf-8").split("\n## ") if f"/{name}.svg" in part)
    quoted = [" ".join(text.split()) for text in _QUOTED.findall(section)]
    assert quoted, "a description quotes something"
    shown = " ".join(_SCROLL_BAR.sub("", row) for row in read_rows(get_picture(name)))
    assert [text for text in quoted if text not in shown] == []


def test_rows_are_read_as_they_were_drawn() -> None:
    rows = ["You: next tram", "Answer: 1 to Zoo,  3 minutes.", "A < B & C"]
    assert read_rows(draw_rows(rows, "A title")) == [" ".join(row.split()) for row in rows]


def test_what_would_be_fetched_is_taken_out() -> None:
    svg = '<svg xmlns="x"><!-- made by -->\n<style>@font-face { src: url("https://a.example/f") }\n</style></svg>'
    assert "example" not in to_lone(svg, "T")
    assert "made by" not in to_lone(svg, "T")
