"""The course that a trip takes on the ground, from shapes.txt."""

from dataclasses import dataclass
from typing import NamedTuple

from stopbell_server.domain.ids import StopId


class Point(NamedTuple):
    """A position in degrees."""

    lat: float
    lon: float


@dataclass(frozen=True, slots=True, eq=False)
class TripShape:
    """The shape of a trip and where on it the trip's stops lie; trips that share both share the object."""

    points: tuple[Point, ...]
    """At least two, in the order in which the vehicle passes them; it may start before the first stop."""
    places: tuple[float, ...]
    """For each stop time in order the number of the point it lies at, from 0; the part after the point says how far
    on the way to the next one. Never descending."""


class NextStop(NamedTuple):
    """Where trips go next from a stop."""

    stop: StopId
    trips: int
    """How many trips of the timetable, on whatever days."""
    bearing: int | None
    """The way the line leaves the stop for it, by shapes.txt, in whole degrees from north; None without shapes."""
