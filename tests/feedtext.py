"""Feeds as text for tests: write a few tables, get the compiled feed.

`make_feed` writes GTFS files; `open_text_feed` imports and opens them the way the product does. A mandatory file that
is not given gets a small default, so a test states only what it is about:

- agency: `A`, Europe/Kyiv;
- routes: `R`, a bus with the label "1";
- trips: one per trip_id of stop_times.txt, on route `R` and service `daily`;
- calendar: `daily`, every day of 2026 (unless calendar_dates.txt is given);
- stops: one per stop_id of stop_times.txt, named like its id, 500 m apart;
- stop_times: none.
"""

import csv
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from stopbell_server.feeds.importing import import_feed
from stopbell_server.store.read import SqliteStore

AGENCY = "agency_id,agency_name,agency_url,agency_timezone,agency_lang\nA,Agency,https://example.org,Europe/Kyiv,uk\n"
ROUTES = "route_id,agency_id,route_short_name,route_type\nR,A,1,3\n"
CALENDAR = (
    "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
    "daily,1,1,1,1,1,1,1,20260101,20261231\n"
)
STOP_TIMES = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"


def make_feed(folder: Path, files: Mapping[str, str]) -> Path:
    """Write the files (dedented; blank lines around them do not count) and the defaults; give the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {name: dedent(text).strip() + "\n" for name, text in files.items()}
    stop_times = texts.setdefault("stop_times.txt", STOP_TIMES)
    texts.setdefault("agency.txt", AGENCY)
    texts.setdefault("routes.txt", ROUTES)
    if "calendar_dates.txt" not in texts:
        texts.setdefault("calendar.txt", CALENDAR)
    trips = "".join(f"R,daily,{trip}\n" for trip in _list_values(stop_times, "trip_id"))
    texts.setdefault("trips.txt", f"route_id,service_id,trip_id\n{trips}")
    stops = "".join(
        f"{stop},{stop},{49.84 + 0.0045 * place:.4f},24.03\n"
        for place, stop in enumerate(_list_values(stop_times, "stop_id"))
    )
    texts.setdefault("stops.txt", f"stop_id,stop_name,stop_lat,stop_lon\n{stops}")
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def open_text_feed(tmp_path: Path, files: Mapping[str, str], authority: str = "test") -> SqliteStore:
    """Import a feed written as text and open it."""
    source = make_feed(tmp_path / f"{authority}-source", files)
    report = import_feed(source, authority, tmp_path / f"{authority}-compiled", lambda stage, done, total: None)
    return SqliteStore(report.path)


def _list_values(table: str, column: str) -> list[str]:
    """List the distinct values of a column in the order in which they come."""
    return list(dict.fromkeys(row[column] for row in csv.DictReader(table.splitlines()) if row.get(column)))
