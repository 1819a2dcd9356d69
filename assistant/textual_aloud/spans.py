"""Which cells of a row have to be written."""

from dataclasses import dataclass

from textual_aloud.row import BEHIND, BLANK, Row
from textual_aloud.style import PLAIN

GUTTER = BLANK * 2
"""What parts columns; a single blank parts words."""
LONGEST_GAP = 40
"""Blanks that are written again to keep a row in one piece; more are jumped over."""


@dataclass(frozen=True, slots=True)
class Span:
    """Cells to write, and whether the rest of the row is to be erased after them."""

    start: int
    end: int
    """The cell after the last; equal to the start where there is only something to erase."""
    is_erased: bool = False


def find_spans(shown: Row, wanted: Row, *, has_whole_words: bool) -> list[Span]:
    """Find what differs, left to right.

    Args:
        shown: what the terminal shows.
        wanted: what it is to show; as wide.
        has_whole_words: write words whole, and from the first change of a sentence to its last;
            a sentence of which most words change is written whole.
    """
    if shown.texts == wanted.texts and shown.styles == wanted.styles:
        return []
    if has_uncertain_width(wanted) or has_uncertain_width(shown):
        return [Span(0, len(wanted.texts))]
    spans = _find_runs(shown, wanted)
    if has_whole_words:
        spans = [_extend(span, shown.texts, wanted.texts) for span in spans]
    spans = _join(spans, wanted.texts, has_whole_words=has_whole_words)
    if has_whole_words:
        spans = _join([_complete(span, wanted.texts) for span in spans], wanted.texts, has_whole_words=True)
    return _erase_tail(spans, wanted)


def find_text(row: Row) -> list[Span]:
    """Find the text of a row, from its first character to its last."""
    end = len(row.texts)
    while end > 0 and row.texts[end - 1] == BLANK:
        end -= 1
    start = next((x for x in range(end) if row.texts[x] != BLANK), end)
    return [Span(start, end)] if start < end else []


def has_uncertain_width(row: Row) -> bool:
    """Whether terminals disagree about how wide a character of the row is, so that cells after it may be elsewhere."""
    return any(len(text) > 1 and not text.isascii() and _is_uncertain(text) for text in row.texts) or any(
        "\U0001f1e6" <= text <= "\U0001f1ff" or "\U0001f3fb" <= text <= "\U0001f3ff" for text in row.texts
    )


def _is_uncertain(text: str) -> bool:
    return "\u200d" in text or "\ufe0f" in text or "\ufe0e" in text


def _find_runs(shown: Row, wanted: Row) -> list[Span]:
    spans: list[Span] = []
    width, x = len(wanted.texts), 0
    while x < width:
        if shown.texts[x] == wanted.texts[x] and shown.styles[x] == wanted.styles[x]:
            x += 1
            continue
        start = x
        while x < width and (shown.texts[x] != wanted.texts[x] or shown.styles[x] != wanted.styles[x]):
            x += 1
        # A wide character is written whole or not at all.
        while start > 0 and wanted.texts[start] == BEHIND:
            start -= 1
        while x < width and wanted.texts[x] == BEHIND:
            x += 1
        spans.append(Span(start, x))
    return spans


def _extend(span: Span, shown: list[str], wanted: list[str]) -> Span:
    """Extend to the ends of words that are partly in it, also of those that a part was taken from."""

    def are_one(x: int) -> bool:
        return wanted[x] != BLANK or shown[x] != BLANK

    start, end = span.start, span.end
    while start > 0 and wanted[start - 1] != BLANK and are_one(start):
        start -= 1
    while end < len(wanted) and wanted[end] != BLANK and are_one(end - 1):
        end += 1
    return Span(start, end)


def _complete(span: Span, wanted: list[str]) -> Span:
    """Take the whole sentence where most of its words change: that is another message, and its beginning counts."""
    # A sign for each cell, as a cell may hold several characters or none.
    cells = "".join(BLANK if text == BLANK else "x" for text in wanted)
    before, after = cells.rfind(GUTTER, 0, span.start), cells.find(GUTTER, span.end)
    whole = Span(before + len(GUTTER) if before >= 0 else 0, after if after >= 0 else len(wanted))
    changed = len(cells[span.start : span.end].split())
    return whole if 2 * changed > len(cells[whole.start : whole.end].split()) else span


def _join(spans: list[Span], texts: list[str], *, has_whole_words: bool) -> list[Span]:
    """Join spans that overlap, have only blanks between them (nobody hears those), or stand in one sentence."""
    joined: list[Span] = []
    for span in spans:
        if joined and _is_joint("".join(texts[joined[-1].end : span.start]), has_whole_words=has_whole_words):
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined


def _is_joint(between: str, *, has_whole_words: bool) -> bool:
    if not between.strip(BLANK):
        return len(between) <= LONGEST_GAP
    return has_whole_words and GUTTER not in between


def _erase_tail(spans: list[Span], wanted: Row) -> list[Span]:
    """Erase what is blank to the end of the row instead of writing it."""
    end = len(wanted.texts)
    while end > 0 and wanted.texts[end - 1] == BLANK and wanted.styles[end - 1] == PLAIN:
        end -= 1
    kept = [span for span in spans if span.start < end]
    if not spans or spans[-1].end <= end:
        return kept
    if kept and kept[-1].end >= end:
        kept[-1] = Span(kept[-1].start, end, is_erased=True)
        return kept
    return [*kept, Span(end, end, is_erased=True)]
