"""A model's writing becomes plain text: no markup, no control characters, nothing that steers a terminal or a voice."""

import re

from stopbell.clean_line import to_clean_line

_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\(([^()\s]*)\)")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]*>")
_LINE_MARK = re.compile(r"^(?:#{1,6}(?: |$)|>(?: |$)|[-*•–—·](?: |$)|\d{1,2}[.)] |\| ?)+")
_EMPHASIS = re.compile(r"\*+|`+|~~+|(?<!\w)_+|_+(?!\w)|^={3,}$|^-{3,}$")
_CELLS = re.compile(r"\s*\|\s*")


def to_plain_sentence(text: str) -> str:
    """Give one sentence as one line of plain text; the words of a link stay, its address goes."""
    linked = _LINK.sub(r"\1", text)
    visible = to_clean_line(_TAG.sub(" ", linked))
    bare = _EMPHASIS.sub("", _LINE_MARK.sub("", visible))
    cells = _CELLS.sub(", ", bare.strip().strip("|").strip()) if "|" in bare else bare
    return to_clean_line(cells)
