"""A line on one service day, by plan: each direction with its stops, its departures and how often it runs."""

from dataclasses import dataclass
from datetime import date, datetime

from stopbell_server.domain.calls import Coverage
from stopbell_server.domain.network import Route, Stop
from stopbell_server.domain.shapes import Point
from stopbell_server.domain.store import FeedInfo


@dataclass(frozen=True, slots=True)
class Period:
    """A part of the day and how often vehicles leave in it."""

    start: datetime
    end: datetime
    headway_s: int


@dataclass(frozen=True, slots=True)
class RouteDirection:
    """One direction of a line on one day."""

    headsign: str | None
    """What most of its vehicles show; None when nothing is said."""
    stops: tuple[Stop, ...]
    """Where most of its trips call, in order; some may go another way."""
    start: Stop
    """Where the departures are told for."""
    departures: tuple[datetime, ...]
    """Every planned departure from there, in order; none for what runs only every so many minutes."""
    periods: tuple[Period, ...]
    variants: int
    """How many different sequences of stops its trips have."""
    course: tuple[Point, ...] = ()
    """The way on the ground from the first of the stops to the last; empty where the feed does not tell it."""


@dataclass(frozen=True, slots=True)
class RouteDay:
    """A line on one service day, by plan alone."""

    feed: FeedInfo
    routes: tuple[Route, ...]
    day: date
    coverage: Coverage
    directions: tuple[RouteDirection, ...]
    """The busiest first; empty when nothing is planned."""
