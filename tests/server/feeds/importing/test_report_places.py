"""Whatever is done to a good feed, each problem stands where the report says, and its cell is what the report says."""

import csv
import re
import shutil

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.feeds.importing import Finding, ImportRefused, Thoroughness, import_feed
from stopbell_server.feeds.importing.encoding import to_western
from stopbell_server.feeds.importing.finding_log import to_value
from tests.feedtext import make_feed
from tests.server.feeds.importing.reports import ignore_progress

GOOD = {
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\nA,Agency,https://example.org,Europe/Kyiv\n",
    "stops.txt": (
        "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,wheelchair_boarding\n"
        'S,"Площа\nРинок, 1",49.84,24.03,0,P,1\nE,"Край ""міста""",49.85,24.04,0,,2\n\nP,Station,49.86,24.05,1,,0\n'
    ),
    "routes.txt": "route_id,agency_id,route_short_name,route_type,route_color\nR,A,1,3,FF00AA\nQ,A,2,0,\n",
    "trips.txt": "route_id,service_id,trip_id,direction_id\nR,daily,T1,0\nR,daily,T2,1\nQ,daily,T3,\n",
    "stop_times.txt": (
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,stop_headsign\n"
        'T1,08:00:00,08:00:00,S,1,0,"To, the\nend"\nT1,08:10:00,08:11:00,E,2,0,\n'
        "T2,9:00:00,9:00:00,E,1,,\n\nT2,09:10:00,09:10:00,S,2,1,\nT3,00:00:00,00:00:00,S,1,,\nT3,00:05:00,00:05:00,E,2,,\n"
    ),
    "calendar.txt": (
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        "daily,1,1,1,1,1,1,1,20260101,20261231\n"
    ),
    "calendar_dates.txt": "service_id,date,exception_type\ndaily,20260302,2\nholiday,20260303,1\n",
    "frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\nT3,06:00:00,09:00:00,600,0\n",
}
PIECES = st.sampled_from(
    [
        *(b",", b"\n", b"\r\n", b'"', b'""', b" ", b"\0", b"\xe9", b"\xff", b"x", b"-1", b"99:99:99", b"0", b"7"),
        *(b"soon", b"S", b"T1", b",,", b"\n\n", b"\x1b[31m", "\u202e".encode(), "Ї".encode(), b"99991231"),
    ]
)
DAMAGE = st.lists(
    st.tuples(st.sampled_from(sorted(GOOD)), st.integers(0, 400), st.integers(0, 6), PIECES), min_size=1, max_size=4
)
MANY = Thoroughness(places=20, is_whole=True)


def list_findings(source: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> tuple[Finding, ...]:
    folder = tmp_path_factory.mktemp("damaged")
    feed = make_feed(folder / "feed", {})
    for name, data in source.items():
        (feed / name).write_bytes(data)
    try:
        return import_feed(feed, "test", folder / "compiled", ignore_progress, MANY).findings
    except ImportRefused as refusal:
        return refusal.findings
    except FeedRefused:
        return ()
    finally:
        shutil.rmtree(folder)


def damage(changes: list[tuple[str, int, int, bytes]]) -> dict[str, bytes]:
    source = {name: text.encode() for name, text in GOOD.items()}
    for name, place, length, piece in changes:
        place %= len(source[name]) + 1
        source[name] = source[name][:place] + piece + source[name][place + length :]
    return source


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=DAMAGE)
@example(changes=[("stop_times.txt", 0, 0, b"\n\n")])
@example(changes=[("stops.txt", 100, 3, b"\xe9")])
@example(changes=[("stops.txt", 299, 0, b'"')])
@example(changes=[("stop_times.txt", 83, 8, b"99:99:99"), ("stop_times.txt", 200, 0, b'"')])
def test_every_problem_of_a_damaged_feed_stands_where_the_report_says(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[str, int, int, bytes]]
) -> None:
    source = damage(changes)

    for finding in list_findings(source, tmp_path_factory):
        assert finding.count >= len(finding.places)
        lines = re.split(b"\r\n|\n|\r", source.get(finding.file, b"").replace(b"\0", b""))
        for place in finding.places:
            if place.line is None:
                continue
            assert 1 <= place.line <= len(lines), finding
            if place.value is not None:
                assert place.value in list_values(lines, place.line, finding.column), (finding, lines[place.line - 1])


def list_values(lines: list[bytes], line: int, column: str | None) -> set[str]:
    """List what may be said to stand in the row that begins on this line: in the column, or the row as a whole.

    A row that is as long as the header and soundly quoted has one cell in the column; of others, any cell may be meant.
    """
    header = next(text for text in lines if text.strip())
    names = [name.strip(' "').lower() for name in show(header.removeprefix(b"\xef\xbb\xbf"))[0].split(",")]
    found: set[str] = set()
    for taken in range(1, min(25, len(lines) - line + 2)):
        for text in show(b"\n".join(lines[line - 1 : line - 1 + taken])):
            cells = split(text)
            if cells and len(cells) == len(names) and column in names and lines[line - 1] != header:
                return {to_value(cells[names.index(column)].strip())}
            loose = [cell.strip().strip('"') for cell in text.split(",")]
            found.update(to_value(one.strip()) for one in (text, "", *(cells or ()), *loose, *text.split(",")))
            # Cells with unsound quotes may hold commas.
            found.update(to_value(text[a:b].strip(' "').replace('""', '"')) for a, b in list_spans(text))
    return found


def list_spans(text: str) -> list[tuple[int, int]]:
    borders = [-1, *(place for place, letter in enumerate(text) if letter in ",\n"), len(text)]
    return [(a + 1, b) for a in borders[:12] for b in borders[:14] if b > a]


def show(row: bytes) -> list[str]:
    """Read bytes that are not UTF-8 as Windows-1252, or leave them out."""
    text = row.decode("utf-8", "surrogateescape")
    western = "".join(to_western(one) if "\udc80" <= one <= "\udcff" else one for one in text)
    return [western, row.decode("utf-8", "ignore"), row.decode("utf-8", "replace")]


def split(text: str) -> list[str] | None:
    try:
        rows = list(csv.reader([text], strict=True))
    except csv.Error:
        return None
    return rows[0] if len(rows) == 1 else None
