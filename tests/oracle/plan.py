"""The timetable as the oracle reads it: a GTFS zip straight into dicts."""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

NO_PICKUP = "1"
"""stop_times.pickup_type: nobody boards here (GTFS reference, stop_times.txt)."""
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A row of stop_times.txt; times in seconds from noon minus twelve hours."""

    sequence: int
    stop: str
    arrival: int
    departure: int
    can_board: bool = True
    is_interpolated: bool = False
    """The row has no times; they lie between its neighbours' by count of stops. How to place them is left open."""


@dataclass(slots=True)
class PlannedTrip:
    """A trip with its calls in order."""

    id: str
    route: str
    direction: str
    service: str
    calls: list[PlannedCall] = field(default_factory=list[PlannedCall])
    starts: list[int] = field(default_factory=list[int])
    """Starts of the runs that frequencies.txt gives with exact_times 1; empty for an ordinary trip."""
    is_by_headway: bool = False
    """exact_times 0: "about every so many minutes"; it has no calls at clock times."""


@dataclass(slots=True)
class Plan:
    """Everything the oracle wants to know of a static feed."""

    zone: ZoneInfo
    trips: dict[str, PlannedTrip]
    """The trips that have calls."""
    trip_ids: set[str]
    """All of trips.txt."""
    platforms: dict[str, list[str]]
    """stop_id to the stops where vehicles of this stop or station are boarded."""
    weekly: dict[str, tuple[date, date, tuple[bool, ...]]]
    exceptions: dict[tuple[str, date], bool]
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


def read_plan(path: Path) -> Plan:
    """Read a GTFS zip whose files are at its top."""
    with zipfile.ZipFile(path) as archive:
        zone = ZoneInfo(next(iter(_list_rows(archive, "agency.txt")))["agency_timezone"].strip())
        plan = Plan(zone, {}, set(), {}, {}, {})
        for row in _list_rows(archive, "trips.txt"):
            trip = PlannedTrip(
                row["trip_id"], row["route_id"], (row.get("direction_id") or "").strip(), row["service_id"]
            )
            plan.trips[trip.id] = trip
            plan.trip_ids.add(trip.id)
        _read_calls(plan, _list_rows(archive, "stop_times.txt"))
        _read_frequencies(plan, _list_rows(archive, "frequencies.txt"))
        _read_stops(plan, _list_rows(archive, "stops.txt"))
        _read_calendar(plan, archive)
    ends = ((trip.calls[0].departure, trip.calls[-1].departure, trip.starts) for trip in plan.trips.values())
    plan.longest = max(
        (max([last, *(start + last - first for start in starts)]) for first, last, starts in ends), default=0
    )
    return plan


def parse_time(text: str | None) -> int | None:
    """Parse H:MM:SS, blanks around it allowed; nothing is None."""
    if not text or not text.strip():
        return None
    hours, minutes, seconds = text.strip().split(":")
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds)


def parse_date(text: str) -> date:
    """Parse YYYYMMDD."""
    text = text.strip()
    return date(int(text[:4]), int(text[4:6]), int(text[6:8]))


def _list_rows(archive: zipfile.ZipFile, name: str) -> Iterator[dict[str, str]]:
    if name not in archive.namelist():
        return
    with archive.open(name) as raw:
        yield from csv.DictReader(io.TextIOWrapper(raw, encoding="utf-8-sig", newline=""))


def _read_calls(plan: Plan, rows: Iterable[dict[str, str]]) -> None:
    found: dict[str, list[tuple[int, str, int | None, int | None, bool]]] = {}
    for row in rows:
        if row["trip_id"] in plan.trips:
            arrival, departure = parse_time(row["arrival_time"]), parse_time(row["departure_time"])
            can_board = (row.get("pickup_type") or "").strip() != NO_PICKUP
            times = (departure if arrival is None else arrival, arrival if departure is None else departure)
            found.setdefault(row["trip_id"], []).append((int(row["stop_sequence"]), row["stop_id"], *times, can_board))
    for trip, calls in found.items():
        calls.sort(key=lambda call: call[0])
        plan.trips[trip].calls = _fill_times(calls)
    for trip, calls in found.items():
        for call in calls:
            plan.visits.setdefault(call[1], set()).add(trip)
    plan.trips = {trip: planned for trip, planned in plan.trips.items() if planned.calls}


def _fill_times(rows: list[tuple[int, str, int | None, int | None, bool]]) -> list[PlannedCall]:
    """Make calls of rows; a row without times lies evenly, by count of stops, between the timed rows around it."""
    calls: list[PlannedCall] = []
    for place, (sequence, stop, arrival, departure, can_board) in enumerate(rows):
        if arrival is not None and departure is not None:
            calls.append(PlannedCall(sequence, stop, arrival, departure, can_board))
            continue
        before = max((n for n in range(place) if rows[n][3] is not None), default=None)
        after = min((n for n in range(place + 1, len(rows)) if rows[n][2] is not None), default=None)
        if before is None or after is None:
            continue
        start, end = rows[before][3] or 0, rows[after][2] or 0
        time = start + round((end - start) * (place - before) / (after - before))
        calls.append(PlannedCall(sequence, stop, time, time, can_board, is_interpolated=True))
    return calls


def _read_frequencies(plan: Plan, rows: Iterable[dict[str, str]]) -> None:
    for row in rows:
        trip = plan.trips.get(row["trip_id"])
        start, end = parse_time(row["start_time"]), parse_time(row["end_time"])
        if trip is None or start is None or end is None:
            continue
        if (row.get("exact_times") or "").strip() != "1":
            trip.is_by_headway = True
            continue
        trip.starts.extend(range(start, end, int(row["headway_secs"])))


def _read_stops(plan: Plan, rows: Iterable[dict[str, str]]) -> None:
    for row in rows:
        kind, parent = (row.get("location_type") or "").strip(), (row.get("parent_station") or "").strip()
        if kind in ("2", "3") and parent:
            # Who stands in an entrance asks for the station: one list for both.
            plan.platforms[row["stop_id"]] = plan.platforms.setdefault(parent, [])
            continue
        plan.platforms.setdefault(row["stop_id"], [])
        if kind in ("", "0"):
            plan.platforms[row["stop_id"]].append(row["stop_id"])
            if parent:
                plan.platforms.setdefault(parent, []).append(row["stop_id"])


def _read_calendar(plan: Plan, archive: zipfile.ZipFile) -> None:
    for row in _list_rows(archive, "calendar.txt"):
        weekdays = tuple(row[name].strip() == "1" for name in WEEKDAYS)
        plan.weekly[row["service_id"]] = (parse_date(row["start_date"]), parse_date(row["end_date"]), weekdays)
    for row in _list_rows(archive, "calendar_dates.txt"):
        plan.exceptions[row["service_id"], parse_date(row["date"])] = row["exception_type"].strip() == "1"
