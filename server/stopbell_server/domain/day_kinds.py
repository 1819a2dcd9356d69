"""Kinds of days that timetables are printed for, and the date that stands for one."""

from dataclasses import dataclass
from datetime import date
from enum import Enum


class DayKind(Enum):
    """A kind of day as riders ask for it; holidays are no kind of their own, because no feed names them."""

    WORKDAY = "workday"
    """Monday to Friday."""
    SATURDAY = "saturday"
    SUNDAY = "sunday"
    WEEKEND = "weekend"
    """Saturday and Sunday."""

    @property
    def weekdays(self) -> frozenset[int]:
        """Give the days of the week, Monday as 0."""
        return _WEEKDAYS[self]


_WEEKDAYS = {
    DayKind.WORKDAY: frozenset(range(5)),
    DayKind.SATURDAY: frozenset({5}),
    DayKind.SUNDAY: frozenset({6}),
    DayKind.WEEKEND: frozenset({5, 6}),
}


@dataclass(frozen=True, slots=True)
class UsualDay:
    """A date on which a line runs as on most days of a kind."""

    kind: DayKind
    day: date
    """The next of them; the last one where the timetable has no later ones."""
    compared: tuple[date, ...]
    """All days of the kind that were looked at, in order."""
    others: tuple[date, ...]
    """Those on which the line has another timetable."""
