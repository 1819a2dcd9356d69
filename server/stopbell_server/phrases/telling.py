"""How much is told, and against which instant: what all sentences of one answer share."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from stopbell_server.contract.arrivals import MonitoredCall


class Verbosity(IntEnum):
    """How much of a fact is told."""

    BRIEF = 0
    """Line and time."""
    NORMAL = 1
    """Line, destination, time, and what changes the plan."""
    RICH = 2
    """Also what is not known, crowding and exact times."""
    FULL = 3
    """Everything, ages and places too."""


def parse_verbosity(word: str) -> Verbosity:
    """Parse `brief`, `normal`, `rich` or `full`.

    Raises:
        ValueError: another word.
    """
    try:
        return Verbosity[word.upper()]
    except KeyError:
        raise ValueError(f"verbosity {word!r} is none of brief, normal, rich, full") from None


@dataclass(frozen=True, slots=True)
class Telling:
    """What all sentences of one answer share."""

    verbosity: Verbosity
    now: datetime | None = None
    """Counted from; None where only the call itself is known."""
    is_arrivals: bool = False
    access_asked: bool = False
    live_is_said: bool = False
    """True once the answer has said that all its times are live: then rows leave the word out."""
    access_is_said: bool = False
    """True once the answer has said for all calls whether one can board: then rows leave it out."""
    place_platform: str | None = None
    """The platform of the place that was asked for: not told again with each call."""
    names_language: str | None = None
    """Language of the feed's names, where it says so."""
    age_s: int | None = None
    """Age of the live data as a whole, where a call does not say its own."""


def find_time(call: MonitoredCall, *, is_arrivals: bool) -> tuple[datetime | None, bool]:
    """Give the instant to tell, observed before expected before scheduled, and whether it was observed.

    The other end of the call stands in where the asked one has no time at all.
    """
    arrival = (call.observed_arrival, call.expected_arrival, call.scheduled_arrival)
    departure = (call.observed_departure, call.expected_departure, call.scheduled_departure)
    for ends in (arrival, departure) if is_arrivals else (departure, arrival):
        for rank, text in enumerate(ends):
            if text is not None:
                return datetime.fromisoformat(text), rank == 0
    return None, False


def find_scheduled(call: MonitoredCall, *, is_arrivals: bool) -> datetime | None:
    """Give the planned instant of the asked end, else of the other; None when the plan has none."""
    ends = (call.scheduled_arrival, call.scheduled_departure)
    first, second = ends if is_arrivals else reversed(ends)
    text = first or second
    return datetime.fromisoformat(text) if text else None
