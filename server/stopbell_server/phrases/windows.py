"""The time that an answer looks at, as "in the next 60 minutes", and why a timetable says nothing of it."""

from dataclasses import dataclass
from datetime import date, datetime

from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.times import tell_clock, tell_minutes
from stopbell_server.phrases.wording import Wording

_BEGINS_NOW_S = 90
"""A window that begins so near to now, a little before it for late riders, begins now."""
_HOUR = 60
_MOST_MINUTES = 180
"""A longer time is told by the hour at which it ends."""


@dataclass(frozen=True, slots=True)
class Window:
    """The time looked at; None where it is not known."""

    start: datetime | None
    end: datetime | None
    now: datetime | None

    @property
    def minutes(self) -> int | None:
        """How many minutes it lasts, where it begins now; else None."""
        if self.start is None or self.end is None or self.now is None:
            return None
        begins_now = abs((self.start - self.now).total_seconds()) <= _BEGINS_NOW_S
        return round((self.end - self.now).total_seconds() / 60) if begins_now else None


def parse_window(start: str | None, end: str | None, now: str | None) -> Window:
    """Take the contract's instants."""
    first, last, told = (datetime.fromisoformat(text) if text else None for text in (start, end, now))
    return Window(first, last, told)


def tell_window(words: Wording, window: Window) -> Line:
    """Give the time looked at: how long from now, until when, or between which clock times."""
    if window.start is None or window.end is None:
        return words.line("window.unknown")
    minutes = window.minutes
    if minutes is None:
        start, end = (tell_clock(words, instant, window.now) for instant in (window.start, window.end))
        return words.line("window.between", start=start, end=end)
    hours, rest = divmod(minutes, _HOUR)
    if minutes > 90 and not rest:
        return words.line("window.next_hours", count=hours)
    if minutes > _MOST_MINUTES:
        return words.line("window.until", clock=tell_clock(words, window.end, window.now))
    return words.line("window.next_minutes", count=minutes) if minutes > 1 else words.line("window.next_minute")


def tell_more(words: Wording, count: int, window: Window) -> Line:
    """Say how many further calls there are, and within which time."""
    if window.end is None:
        return words.line("board.more", count=count)
    minutes = window.minutes
    if minutes == _HOUR:
        return words.line("board.more_hour", count=count)
    if minutes and minutes <= _MOST_MINUTES:
        return words.line("board.more_minutes", count=count, minutes=tell_minutes(words, minutes))
    return words.line("board.more_within", count=count, window=tell_window(words, window))


def tell_uncovered(words: Wording, stop: Line, coverage: str | None, ends: str | None) -> Line | None:
    """Say why the timetable does not know what leaves, or that nothing runs on this day; None where it does know."""
    if coverage == "ended" and ends:
        day = words.clock.tell_date(date.fromisoformat(ends), with_year=True)
        return words.line("board.ended_on", stop=stop, date=day)
    if coverage in ("ended", "not-started", "unknown", "no-service"):
        return words.line(f"board.{coverage}", stop=stop)
    return None
