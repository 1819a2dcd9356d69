"""Bytes from outside: whatever they are, an import gives a usable store or a refusal."""

import shutil
import zipfile
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.text import to_clean_text
from stopbell_server.feeds.importing import import_feed
from stopbell_server.feeds.importing.bodies import read_body
from stopbell_server.feeds.importing.careful import read_carefully
from stopbell_server.feeds.importing.columns import TableSpec
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.store.read import SqliteStore
from tests.feedtext import make_feed
from tests.server.feeds.importing.reports import ignore_progress

SETTINGS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
PIECES = st.sampled_from(
    [
        *("S", "T1", "R", "daily", "stop_id", "trip_id", "stop_sequence", "é", "Площа", "\ufeff", "\u202e", "\0"),
        *(",", ",", ",", ",", "\n", "\n", "\r\n", "\r", '"', '""', " ", "\t"),
        *("08:00:00", "25:61:00", "1", "-1", "0", "49.8", "24", "nan", "20260302"),
    ]
)
ODD_TEXT = st.lists(PIECES, max_size=60).map("".join)
ODD_BYTES = st.one_of(
    ODD_TEXT.map(str.encode), ODD_TEXT.map(lambda text: text.encode("utf-16")), st.binary(max_size=200)
)
FILES = (
    "agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt", "calendar.txt", "calendar_dates.txt",
    "frequencies.txt", "translations.txt", "feed_info.txt", "attributions.txt", "transfers.txt", "pathways.txt",
    "levels.txt", "booking_rules.txt", "shapes.txt",
)  # fmt: skip
GOOD = {
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,,S,1\nT1,09:00:00,,E,2",
    "calendar_dates.txt": "service_id,date,exception_type\ndaily,20260302,1",
    "frequencies.txt": "trip_id,start_time,end_time,headway_secs\nT1,08:00:00,09:00:00,600",
    "translations.txt": "table_name,field_name,language,translation,field_value\nstops,stop_name,en,x,S",
    "trips.txt": "route_id,service_id,trip_id,shape_id\nR,daily,T1,s",
    "shapes.txt": "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns,49.84,24.03,1\ns,49.85,24.03,2",
    "feed_info.txt": "feed_publisher_name,feed_lang\nP,uk",
    "attributions.txt": "organization_name\nO",
    "transfers.txt": "from_stop_id,to_stop_id,transfer_type\nS,E,0",
    "pathways.txt": "from_stop_id,to_stop_id,pathway_mode,is_bidirectional\nS,E,1,1",
    "levels.txt": "level_id,level_index\nL,0",
    "booking_rules.txt": "booking_rule_id,phone_number\nb,555",
}


def import_and_ask(source: Path, target: Path) -> None:
    try:
        report = import_feed(source, "test", target, ignore_progress)
    except FeedRefused:
        return
    assert len(report.findings) <= 200
    store = SqliteStore(report.path)
    store.services_on(date(2026, 3, 2))
    store.list_planned_calls([StopId("S")], date(2026, 3, 2), -(2**31), 2**31)
    store.list_stop_times(TripId("T1"))
    store.search_names("S", 5)
    store.list_stops_near(49.8, 24, 1000, 5)
    store.list_routes()
    store.list_pathways(StopId("S"))
    store.list_station_places(StopId("S"))
    store.list_transfers_from([StopId("S")], TripId("T1"))
    store.list_hailing(StopId("S"))
    store.list_bookings(StopId("S"))
    store.find_shape(TripId("T1"))
    store.list_next_stops(StopId("S"))
    store.close()


@SETTINGS
@given(file=st.sampled_from(FILES), content=ODD_BYTES, keeps_header=st.booleans())
def test_any_bytes_in_any_file_are_a_feed_or_a_refusal(
    tmp_path_factory: pytest.TempPathFactory, file: str, content: bytes, keeps_header: bool
) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    source = make_feed(folder / "source", GOOD)
    original = (source / file).read_bytes() if (source / file).exists() else b""
    (source / file).write_bytes(original + content if keeps_header else content)

    import_and_ask(source, folder / "compiled")
    shutil.rmtree(folder)


@SETTINGS
@given(content=st.binary(max_size=300), place=st.integers(0, 2000))
def test_any_bytes_in_a_zip_are_a_feed_or_a_refusal(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, place: int
) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    path = folder / "feed.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(make_feed(folder / "source", GOOD).iterdir()):
            archive.writestr(file.name, file.read_bytes())
    whole = path.read_bytes()
    path.write_bytes(whole[:place] + content + whole[place + len(content) :])

    import_and_ask(path, folder / "compiled")
    shutil.rmtree(folder)


NAMES = ("a", "b", "c")
SPEC = TableSpec("x.txt", ("a",), ("b", "c"))
CELLS = st.text(st.sampled_from('ab," \n\r\t1é'), max_size=6)


def write_cell(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if set(cell) & set(',"\n\r') else cell


@settings(max_examples=300, deadline=None)
@given(rows=st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=8), ending=st.sampled_from(["\n", "\r\n"]))
def test_what_is_written_by_the_rules_is_read_as_written(rows: list[tuple[str, str, str]], ending: str) -> None:
    body = ending.join(",".join(map(write_cell, row)) for row in rows)
    expected = [tuple(map(to_clean_text, row)) for row in rows]

    log = FindingLog()
    read = read_body(body.encode(), NAMES, NAMES, 2, SPEC, log)

    # Rows without any text are no rows.
    found = [tuple(map(to_clean_text, row)) for row in read.frame.iter_rows()]
    assert list(filter(any, found)) == list(filter(any, expected))


@settings(max_examples=300, deadline=None)
@given(text=st.text(st.sampled_from('ab,,"\n \r1é'), max_size=40))
def test_the_fast_way_reads_no_row_otherwise_than_the_careful_one(text: str) -> None:
    fast = read_body(text.encode(), NAMES, NAMES, 2, SPEC, FindingLog())
    careful = read_carefully(text, NAMES, NAMES, 2, "x.txt", FindingLog())

    slow_rows = [tuple(map(to_clean_text, row)) for row in zip(*careful.columns, strict=True)]
    fast_rows = [tuple(map(to_clean_text, row)) for row in fast.frame.iter_rows()]
    fast_lines = [fast.find_line(number) for number in range(len(fast_rows))]
    # Which character ends a line inside quotes is a matter of taste, and so is the count of lines then.
    slow_lines = fast_lines if "\r" in text and len(fast_rows) == len(slow_rows) else careful.lines
    found, kept = zip(fast_lines, fast_rows, strict=True), zip(slow_lines, slow_rows, strict=True)
    assert [pair for pair in found if any(pair[1])] == [pair for pair in kept if any(pair[1])]


def test_a_name_in_a_zip_that_is_no_text_is_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / "feed.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(make_feed(tmp_path / "source", GOOD).iterdir()):
            archive.writestr(file.name, file.read_bytes())
    content = bytearray(path.read_bytes())
    content[7] |= 0x08  # the local header's flag "names are UTF-8"
    content[30] = 0xFF
    path.write_bytes(bytes(content))

    with pytest.raises(FeedRefused, match="damaged"):
        import_feed(path, "test", tmp_path / "compiled", lambda stage, done, total: None)
