"""The oracle's own matching: the dated trip an update means, the call a stop of it means, and which update holds."""

from pathlib import Path
from typing import Any

import pytest

from tests.oracle.oracletext import list_board, to_posix
from tests.realtimetext import Fields, make_updates, stop, update

EIGHT = "2026-06-01 08:00"
LATE = stop(1, departure={"delay": 120})
BY_PLAN = ["T B 08:11 - running timetable"]
TWO_LATE = ["T B 08:11 08:13 running live"]
NAMED: dict[str, Any] = {"route_id": "R", "direction_id": 0, "start_date": "20260601", "start_time": "08:00:00"}
LOOP = {
    "stop_times.txt": """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence
    T,8:00:00,8:00:00,B,1
    T,8:10:00,8:10:00,A,2
    T,8:20:00,8:20:00,B,3
    T,8:30:00,8:30:00,D,4
    """
}


def show(tmp_path: Path, *entities: Fields, at: str = EIGHT, files: dict[str, str] | None = None) -> list[str]:
    realtime = make_updates(header=to_posix(at), entities=entities)
    return list_board(tmp_path, at, realtime=realtime, files=files)


@pytest.mark.parametrize(("day", "expected"), [("20260601", TWO_LATE), ("20260602", BY_PLAN)])
def test_an_update_speaks_of_the_day_it_names(tmp_path: Path, day: str, expected: list[str]) -> None:
    assert show(tmp_path, update("T", LATE, start_date=day)) == expected


def test_an_update_without_a_day_means_the_day_nearest_its_times(tmp_path: Path) -> None:
    files = {
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,23:50:00,23:50:00,A,1
        T,24:10:00,24:10:00,B,2
        T,24:30:00,24:30:00,C,3
        """
    }
    late = update("T", stop(1, departure={"time": to_posix("2026-06-01 23:51")}))
    assert show(tmp_path, late, at="2026-06-02 00:01", files=files) == ["T B 00:10 00:11 running live"]


def test_an_update_of_an_unknown_trip_is_let_go(tmp_path: Path) -> None:
    assert show(tmp_path, update("U", LATE, route_id="R", start_date="20260601")) == BY_PLAN


@pytest.mark.parametrize(
    ("missing", "expected"),
    [(None, TWO_LATE), ("start_date", BY_PLAN), ("start_time", BY_PLAN), ("direction_id", TWO_LATE)],
)
def test_a_trip_without_an_id_is_named_by_line_day_and_start(
    tmp_path: Path, missing: str | None, expected: list[str]
) -> None:
    fields = {name: value for name, value in NAMED.items() if name != missing}
    assert show(tmp_path, update(None, LATE, **fields)) == expected


def test_two_trips_of_one_line_and_start_match_neither(tmp_path: Path) -> None:
    files = {
        "trips.txt": "route_id,service_id,trip_id,direction_id\nR,daily,T,0\nR,daily,U,0",
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,8:00:00,8:00:00,B,1
        T,8:10:00,8:10:00,C,2
        U,8:00:00,8:00:00,B,1
        U,8:10:00,8:10:00,C,2
        """,
    }
    assert show(tmp_path, update(None, LATE, **NAMED), files=files) == [
        "T B 08:00 - running timetable",
        "U B 08:00 - running timetable",
    ]


def test_a_run_by_frequency_is_named_by_its_start(tmp_path: Path) -> None:
    files = {"frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\nT,08:00:00,08:30:00,1200,1"}
    late = update("T", LATE, start_date="20260601", start_time="08:20:00")
    assert show(tmp_path, late, files=files) == ["T B 08:11 - running timetable", "T B 08:31 08:33 running live"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (stop(2, "B", departure={"delay": 120}), TWO_LATE),
        (stop(2, departure={"delay": 120}), TWO_LATE),
        (stop(None, "B", departure={"delay": 120}), TWO_LATE),
        (stop(9, "B", departure={"delay": 120}), TWO_LATE),
        (stop(2, "elsewhere", departure={"delay": 120}), BY_PLAN),
        (stop(9, departure={"delay": 120}), BY_PLAN),
    ],
)
def test_an_update_binds_by_sequence_or_else_by_stop(tmp_path: Path, said: Fields, expected: list[str]) -> None:
    assert show(tmp_path, update("T", said)) == expected


def test_on_a_loop_a_wrong_sequence_means_the_next_visit_in_order(tmp_path: Path) -> None:
    said = [stop(5, "A", departure={"delay": 60}), stop(6, "B", departure={"delay": 120})]
    assert show(tmp_path, update("T", *said), files=LOOP) == [
        "T B 08:00 - running timetable",
        "T B 08:20 08:22 running live",
    ]


def test_on_a_loop_stops_alone_bind_when_they_are_named_as_often_as_they_come(tmp_path: Path) -> None:
    said = [stop(None, "B", departure={"delay": 60}), stop(None, "B", departure={"delay": 120})]
    assert show(tmp_path, update("T", *said), files=LOOP) == [
        "T B 08:00 08:01 running live",
        "T B 08:20 08:22 running live",
    ]


def test_on_a_loop_one_stop_alone_is_not_guessed(tmp_path: Path) -> None:
    assert show(tmp_path, update("T", stop(None, "B", departure={"delay": 60})), files=LOOP) == [
        "T B 08:00 - running timetable",
        "T B 08:20 - running timetable",
    ]


def test_of_several_updates_a_cancellation_holds(tmp_path: Path) -> None:
    cancelled = update("T", schedule_relationship="CANCELED", timestamp=to_posix(EIGHT) - 60)
    assert show(tmp_path, cancelled, update("T", LATE, timestamp=to_posix(EIGHT))) == ["T B 08:11 - cancelled live"]


def test_of_several_updates_the_newest_holds(tmp_path: Path) -> None:
    newest = update("T", LATE, timestamp=to_posix(EIGHT))
    older = update("T", stop(1, departure={"delay": 0}), timestamp=to_posix(EIGHT) - 20)
    assert show(tmp_path, newest, older) == TWO_LATE


def test_of_updates_of_one_age_the_last_holds(tmp_path: Path) -> None:
    assert show(tmp_path, update("T", stop(1, departure={"delay": 0})), update("T", LATE)) == TWO_LATE
