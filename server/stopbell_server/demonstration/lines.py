"""How the city's lines run: the compact description from which the large tables are made."""

from dataclasses import dataclass

from pydantic import TypeAdapter

from stopbell_server.demonstration.city_files import read_toml

_MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class Turn:
    """A vehicle that changes its sign on the way."""

    at: str
    """The first stop where the new sign shows."""
    headsign: str


@dataclass(frozen=True, slots=True)
class Runs:
    """A departure every so many minutes."""

    service: str
    start: str
    """First departure as HH:MM of the service day; may pass 24:00."""
    end: str
    """No departure at this time or later."""
    every: int
    """Minutes."""

    @property
    def start_s(self) -> int:
        """First departure in seconds of the service day."""
        return parse_time(self.start)

    @property
    def end_s(self) -> int:
        """The end in seconds of the service day."""
        return parse_time(self.end)

    @property
    def every_s(self) -> int:
        """Seconds between departures."""
        return self.every * _MINUTE_S

    def list_departures(self) -> range:
        """List the departures from the first call, in seconds of the service day."""
        return range(self.start_s, self.end_s, self.every_s)


@dataclass(frozen=True, slots=True)
class Line:
    """One direction of a route."""

    route: str
    direction: int
    headsign: str
    wheelchair: tuple[int, ...]
    """wheelchair_accessible of its trips, in turns."""
    calls: tuple[tuple[str, int] | tuple[str, int, int], ...]
    """Stop, minutes of arrival from the first departure, and of departure where they differ."""
    runs: tuple[Runs, ...] = ()
    frequency: tuple[Runs, ...] = ()
    """Runs of which only the distance between them is promised."""
    turn: Turn | None = None
    is_approximate: bool = False
    """True: times between the first and the last call are not timepoints."""


def read_lines() -> tuple[Line, ...]:
    """Read the city's lines, in the order of the file."""
    return TypeAdapter(tuple[Line, ...]).validate_python(read_toml("lines.toml")["line"])


def parse_time(text: str) -> int:
    """Turn HH:MM into seconds of the service day; hours may pass 24."""
    hours, minutes = text.split(":")
    return int(hours) * 3600 + int(minutes) * _MINUTE_S
