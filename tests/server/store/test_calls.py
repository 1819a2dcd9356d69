"""Boards before realtime: calls at stops on a day."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell_server.domain.ids import ServiceId, StopId, TripId
from stopbell_server.domain.network import Boarding
from stopbell_server.domain.store import PlannedCall, to_marks
from stopbell_server.store.read import SqliteStore
from tests.feedtext import open_text_feed

MONDAY = date(2026, 3, 2)
HOUR = 3600


def list_trips(store: SqliteStore, stops: list[str], day: date, from_s: int, to_s: int) -> list[tuple[str, int]]:
    calls = store.list_planned_calls([StopId(stop) for stop in stops], day, from_s, to_s)
    return [(call.trip, call.departure_s) for call in calls]


def test_calls_come_by_departure_and_both_ends_of_the_window_count(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,09:00:00,09:00:00,S,1
                T1,09:10:00,09:10:00,E,2
                T2,08:00:00,08:00:00,S,1
                T2,08:10:00,08:10:00,E,2
                T3,09:00:01,09:00:01,S,1
                T3,09:10:00,09:10:00,E,2
                T4,07:59:59,07:59:59,S,1
                T4,08:10:00,08:10:00,E,2
            """
        },
    )

    assert list_trips(store, ["S"], MONDAY, 8 * HOUR, 9 * HOUR) == [("T2", 8 * HOUR), ("T1", 9 * HOUR)]


def test_calls_of_several_stops_are_one_board(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:20:00,08:20:00,A,1
                T1,08:30:00,08:30:00,E,2
                T2,08:10:00,08:10:00,B,1
                T2,08:30:00,08:30:00,E,2
            """
        },
    )

    assert list_trips(store, ["A", "B", "A", "unknown"], MONDAY, 0, 24 * HOUR) == [("T2", 29_400), ("T1", 30_000)]


def test_a_time_past_midnight_belongs_to_the_day_before(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,86:52:00,86:52:00,S,1
                T1,87:00:00,87:00:00,E,2
            """
        },
    )

    assert list_trips(store, ["S"], MONDAY, 0, 100 * HOUR) == [("T1", 86 * HOUR + 52 * 60)]
    assert store.info.longest_s == 87 * HOUR


def test_arrival_and_departure_are_both_given(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,S,10
                T1,08:05:00,08:07:30,M,20
                T1,08:10:00,08:10:00,E,30
            """
        },
    )

    (call,) = store.list_planned_calls([StopId("M")], MONDAY, 0, 24 * HOUR)

    assert call == PlannedCall(TripId("T1"), StopId("M"), 20, 29_100, 29_250, ServiceId("daily"), 0)


def test_the_last_stop_is_among_the_calls(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,S,1
                T1,08:10:00,08:10:00,E,2
            """
        },
    )

    assert list_trips(store, ["E"], MONDAY, 0, 24 * HOUR) == [("T1", 29_400)]


def test_a_stop_passed_twice_in_one_trip_has_two_calls(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,S,1
                T1,08:10:00,08:10:00,M,2
                T1,08:20:00,08:20:00,S,3
            """
        },
    )

    calls = store.list_planned_calls([StopId("S")], MONDAY, 0, 24 * HOUR)

    assert [(call.sequence, call.departure_s) for call in calls] == [(1, 28_800), (3, 30_000)]


def test_frequency_trips_are_given_apart_as_their_template(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                F,00:00:00,00:00:00,S,1
                F,00:10:00,00:10:00,E,2
                T,08:00:00,08:00:00,S,1
                T,08:10:00,08:10:00,E,2
            """,
            "frequencies.txt": """
                trip_id,start_time,end_time,headway_secs,exact_times
                F,06:00:00,09:00:00,600,0
            """,
        },
    )

    assert list_trips(store, ["S"], MONDAY, 0, 24 * HOUR) == [("T", 8 * HOUR)]
    assert store.list_frequency_calls([StopId("E")], MONDAY) == (
        PlannedCall(TripId("F"), StopId("E"), 2, 600, 600, ServiceId("daily")),
    )
    assert store.info.longest_s == 9 * HOUR + 600


def test_calls_without_any_time_are_left_out(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,,,S,1
                T1,08:10:00,08:10:00,M,2
                T1,,,E,3
            """
        },
    )

    assert list_trips(store, ["S", "M", "E"], MONDAY, 0, 24 * HOUR) == [("T1", 29_400)]


@pytest.fixture(scope="module")
def busy_stop(tmp_path_factory: pytest.TempPathFactory) -> SqliteStore:
    rows = "\n".join(
        f"T{minute},{minute // 60:02d}:{minute % 60:02d}:00,{minute // 60:02d}:{minute % 60:02d}:00,S,1"
        for minute in range(0, 26 * 60, 7)
    )
    return open_text_feed(
        tmp_path_factory.mktemp("busy"),
        {"stop_times.txt": f"trip_id,arrival_time,departure_time,stop_id,stop_sequence\n{rows}"},
    )


@settings(max_examples=200, deadline=None)
@given(from_s=st.integers(-HOUR, 27 * HOUR), length=st.integers(-10, 27 * HOUR))
def test_every_window_gives_just_the_calls_in_it(busy_stop: SqliteStore, from_s: int, length: int) -> None:
    every = [minute * 60 for minute in range(0, 26 * 60, 7)]

    found = [departure for _, departure in list_trips(busy_stop, ["S"], MONDAY, from_s, from_s + length)]

    assert found == [departure for departure in every if from_s <= departure <= from_s + length]


def test_a_call_is_marked_with_its_place_in_the_trip_and_what_one_may_do_there(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type
                T1,08:00:00,08:00:00,S,10,0,1
                T1,08:05:00,08:07:30,M,20,3,2
                T1,08:10:00,08:10:00,E,30,1,0
            """
        },
    )

    marks = {
        call.stop: call.marks
        for stop in "SME"
        for call in store.list_planned_calls([StopId(stop)], MONDAY, 0, 24 * HOUR)
    }

    assert marks == {
        "S": to_marks(is_first=True, is_last=False, pickup=Boarding.REGULAR, drop_off=Boarding.NOT_AVAILABLE),
        "M": to_marks(is_first=False, is_last=False, pickup=Boarding.ASK_DRIVER, drop_off=Boarding.PHONE_AGENCY),
        "E": to_marks(is_first=False, is_last=True, pickup=Boarding.NOT_AVAILABLE, drop_off=Boarding.REGULAR),
    }


def test_trips_that_stop_alike_share_their_pattern(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, {})

    pattern = store.list_pattern(TripId("T1"))

    assert [stop.stop for stop in pattern] == [call.stop for call in store.list_stop_times(TripId("T1"))]
    assert store.list_pattern(TripId("no such trip")) == ()
