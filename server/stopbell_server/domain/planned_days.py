"""On which days a service runs, and which trips leave when, by plan."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from stopbell_server.domain.ids import RouteId, ServiceId, TripId


@dataclass(frozen=True, slots=True)
class ServiceStretch:
    """Days on which a service runs: each of the weekdays from the first to the last."""

    first: date
    last: date
    weekdays: tuple[int, ...]
    """Monday is 0."""


class TripStart(NamedTuple):
    """A trip that runs on some day, and when it leaves its first stop. None of frequencies.txt."""

    trip: TripId
    route: RouteId
    start_s: int


@dataclass(frozen=True, slots=True)
class OperatingDay:
    """A service day: what runs by plan, and how that differs from the same weekday in the weeks around it."""

    day: date
    services: tuple[ServiceId, ...]
    """In order of their ids."""
    compared_with: tuple[date, ...]
    """The nearest days of the same weekday that the timetable covers, at most two before and two after."""
    added: tuple[ServiceId, ...]
    """Runs on this day, and on none of those."""
    removed: tuple[ServiceId, ...]
    """Runs on all of those, and not on this day."""
    previous: date | None
    """The day before, if the timetable covers it."""
    following: date | None
