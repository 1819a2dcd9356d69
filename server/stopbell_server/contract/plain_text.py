"""Prose from feeds as one clean line: no markup, no control characters, never too long to hear."""

import html
import re

from stopbell_server.domain.text import to_clean_text

LONGEST = 1200
"""About a minute and a half of speech; an alert that says more is cut at a word and marked."""
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


def _strip_tags(text: str) -> str:
    return _TAG.sub(" ", _HIDDEN.sub(" ", text)) if "<" in text else text
