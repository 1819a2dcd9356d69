"""Rows: doubled ids, dangling references, short and long rows, quotes, blank lines."""

from pathlib import Path

import pytest

from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.domain.network import LocationType
from stopbell_server.store.read import SqliteStore
from tests.server.feeds.importing.reports import import_text, shorten

HEADER = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"


def find_name(store: SqliteStore, stop: str) -> str | None:
    found = store.find_stop(StopId(stop))
    return found.name if found else None


def test_of_rows_with_one_id_the_first_wins(tmp_path: Path) -> None:
    report = import_text(
        tmp_path,
        {
            "agency.txt": "agency_id,agency_name,agency_timezone\nA,first,Europe/Kyiv\nA,second,Europe/Kyiv",
            "stops.txt": "stop_id,stop_name\nS,first\nS,second",
            "routes.txt": "route_id,route_short_name,route_type\nR,first,3\nR,second,3",
            "trips.txt": "route_id,service_id,trip_id,trip_headsign\nR,daily,T1,first\nR,daily,T1,second",
        },
    )

    store = SqliteStore(report.path)
    agency, route, trip = store.find_agency("A"), store.find_route(RouteId("R")), store.find_trip(TripId("T1"))
    assert agency is not None
    assert route is not None
    assert trip is not None
    assert (agency.name, find_name(store, "S"), route.line, trip.headsign) == ("first",) * 4
    assert [(file, line) for _, file, line, _, _ in shorten(report)] == [
        ("agency.txt", 3),
        ("routes.txt", 3),
        ("stops.txt", 3),
        ("trips.txt", 3),
    ]


def test_rows_with_one_sequence_keep_the_order_of_the_file(tmp_path: Path) -> None:
    rows = "T1,08:00:00,,S,1\nT1,08:20:00,,N,2\nT1,08:10:00,,M,2\nT1,08:20:00,08:20:00,N,2\nT1,08:30:00,,E,3"
    report = import_text(tmp_path, {"stop_times.txt": HEADER + rows})

    stop_times = SqliteStore(report.path).list_stop_times(TripId("T1"))
    assert [(row.stop, row.sequence) for row in stop_times] == [("S", 1), ("N", 2), ("M", 2), ("E", 3)]
    assert shorten(report) == [
        ("dropped", "stop_times.txt", 5, "stop_sequence", 1),
        ("repaired", "stop_times.txt", 4, "stop_sequence", 2),
        ("noted", "stop_times.txt", 4, "arrival_time", 1),
    ]


def test_rows_without_what_they_refer_to_are_left_out(tmp_path: Path) -> None:
    report = import_text(
        tmp_path,
        {
            "stops.txt": "stop_id,stop_name,location_type,parent_station\nS,S,0,gone\nP,P,0,S\n,nameless,0,",
            "trips.txt": "route_id,service_id,trip_id\nR,daily,T1\ngone,daily,T2\nR,never,T3",
            "stop_times.txt": HEADER + "T1,08:00:00,,S,1\nT1,08:01:00,,gone,2\nT2,08:00:00,,S,1\ngone,08:00:00,,S,1",
            "frequencies.txt": "trip_id,start_time,end_time,headway_secs\ngone,08:00:00,09:00:00,600",
        },
    )

    assert shorten(report) == [
        ("dropped", "frequencies.txt", 2, "trip_id", 1),
        ("dropped", "stop_times.txt", 3, "stop_id", 1),
        ("dropped", "stop_times.txt", 4, "trip_id", 2),
        ("dropped", "stops.txt", 2, "parent_station", 1),
        ("dropped", "stops.txt", 3, "parent_station", 1),
        ("dropped", "stops.txt", 4, "stop_id", 1),
        ("dropped", "trips.txt", 3, "route_id", 1),
        ("dropped", "trips.txt", 4, "service_id", 1),
    ]
    assert report.counts["stop_times"] == 1


