"""Cells: ids are text, blanks are trimmed, times and codes are read as people mean them."""

from datetime import date
from pathlib import Path

import pytest

from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.feeds.importing import Finding, Place, Severity
from stopbell_server.store.read import SqliteStore
from tests.feedtext import open_text_feed
from tests.server.feeds.importing.reports import import_text, shorten

HEADER = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"


def list_times(store: SqliteStore, trip: str = "T1") -> list[tuple[str, int | None, int | None]]:
    return [(row.stop, row.arrival_s, row.departure_s) for row in store.list_stop_times(TripId(trip))]


@pytest.mark.parametrize(
    "name", ["NA", "null", "None", "nan", "007", "7", "1e5", "a b", "40_40_1121", "x:y", "№1", "-"]
)
def test_an_id_is_text_whatever_it_looks_like(tmp_path: Path, name: str) -> None:
    store = open_text_feed(
        tmp_path,
        {"stop_times.txt": HEADER + f"{name},08:00:00,08:00:00,{name},1\n{name},08:10:00,08:10:00,E,2"},
    )

    stop = store.find_stop(StopId(name))

    assert stop is not None
    assert stop.id == name
    assert list_times(store, name) == [(name, 28_800, 28_800), ("E", 29_400, 29_400)]


def test_ids_that_differ_by_zeros_or_case_are_different(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, {"stops.txt": "stop_id,stop_name\n7,seven\n007,agent\na,small\nA,large"})

    names = [stop.name for text in ("7", "007", "a", "A") if (stop := store.find_stop(StopId(text)))]

    assert names == ["seven", "agent", "small", "large"]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("8:05:00", 29_100),
        ("08:05:00", 29_100),
        ("00:00:00", 0),
        ("24:00:00", 86_400),
        ("86:52:00", 312_720),
        ("100:00:01", 360_001),
        (" 8:05:00", 29_100),
        ("08:05", 29_100),
    ],
)
def test_a_time_is_seconds_of_the_service_day(tmp_path: Path, text: str, seconds: int) -> None:
    store = open_text_feed(tmp_path, {"stop_times.txt": HEADER + f"T1,{text},{text},S,1\nT1,200:00:00,200:00:00,E,2"})

    assert list_times(store)[0] == ("S", seconds, seconds)


@pytest.mark.parametrize(
    "text", ["05-12:00", "-01:00:00", "08:60:00", "08:00:60", "8h05", "08:05:00 tomorrow", "0805", "1:2:3", "٠٨:٠٥:٠٠"]
)
def test_a_row_whose_time_is_garbage_is_left_out_and_its_trip_stays(tmp_path: Path, text: str) -> None:
    report = import_text(
        tmp_path,
        {"stop_times.txt": HEADER + f"T1,08:00:00,08:00:00,S,1\nT1,{text},08:05:00,M,2\nT1,08:10:00,08:10:00,E,3"},
    )

    assert shorten(report) == [("dropped", "stop_times.txt", 3, "arrival_time", 1)]
    assert [stop for stop, *_ in list_times(SqliteStore(report.path))] == ["S", "E"]


def test_one_given_time_stands_for_both(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, {"stop_times.txt": HEADER + "T1,,08:00:00,S,1\nT1,08:10:00,,E,2"})

    assert list_times(store) == [("S", 28_800, 28_800), ("E", 29_400, 29_400)]


def test_a_departure_before_its_arrival_becomes_the_arrival(tmp_path: Path) -> None:
    report = import_text(tmp_path, {"stop_times.txt": HEADER + "T1,08:01:00,08:00:00,S,1\nT1,08:10:00,08:10:00,E,2"})

    assert shorten(report) == [("repaired", "stop_times.txt", 2, "departure_time", 1)]
    assert list_times(SqliteStore(report.path))[0] == ("S", 28_860, 28_860)


def test_a_finding_says_what_where_and_what_was_done(tmp_path: Path) -> None:
    report = import_text(
        tmp_path,
        {"stop_times.txt": HEADER + "T1,08:00:00,08:00:00,S,1\nT1,soon,soon,M,2\nT1,later,later,N,3\nT1,9:00:00,,E,4"},
    )

    assert report.findings == (
        Finding(
            severity=Severity.DROPPED,
            file="stop_times.txt",
            column="arrival_time",
            what="not a time",
            handling="row left out",
            rule="stop_times.txt, arrival_time",
            count=2,
            places=(Place(3, "soon"), Place(4, "later")),
        ),
    )


