"""The timetable as the oracle holds it: everything in dicts, times in seconds, ids as plain strings."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A row of stop_times.txt; times in seconds from noon minus twelve hours."""

    sequence: int
    stop: str
    arrival: int | None
    departure: int | None
    """None where the trip begins or ends without a time."""
    can_board: bool = True
    can_alight: bool = True
    headsign: str | None = None
    is_about: bool = False
    is_interpolated: bool = False
    """The row has no times; they lie between its neighbours' by count of stops. How to place them is left open."""


@dataclass(slots=True)
class PlannedTrip:
    """A trip with its calls in order."""

    id: str
    route: str
    direction: str
    service: str
    headsign: str | None = None
    wheelchair: str = ""
    calls: list[PlannedCall] = field(default_factory=list[PlannedCall])
    starts: list[int] = field(default_factory=list[int])
    """Starts of the runs that frequencies.txt gives with exact_times 1; empty for an ordinary trip."""
    headways: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])
    """Start, end and headway where exact_times is 0: "about every so many minutes", no calls at clock times."""

    @property
    def first_departure(self) -> int:
        """What the starts of its runs are counted against."""
        return next((call.departure for call in self.calls if call.departure is not None), 0)

    @property
    def is_by_frequency(self) -> bool:
        """Whether frequencies.txt has it: its stop times are a template then."""
        return bool(self.starts or self.headways)


@dataclass(frozen=True, slots=True)
class Place:
    """A row of stops.txt."""

    id: str
    name: str
    kind: str
    """location_type; empty is read as 0."""
    parent: str
    wheelchair: str


@dataclass(frozen=True, slots=True)
class Line:
    """A row of routes.txt."""

    id: str
    label: str
    agency: str
    kind: str
    """route_type."""


@dataclass(slots=True)
class Plan:
    """Everything the oracle wants to know of a static feed."""

    zone: ZoneInfo
    trips: dict[str, PlannedTrip] = field(default_factory=dict[str, PlannedTrip])
    """The trips that have calls."""
    trip_ids: set[str] = field(default_factory=set[str])
    """All of trips.txt."""
    lines: dict[str, Line] = field(default_factory=dict[str, Line])
    places: dict[str, Place] = field(default_factory=dict[str, Place])
    platforms: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """stop_id to the stops where vehicles of this stop or station are boarded."""
    weekly: dict[str, tuple[date, date, tuple[bool, ...]]] = field(
        default_factory=dict[str, tuple[date, date, tuple[bool, ...]]]
    )
    exceptions: dict[tuple[str, date], bool] = field(default_factory=dict[tuple[str, date], bool])
    visits: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """stop_id to the trips that call there."""
    longest: int = 0
    """The latest time of any call, in seconds."""

    def runs_on(self, service: str, day: date) -> bool:
        """Say whether a service runs: its exception of the day, else its weekday within its range."""
        if (service, day) in self.exceptions:
            return self.exceptions[service, day]
        if service not in self.weekly:
            return False
        first, last, weekdays = self.weekly[service]
        return first <= day <= last and weekdays[day.weekday()]

    def is_interpolated(self, trip: str, sequence: int | None) -> bool:
        """Say whether a planned call has no times of its own."""
        planned = self.trips.get(trip)
        return planned is not None and any(c.is_interpolated for c in planned.calls if c.sequence == sequence)

    def to_instant(self, day: date, seconds: int) -> int:
        """Give the instant of a GTFS time: noon of the day, minus twelve hours, plus the seconds."""
        noon = datetime(day.year, day.month, day.day, 12, tzinfo=self.zone)
        return int((noon.astimezone(UTC) - timedelta(hours=12)).timestamp()) + seconds

    def list_days(self, instant: int) -> list[date]:
        """List the service days that may still, or already, have a vehicle under way; one more on either side."""
        today = datetime.fromtimestamp(instant, self.zone).date()
        return [today + timedelta(days=n) for n in range(-(self.longest // 86_400 + 1), 2)]