def test_twin_trips_and_stations_in_trips_are_noted(tmp_path: Path) -> None:
    report = import_text(
        tmp_path,
        {
            "stops.txt": "stop_id,stop_name,location_type\nS,S,0\nE,E,1",
            "stop_times.txt": HEADER
            + "T1,08:00:00,,S,1\nT1,08:10:00,,E,2\nT2,08:00:00,,S,1\nT2,08:10:00,,E,2\nT3,08:00:00,,S,1",
        },
    )

    assert shorten(report) == [
        ("noted", "stop_times.txt", 3, "stop_id", 2),
        ("noted", "trips.txt", 3, "trip_id", 1),
    ]
    assert report.counts["trips"] == 3


def test_short_rows_have_empty_cells_and_neighbours_keep_theirs(tmp_path: Path) -> None:
    report = import_text(
        tmp_path, {"stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,Аа,50.1,20.1\nB,Бе\nC,Це,50.3,20.3"}
    )

    store = SqliteStore(report.path)
    assert [find_name(store, stop) for stop in "ABC"] == ["Аа", "Бе", "Це"]
    assert len(store.list_stops_near(50.2, 20.2, 50_000, 9)) == 2
    assert shorten(report) == [("repaired", "stops.txt", 3, None, 1)]


def test_cells_beyond_the_header_are_ignored_and_said(tmp_path: Path) -> None:
    report = import_text(
        tmp_path, {"stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,Аа,50,20,,\nB,Бе,50,20,extra\nC,Це,950,20"}
    )

    store = SqliteStore(report.path)
    assert [find_name(store, stop) for stop in "ABC"] == ["Аа", "Бе", "Це"]
    assert shorten(report) == [
        ("dropped", "stops.txt", 4, "stop_lat", 1),
        ("repaired", "stops.txt", 3, None, 1),
    ]


def test_a_comma_without_quotes_stays_in_its_text_where_the_columns_tell(tmp_path: Path) -> None:
    report = import_text(
        tmp_path, {"stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,Аа,50,20\nB,Бе, ще Бе,51,21\nC,Це,52,22"}
    )

    store = SqliteStore(report.path)
    assert [find_name(store, stop) for stop in "ABC"] == ["Аа", "Бе, ще Бе", "Це"]
    assert [stop.id for stop, _ in store.list_stops_near(51, 21, 10, 5)] == ["B"]
    assert shorten(report) == [("repaired", "stops.txt", 3, None, 1)]


def test_a_row_whose_columns_cannot_be_told_is_left_out(tmp_path: Path) -> None:
    report = import_text(tmp_path, {"stop_times.txt": HEADER + "T1,08:00:00,,S,1\nT1,08,10,00,,E,2\nT1,9:00:00,,F,3"})

    assert report.counts["stop_times"] == 2
    assert shorten(report) == [("dropped", "stop_times.txt", 3, None, 1)]


def test_every_mixture_of_line_ends_is_read(tmp_path: Path) -> None:
    report = import_text(tmp_path, {"stops.txt": b"stop_id,stop_name\rA,first\r\nB,second\nC,third\rD,fourth"})

    store = SqliteStore(report.path)
    assert [find_name(store, stop) for stop in "ABCD"] == ["first", "second", "third", "fourth"]


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ('B,"Osnabrück, "emma"",2', 'Osnabrück, "emma"'),
        ("B,Spini \"Casa Circondariale',2", "Spini \"Casa Circondariale'"),
        ('B,"open,2', None),
        ('B,"a "b, c" d",2', 'a "b, c" d'),
        ('B,"a ""b"" c",2', 'a "b" c'),
        ('B,"a" ,2', "a"),
        ('B, "a",2', "a"),
        ('B,a "b" c,2', 'a "b" c'),
    ],
)
def test_unsound_quotes_spoil_at_most_their_own_row(tmp_path: Path, row: str, name: str | None) -> None:
    report = import_text(tmp_path, {"stops.txt": f"stop_id,stop_name,stop_code\nA,Аа,1\n{row}\nC,Це,3"})

    store = SqliteStore(report.path)
    assert [find_name(store, "A"), find_name(store, "C")] == ["Аа", "Це"]
    assert [stop.id for stop in store.list_stops_by_code("3")] == ["C"]
    if name is not None:
        assert find_name(store, "B") == name
        assert [stop.id for stop in store.list_stops_by_code("2")] == ["B"]


