"""The rider's guide says what the program says, and is made to be heard."""

import re
from pathlib import Path

from tests.pictures.terminal import hold_conversation

GUIDE = Path(__file__).parents[2] / "docs" / "riders-guide.md"
_SAID = re.compile(r"^(You say|You hear): (.+)$")
_UNSPEAKABLE = re.compile(r"[|`*_<>\[\](){}&/\\=+~^%$@…→•—–]|https?:")
_MOST_WORDS = 30
_TWO_PAGES = 1000
_GREETING = 2
"""Sentences heard before anything is said."""


def read_exchanges() -> list[tuple[str, list[str]]]:
    """Read what is said, and what is heard after each; first what is heard before anything is said."""
    exchanges: list[tuple[str, list[str]]] = [("", [])]
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        if found := _SAID.match(line):
            if found[1] == "You say":
                exchanges.append((found[2], []))
            else:
                exchanges[-1][1].append(found[2])
    return exchanges


def test_whoever_says_what_the_guide_says_hears_what_it_says(tmp_path: Path) -> None:
    exchanges = read_exchanges()
    assert len(exchanges) > 10
    rows = iter(hold_conversation([said for said, _ in exchanges[1:]], tmp_path, (200, 200)))
    answers: list[list[str]] = [[]]
    for row in rows:
        if row.startswith("You: "):
            answers.append([])
        else:
            answers[-1].append(row)
    assert len(answers) == len(exchanges)
    for (said, promised), heard in zip(exchanges, answers, strict=True):
        assert promised, f"the guide tells nothing of {said!r}"
        places = [heard.index(one) if one in heard else -1 for one in promised]
        assert -1 not in places, (said, promised, heard)
        assert places == sorted(places), f"another order: {said!r}"
    assert len(exchanges[0][1]) == _GREETING


def test_the_guide_can_be_read_aloud_and_is_two_pages() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    lines = [line.lstrip("# ") for line in text.splitlines() if line]
    assert [line for line in lines if _UNSPEAKABLE.search(line)] == []
    own = " ".join(line for line in lines if not _SAID.match(line))
    long = [sentence for sentence in re.split(r"(?<=[.?!])\s", own) if len(sentence.split()) > _MOST_WORDS]
    assert long == []
    assert len(text.split()) <= _TWO_PAGES
