"""Alert texts as plain text: markup taken off, entities resolved, breaks turned into pauses."""

import html
import re

from stopbell_server.domain.text import to_clean_text, to_feed_text

_BREAKS = (
    "address|article|blockquote|br|dd|div|dl|dt|figcaption|footer|h[1-6]|header|hr|li|ol|p|section|table|td|th|tr|ul"
)
_INLINE = (
    "a|abbr|b|body|center|cite|code|em|font|head|html|i|img|label|main|mark|s|small|span|strong|sub|sup|tbody|thead|u"
)

_DROPPED = re.compile(
    r"<(script|style|title)\b[^<>]*>.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)|<![a-z][^<>]*>",
    re.IGNORECASE | re.DOTALL,
)
_BREAK_TAG = re.compile(rf"</?(?:{_BREAKS})(?:[\s/][^<>]*)?>", re.IGNORECASE)
_INLINE_TAG = re.compile(rf"</?(?:{_INLINE}|script|style|title)(?:[\s/][^<>]*)?>", re.IGNORECASE)
_BLANKS = re.compile(r"[^\S\n]+")
_LINE_BREAK = re.compile(r" ?\n ?(?:(?:\n ?)+|(?=[-*•–]))")
"""A blank line, or a line that begins a list item."""
_NEW_LINE = re.compile(r" ?\n ?")
_PAUSE = "\x00"
"""Stands for a pause while the text is worked on; never survives."""
_LONGEST = 5_000
_MOST_READ = 40_000
"""Characters with markup; far more than anybody can hear, and few enough for whatever works on them."""
_ENDINGS = tuple(".!?:;,…-–—/。！？：；，、।")


def to_plain_text(text: str) -> str:
    """Give one clean line. Words in angle brackets that are no HTML tag stay: they may be a line's name.

    A break between blocks, a blank line, a list item and a line that begins with a capital end a sentence
    if no punctuation stands there: read aloud, the lines of a notice would else run into each other.
    """
    text = text[:_MOST_READ].replace(_PAUSE, " ")
    for _ in range(2):  # some feeds escape their markup once more
        if "<" in text:
            text = _DROPPED.sub(" ", text)
            text = _BREAK_TAG.sub(_PAUSE, text)
            text = _INLINE_TAG.sub("", text)
        text = html.unescape(text)
    text = _BLANKS.sub(" ", text)
    text = _LINE_BREAK.sub(_PAUSE, text)
    text = _NEW_LINE.sub(_to_pause_before_capital, text)
    parts = [part for part in (to_clean_text(piece) for piece in text.split(_PAUSE)) if part]
    return to_feed_text(" ".join([*(_end_sentence(part) for part in parts[:-1]), *parts[-1:]]), _LONGEST)


def _to_pause_before_capital(found: re.Match[str]) -> str:
    return _PAUSE if found.string[found.end() : found.end() + 1].isupper() else " "


def _end_sentence(part: str) -> str:
    return part if part.endswith(_ENDINGS) else f"{part}."
