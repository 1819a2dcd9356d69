"""Feeds as text for the oracle's own tests, and its boards as text."""

import zipfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from textwrap import dedent
from zoneinfo import ZoneInfo

from tests.oracle.board import list_departures
from tests.oracle.live import read_live
from tests.oracle.plan import Plan
from tests.oracle.plan_reading import read_plan
from tests.oracle.row import Row

KYIV = ZoneInfo("Europe/Kyiv")
FILES = {
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\nX,Agency,https://example.org,Europe/Kyiv",
    "calendar.txt": """
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        daily,1,1,1,1,1,1,1,20260101,20261231
        """,
    "trips.txt": "route_id,service_id,trip_id,direction_id\nR,daily,T,0",
    "routes.txt": "route_id,route_short_name,route_type\nR,1,3",
    "stops.txt": """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        A,A,49.80,24.0,0,
        B,B,49.81,24.0,0,station
        B2,B,49.81,24.1,0,station
        C,C,49.82,24.0,,
        D,D,49.83,24.0,,
        station,B,49.81,24.0,1,
        door,B,49.81,24.0,2,station
        """,
    "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,8:00:00,8:00:00,A,1
        T,8:10:00,8:11:00,B,2
        T,8:20:00,8:20:00,C,3
        T,8:30:00,8:30:00,D,4
        """,
}
"""Trip T from A over B and C to D at 8:00, 8:10, 8:20 and 8:30 daily; B and B2 are platforms of one station."""


def open_text_plan(tmp_path: Path, files: Mapping[str, str] | None = None) -> Plan:
    """Read a feed written as text; a file that is not given is as in FILES, an empty one is left out."""
    path = tmp_path / "feed.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in (FILES | dict(files or {})).items():
            if text:
                archive.writestr(name, dedent(text).strip() + "\n")
    return read_plan(path)


def to_posix(local: str, zone: ZoneInfo = KYIV) -> int:
    """Give the instant of a local date and time, as in `2026-06-01 08:00`."""
    return int(datetime.fromisoformat(local).replace(tzinfo=zone).timestamp())


def list_board(
    tmp_path: Path, at: str, *, stop: str = "B", realtime: bytes | None = None, files: Mapping[str, str] | None = None
) -> list[str]:
    """Give the departures of a stop as lines: trip, stop, scheduled, expected, status, certainty."""
    plan, now = open_text_plan(tmp_path, files), to_posix(at)
    return [_to_line(row) for row in list_departures(plan, read_live(realtime, plan, now), stop)]


def _to_line(row: Row) -> str:
    scheduled, expected = (
        "-" if time is None else datetime.fromtimestamp(time, KYIV).strftime("%H:%M:%S").removesuffix(":00")
        for time in (row.scheduled, row.expected)
    )
    return f"{row.trip} {row.stop} {scheduled} {expected} {row.status} {row.certainty}"
