"""Prose from feeds as one clean line: no markup, no control characters, never too long to hear."""

import html
import re

from stopbell_server.domain.text import to_clean_text

LONGEST = 1200
"""About a minute and a half of speech; an alert that says more is cut at a word and marked."""
BREATH = 160
"""Characters that a voice says in one breath."""
LONG_BREATH = 280
_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{5})[.!?](?=\s+[^\W\d_a-zа-яіїєґ]|\s+[0-9«„\"“])")
"""A full stop after a long word, for a short one may be a short form ("Blvd."), with what may begin a sentence."""
_TAG = re.compile(r"<(?:!--.*?--|/?[a-zA-Z][^<>]*)>", re.DOTALL)
_HIDDEN = re.compile(r"<(script|style)\b[^<>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)


def to_plain_text(text: str, longest: int = LONGEST) -> str:
    """Give text without HTML tags and entities, cleaned to one line and cut at a word with "…" where too long.

    Markup is data here, never shown.
    """
    clean = to_clean_text(_strip_tags(html.unescape(_strip_tags(text)) if "&" in text else text))
    # What is taken out may have held two halves of a tag apart.
    while (again := to_clean_text(_strip_tags(clean))) != clean:
        clean = again
    if len(clean) <= longest:
        return clean
    return clean[:longest].rsplit(" ", 1)[0] + " …"


def to_breath(clean: str, longest: int = BREATH, *, at_most: int | None = None) -> str:
    """Give what a voice says in one breath of a clean text: whole sentences if there are any, else cut at a word.

    A first sentence that ends before `at_most` is told whole, even if the breath is longer then: what happens
    often stands at its end.
    """
    if len(clean) <= longest:
        return clean
    ends = [end.end() for end in _SENTENCE_END.finditer(clean)]
    fitting = [end for end in ends if longest // 4 <= end <= longest] or ends[:1]
    if fitting and fitting[-1] <= max(longest, at_most or 0):
        return clean[: fitting[-1]].rstrip()
    if at_most and len(clean) <= at_most:
        return clean
    return clean[:longest].rsplit(" ", 1)[0].rstrip(" ,;:-–—") + " …"


def _strip_tags(text: str) -> str:
    return _TAG.sub(" ", _HIDDEN.sub(" ", text)) if "<" in text else text
