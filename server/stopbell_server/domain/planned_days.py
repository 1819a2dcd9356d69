"""On which days a service runs, and which trips leave when, by plan."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from stopbell_server.domain.ids import RouteId, TripId


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