@pytest.mark.parametrize("sequence", ["", "first", "1.5", "99999999999"])
def test_a_row_without_a_place_in_its_trip_is_left_out(tmp_path: Path, sequence: str) -> None:
    report = import_text(
        tmp_path,
        {"stop_times.txt": HEADER + f"T1,08:00:00,08:00:00,S,1\nT1,08:05:00,08:05:00,M,{sequence}\nT1,9:00:00,,E,3"},
    )

    assert shorten(report) == [("dropped", "stop_times.txt", 3, "stop_sequence", 1)]


def test_a_negative_sequence_still_sorts(tmp_path: Path) -> None:
    report = import_text(tmp_path, {"stop_times.txt": HEADER + "T1,08:10:00,,E,3\nT1,08:00:00,,S,-2"})

    assert shorten(report) == [("noted", "stop_times.txt", 3, "stop_sequence", 1)]
    rows = SqliteStore(report.path).list_stop_times(TripId("T1"))
    assert [(row.stop, row.sequence) for row in rows] == [("S", -2), ("E", 3)]


def test_unknown_codes_are_read_as_the_default(tmp_path: Path) -> None:
    report = import_text(
        tmp_path,
        {
            "stops.txt": "stop_id,stop_name,location_type,wheelchair_boarding\nS,S,Jarosław,3\nE,E,0,1",
            "trips.txt": "route_id,service_id,trip_id,direction_id,wheelchair_accessible\nR,daily,T1,2,yes",
            "stop_times.txt": HEADER.replace("\n", ",pickup_type\n") + "T1,08:00:00,,S,1,9\nT1,08:10:00,,E,2,",
        },
    )

    assert shorten(report) == [
        ("repaired", "stop_times.txt", 2, "pickup_type", 1),
        ("repaired", "stops.txt", 2, "location_type", 1),
        ("repaired", "stops.txt", 2, "wheelchair_boarding", 1),
        ("repaired", "trips.txt", 2, "direction_id", 1),
        ("repaired", "trips.txt", 2, "wheelchair_accessible", 1),
    ]


def test_feed_text_loses_control_characters(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, {"stops.txt": 'stop_id,stop_name\nS,"Central\x1b[31m\n Station\u202e"'})

    stop = store.find_stop(StopId("S"))

    assert stop is not None
    assert stop.name == "Central[31m Station"


def test_blank_times_between_timed_stops_are_estimated_by_distance(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stops.txt": "stop_id,stop_lat,stop_lon\nA,50.0,20.0\nB,50.1,20.0\nC,50.4,20.0\nD,50.5,20.0",
            "stop_times.txt": HEADER + "T1,08:00:00,08:00:00,A,1\nT1,,,B,2\nT1,,,C,3\nT1,08:50:00,08:50:00,D,4",
        },
    )

    rows = store.list_stop_times(TripId("T1"))

    assert [(row.stop, row.arrival_s, row.is_approximate) for row in rows] == [
        ("A", 28_800, False),
        ("B", 29_400, True),
        ("C", 31_200, True),
        ("D", 31_800, False),
    ]


def test_blank_times_between_stops_without_a_place_are_estimated_by_count(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stops.txt": "stop_id,stop_name\nA,A\nB,B\nC,C",
            "stop_times.txt": HEADER + "T1,08:00:00,08:02:00,A,1\nT1,,,B,5\nT1,08:10:00,08:10:00,C,9",
        },
    )

    assert list_times(store) == [("A", 28_800, 28_920), ("B", 29_160, 29_160), ("C", 29_400, 29_400)]


def test_no_time_is_made_up_at_the_ends_of_a_trip(tmp_path: Path) -> None:
    report = import_text(
        tmp_path, {"stop_times.txt": HEADER + "T1,,,A,1\nT1,08:00:00,,B,2\nT1,,,C,3\nT2,08:00:00,,A,1\nT2,,,B,2"}
    )

    store = SqliteStore(report.path)
    assert list_times(store) == [("A", None, None), ("B", 28_800, 28_800), ("C", None, None)]
    assert shorten(report) == [("noted", "stop_times.txt", 2, "arrival_time", 3)]
    assert [call.trip for call in store.list_planned_calls([StopId("B")], date(2026, 3, 2), 0, 90_000)] == ["T1"]