def test_a_quoted_comma_and_line_break_are_part_of_a_name(tmp_path: Path) -> None:
    report = import_text(
        tmp_path, {"stops.txt": 'stop_id,stop_name,stop_lat,stop_lon\nA,"Аа,\nдва",50,20\nB,Бе,950,20\n'}
    )

    assert find_name(SqliteStore(report.path), "A") == "Аа, два"
    assert shorten(report) == [("dropped", "stops.txt", 4, "stop_lat", 1)]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_blank_lines_and_every_line_ending_are_fine(tmp_path: Path, ending: str) -> None:
    text = ending.join(["", "stop_id,stop_name,stop_lat,stop_lon", "", "A,Аа,50,20", "", "", "B,Бе,950,20", "", ""])

    report = import_text(tmp_path, {"stops.txt": text.encode()})

    store = SqliteStore(report.path)
    assert [find_name(store, stop) for stop in "AB"] == ["Аа", "Бе"]
    assert shorten(report)[0] == ("dropped", "stops.txt", 7, "stop_lat", 1)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("name", ["Це", '"Ц""е"', 'Ц "е"'], ids=["plain", "quoted", "unsound"])
def test_blank_rows_are_said_unless_they_end_the_file(tmp_path: Path, ending: str, name: str) -> None:
    text = ending.join(["stop_id,stop_name", "A,Аа", "", f"C,{name}", ",", "  ", "B,Бе", "", "", ""])

    report = import_text(tmp_path, {"stops.txt": text.encode()})

    (finding,) = [one for one in report.findings if one.what == "blank row"]
    assert (finding.count, [place.line for place in finding.places]) == (3, [3, 5, 6])


def test_line_ends_of_carriage_returns_alone_are_said(tmp_path: Path) -> None:
    report = import_text(tmp_path, {"stops.txt": b"stop_id,stop_name\rA,first\rB,second"})

    assert shorten(report) == [("noted", "stops.txt", 1, None, 1)]


def test_blanks_around_headers_and_cells_are_trimmed(tmp_path: Path) -> None:
    report = import_text(
        tmp_path,
        {
            "stops.txt": ' stop_id , "stop_name" ,location_type\n S1 ,  Площа Ринок , 1',
            "stop_times.txt": HEADER.replace(",", ", ") + "T1, 8:00:00, 8:00:00, S1, 1",
        },
    )

    store = SqliteStore(report.path)
    stop = store.find_stop(StopId("S1"))
    assert stop is not None
    assert (stop.name, stop.location_type) == ("Площа Ринок", LocationType.STATION)
    assert [row.arrival_s for row in store.list_stop_times(TripId("T1"))] == [28_800]


def test_of_two_columns_with_one_name_the_first_is_read(tmp_path: Path) -> None:
    report = import_text(tmp_path, {"stops.txt": "stop_id,stop_name,,stop_name\nA,first,x,second"})

    assert find_name(SqliteStore(report.path), "A") == "first"
    assert shorten(report) == [("repaired", "stops.txt", 1, "stop_name", 1), ("noted", "stops.txt", 1, None, 1)]


def test_findings_are_bounded_however_many_faults_there_are(tmp_path: Path) -> None:
    rows = "\n".join(f"S{number},,{number}x,{number}y,{number % 9},gone{number}" for number in range(5000))

    report = import_text(
        tmp_path, {"stops.txt": f"stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\n{rows}"}
    )

    assert len(report.findings) < 10
    assert max(finding.count for finding in report.findings) == 5000
