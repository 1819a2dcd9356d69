"""What a rider reads and hears: one value with a written and a spoken form."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

_WIDE_MARKS = ("。", "，", "：", "；", "？", "！", "、")
"""Punctuation as wide as a character of Chinese, most of it blank."""


@dataclass(frozen=True, slots=True)
class Line:
    """One fact, or a part of one, as it is shown and as it is spoken."""

    written: str
    spoken: str
    forms: tuple[tuple[str, str], ...] = ()
    """How it is spoken after some words, by the form's name: a time of day after "at", in languages with cases."""

    def spoken_as(self, form: str) -> str:
        """Give the spoken words in a form; in the usual one where there is no other."""
        return next((words for name, words in self.forms if name == form), self.spoken)

    def __bool__(self) -> bool:
        """Tell whether there is anything to say."""
        return bool(self.written or self.spoken)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A whole answer or announcement."""

    written: str
    """All of it, for the eye, a braille line or a screen reader; digits stay digits."""
    spoken: str
    """All of it, for a voice; numbers, times, units and abbreviations are words."""
    kind: str
    """What happened, for whoever ranks it: a word such as `call`, `cancelled`, `board`, `prompt` or `error`."""
    certainty: str | None = None
    """The contract's certainty word; None where times are not told or their certainties differ."""
    lines: tuple[Line, ...] = ()
    """The separate facts in order, for faces that put one fact on a line; joined they are the whole."""

    def then(self, other: "Phrase") -> "Phrase":
        """Give this phrase followed by another; kind and certainty stay those of the first."""
        return from_lines((*self.lines, *other.lines), self.kind, self.certainty)

    def as_kind(self, kind: str) -> "Phrase":
        """Give the same words as another kind of event."""
        return replace(self, kind=kind)


def from_lines(lines: tuple[Line, ...], kind: str, certainty: str | None = None) -> Phrase:
    """Give the phrase that says the lines one after the other; empty lines are dropped, unsayable ones are shown."""
    kept = tuple(_begin(line) for line in lines if line)
    return Phrase(
        written=join_sentences(line.written for line in kept),
        spoken=join_sentences(line.spoken for line in kept),
        kind=kind,
        certainty=certainty,
        lines=kept,
    )


def join_sentences(texts: Iterable[str]) -> str:
    """Put sentences after each other; empty ones are dropped.

    A blank stands between them, but not after full-width punctuation, which brings its own.
    """
    joined = ""
    for text in texts:
        blank = " " if joined and text and not joined.endswith(_WIDE_MARKS) else ""
        joined += blank + text
    return joined


def _begin(line: Line) -> Line:
    """Give a sentence with a capital where it is spoken: a voice makes no pause before a small letter."""
    if not line.spoken.endswith((".", "?", "!")) or line.spoken[0].isupper():
        return line
    return Line(line.written, line.spoken[0].upper() + line.spoken[1:])
