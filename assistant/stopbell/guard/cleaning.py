"""A model's writing becomes plain text: no markup, no control characters, nothing that steers a terminal or a voice."""

import re
import unicodedata

_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\(([^()\s]*)\)")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]*>")
_LINE_MARK = re.compile(r"^\s*(?:#{1,6}\s+|>\s+|[-*•–—·]\s+|\d{1,2}[.)]\s+|\|\s*)+")
_EMPHASIS = re.compile(r"\*+|`+|~~+|(?<!\w)_+|_+(?!\w)|^={3,}$|^-{3,}$")
_CELLS = re.compile(r"\s*\|\s*")
_SPACES = re.compile(r"\s+")


def strip_controls(text: str) -> str:
    """Take out what cannot be seen: controls become spaces, marks that turn or join text vanish."""
    kept: list[str] = []
    for character in text:
        category = unicodedata.category(character)
        if category == "Cc":
            kept.append(" ")
        elif category not in ("Cf", "Co", "Cs", "Cn"):
            kept.append(character)
    return "".join(kept)


def to_plain_sentence(text: str) -> str:
    """Give one sentence as one line of plain text; the words of a link stay, its address goes."""
    linked = _LINK.sub(r"\1", text)
    visible = strip_controls(_TAG.sub(" ", linked))
    bare = _EMPHASIS.sub("", _LINE_MARK.sub("", visible))
    cells = _CELLS.sub(", ", bare.strip().strip("|").strip()) if "|" in bare else bare
    return _SPACES.sub(" ", cells).strip()
