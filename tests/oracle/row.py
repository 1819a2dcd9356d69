"""One line of a board, as both product and oracle give it."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

ARRIVALS, DEPARTURES = "arrivals", "departures"


@dataclass(frozen=True, slots=True)
class Row:
    """One arrival or departure. Instants are POSIX seconds; None is "nothing is said"."""

    trip: str
    day: date
    start: int | None
    """Seconds of the service day, for a run of frequencies.txt."""
    stop: str
    """Where it is boarded today."""
    sequence: int | None
    scheduled: int | None
    expected: int | None
    status: str
    certainty: str
    effective: int
    """What it is ordered by: expected, else scheduled; 0 for a headway, which has no time."""
    route: str | None = None
    made_for: tuple[int, int] | None = None
    """Of an added trip: between which instants its plan had it here."""
    other_end: tuple[int | None, int | None] = (None, None)
    """Scheduled and expected of the departure on a board of arrivals, and the other way round."""
    headsign: str | None = None
    destination: str | None = None
    is_about: bool = False
    uncertainty: int | None = None
    stops_away: int | None = None
    access: tuple[str, str] = ("", "")
    """Of the stop and of the vehicle: the verdict and who says so."""
    headway: int | None = None

    def __str__(self) -> str:
        """Give the row in the words of a timetable, in UTC."""
        times = " ".join(map(_show, (self.scheduled, self.expected)))
        start = "" if self.start is None else f"@{self.start}"
        said = [
            f"{times} {self.trip}{start} {self.day} {self.stop}#{self.sequence} {self.status} {self.certainty}",
            f"line {self.route} to {self.headsign} / {self.destination}",
            f"other end {' '.join(map(_show, self.other_end))}",
            f"access {', '.join(self.access)}",
        ]
        said += ["about"] if self.is_about else []
        said += [f"give or take {self.uncertainty}"] if self.uncertainty is not None else []
        said += [f"{self.stops_away} away"] if self.stops_away is not None else []
        said += [f"every {self.headway}"] if self.headway is not None else []
        return "; ".join(said)


def _show(time: int | None) -> str:
    return "--:--:--" if time is None else f"{datetime.fromtimestamp(time, UTC):%H:%M:%S}"
