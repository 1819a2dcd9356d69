"""A GTFS zip, read straight into the oracle's dicts."""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import IO
from zoneinfo import ZoneInfo

from tests.oracle.plan import Line, Place, Plan, PlannedCall, PlannedTrip

NO_SERVICE = "1"
"""stop_times.pickup_type and drop_off_type: nobody boards, nobody alights here (GTFS reference, stop_times.txt)."""
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
Cells = dict[str, str]


def read_plan(source: Path | IO[bytes]) -> Plan:
    """Read a GTFS zip whose files are at its top."""
    with zipfile.ZipFile(source) as archive:
        agencies = list(_list_rows(archive, "agency.txt"))
        plan = Plan(ZoneInfo(agencies[0]["agency_timezone"].strip()))
        for row in _list_rows(archive, "routes.txt"):
            label = _get(row, "route_short_name") or _get(row, "route_long_name") or row["route_id"]
            agency = _get(row, "agency_id") or _get(agencies[0], "agency_id")
            plan.lines[row["route_id"]] = Line(row["route_id"], label, agency, _get(row, "route_type"))
        for row in _list_rows(archive, "trips.txt"):
            trip = PlannedTrip(
                row["trip_id"],
                row["route_id"],
                _get(row, "direction_id"),
                row["service_id"],
                _get(row, "trip_headsign") or None,
                _get(row, "wheelchair_accessible"),
            )
            plan.trips[trip.id] = trip
            plan.trip_ids.add(trip.id)
        _read_calls(plan, _list_rows(archive, "stop_times.txt"))
        _read_frequencies(plan, _list_rows(archive, "frequencies.txt"))
        _read_stops(plan, _list_rows(archive, "stops.txt"))
        _read_calendar(plan, archive)
    plan.longest = max(map(_find_end, plan.trips.values()), default=0)
    return plan


def _find_end(trip: PlannedTrip) -> int:
    last = max((call.departure for call in trip.calls if call.departure is not None), default=0)
    starts = (*trip.starts, *(end for _, end, _ in trip.headways))
    return max([last, *(start + last - trip.first_departure for start in starts)])


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


def _get(row: Cells, column: str) -> str:
    return " ".join((row.get(column) or "").split())


def _list_rows(archive: zipfile.ZipFile, name: str) -> Iterator[Cells]:
    if name not in archive.namelist():
        return
    content = archive.read(name)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252")
    yield from csv.DictReader(io.StringIO(text, newline=""))


def _read_calls(plan: Plan, rows: Iterable[Cells]) -> None:
    found: dict[str, list[PlannedCall]] = {}
    for row in rows:
        if row["trip_id"] in plan.trips:
            found.setdefault(row["trip_id"], []).append(_read_call(row))
    for trip, calls in found.items():
        calls.sort(key=lambda call: call.sequence)
        plan.trips[trip].calls = _fill_times(calls)
        for call in calls:
            plan.visits.setdefault(call.stop, set()).add(trip)
    plan.trips = {trip: planned for trip, planned in plan.trips.items() if planned.calls}


def _read_call(row: Cells) -> PlannedCall:
    arrival, departure = parse_time(row["arrival_time"]), parse_time(row["departure_time"])
    return PlannedCall(
        int(row["stop_sequence"]),
        row["stop_id"],
        departure if arrival is None else arrival,
        arrival if departure is None else departure,
        can_board=_get(row, "pickup_type") != NO_SERVICE,
        can_alight=_get(row, "drop_off_type") != NO_SERVICE,
        headsign=_get(row, "stop_headsign") or None,
        is_about=_get(row, "timepoint") == "0",
    )


def _fill_times(rows: list[PlannedCall]) -> list[PlannedCall]:
    """Place calls without times evenly, by count of stops, between the timed calls around them."""
    calls: list[PlannedCall] = []
    for place, row in enumerate(rows):
        before = max((n for n in range(place) if rows[n].departure is not None), default=None)
        after = min((n for n in range(place + 1, len(rows)) if rows[n].arrival is not None), default=None)
        if row.arrival is not None or before is None or after is None:
            calls.append(row)
            continue
        start, end = rows[before].departure or 0, rows[after].arrival or 0
        time = start + round((end - start) * (place - before) / (after - before))
        calls.append(
            PlannedCall(
                row.sequence,
                row.stop,
                time,
                time,
                row.can_board,
                row.can_alight,
                row.headsign,
                is_about=True,
                is_interpolated=True,
            )
        )
    return calls


def _read_frequencies(plan: Plan, rows: Iterable[Cells]) -> None:
    for row in rows:
        trip = plan.trips.get(row["trip_id"])
        start, end = parse_time(row["start_time"]), parse_time(row["end_time"])
        if trip is None or start is None or end is None:
            continue
        if _get(row, "exact_times") == "1":
            trip.starts.extend(range(start, end, int(row["headway_secs"])))
        else:
            trip.headways.append((start, end, int(row["headway_secs"])))


def _read_stops(plan: Plan, rows: Iterable[Cells]) -> None:
    for row in rows:
        stop, kind, parent = row["stop_id"], _get(row, "location_type"), _get(row, "parent_station")
        plan.places[stop] = Place(stop, _get(row, "stop_name"), kind or "0", parent, _get(row, "wheelchair_boarding"))
        if kind in ("2", "3") and parent:
            # Who stands in an entrance asks for the station: one list for both.
            plan.platforms[stop] = plan.platforms.setdefault(parent, [])
        elif kind == "4":
            plan.platforms[stop] = [parent] if parent else []
        else:
            plan.platforms.setdefault(stop, [])
            if kind in ("", "0"):
                plan.platforms[stop].append(stop)
                if parent:
                    plan.platforms.setdefault(parent, []).append(stop)


def _read_calendar(plan: Plan, archive: zipfile.ZipFile) -> None:
    for row in _list_rows(archive, "calendar.txt"):
        weekdays = tuple(row[name].strip() == "1" for name in WEEKDAYS)
        plan.weekly[row["service_id"]] = (parse_date(row["start_date"]), parse_date(row["end_date"]), weekdays)
    for row in _list_rows(archive, "calendar_dates.txt"):
        plan.exceptions[row["service_id"], parse_date(row["date"])] = row["exception_type"].strip() == "1"
