"""The oracle's own reading of the timetable and of the live feed's limits."""

from datetime import date
from pathlib import Path

import pytest

from tests.oracle.oracletext import list_board, open_text_plan, to_posix
from tests.realtimetext import make_updates, stop, update


def test_a_departure_by_plan_is_never_said_to_be_on_time(tmp_path: Path) -> None:
    assert list_board(tmp_path, "2026-06-01 08:00") == ["T B 08:11 - running timetable"]


@pytest.mark.parametrize(
    ("at", "is_listed"),
    [
        ("2026-06-01 07:10:59", False),
        ("2026-06-01 07:11:00", True),
        ("2026-06-01 08:12:00", True),
        ("2026-06-01 08:12:01", False),
    ],
)
def test_the_board_reaches_from_a_minute_ago_to_in_an_hour(tmp_path: Path, at: str, is_listed: bool) -> None:
    assert bool(list_board(tmp_path, at)) == is_listed


def test_a_last_call_is_no_departure(tmp_path: Path) -> None:
    assert list_board(tmp_path, "2026-06-01 08:00", stop="D") == []


def test_nobody_boards_where_pickup_type_is_one(tmp_path: Path) -> None:
    files = {
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type
        T,8:00:00,8:00:00,A,1,0
        T,8:10:00,8:11:00,B,2,1
        T,8:20:00,8:20:00,C,3,0
        """
    }
    assert list_board(tmp_path, "2026-06-01 08:00", files=files) == []


def test_a_station_shows_all_its_platforms(tmp_path: Path) -> None:
    files = {
        "trips.txt": "route_id,service_id,trip_id\nR,daily,T\nR,daily,U",
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,8:10:00,8:11:00,B,2
        T,8:20:00,8:20:00,C,3
        U,8:05:00,8:05:00,B2,1
        U,8:20:00,8:20:00,C,2
        """,
    }
    assert list_board(tmp_path, "2026-06-01 08:00", stop="station", files=files) == [
        "U B2 08:05 - running timetable",
        "T B 08:11 - running timetable",
    ]


def test_a_trip_past_midnight_belongs_to_the_day_before(tmp_path: Path) -> None:
    files = {
        "calendar.txt": "",
        "calendar_dates.txt": "service_id,date,exception_type\ndaily,20260601,1",
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T, 49:00:00, 49:00:00,B,1
        T, 49:30:00, 49:30:00,C,2
        """,
    }
    assert list_board(tmp_path, "2026-06-03 00:30", files=files) == ["T B 01:00 - running timetable"]


@pytest.mark.parametrize(("day", "clock"), [("2026-03-29", "00:00"), ("2026-10-25", "02:00"), ("2026-06-01", "01:00")])
def test_times_count_from_noon_minus_twelve_hours(tmp_path: Path, day: str, clock: str) -> None:
    """1:00:00 comes at midnight on the short day of spring, and at two on the long day of autumn."""
    assert open_text_plan(tmp_path).to_instant(date.fromisoformat(day), 3600) == to_posix(f"{day} {clock}")


def test_times_on_a_short_day_agree_with_published_instants(tmp_path: Path) -> None:
    """The instants that mrcagney/gtfs_kit#8 gives for 00:30:00 and 06:30:00 in Berlin on 2021-03-28."""
    agency = "agency_id,agency_name,agency_url,agency_timezone\nX,Agency,https://example.org,Europe/Berlin"
    plan = open_text_plan(tmp_path, {"agency.txt": agency})
    instants = [plan.to_instant(date(2021, 3, 28), seconds) for seconds in (1_800, 23_400)]
    assert instants == [1_616_884_200, 1_616_905_800]


def test_an_exception_beats_the_weekday(tmp_path: Path) -> None:
    files = {"calendar_dates.txt": "service_id,date,exception_type\ndaily,20260601,2"}
    assert list_board(tmp_path, "2026-06-01 08:00", files=files) == []


def test_an_exact_frequency_makes_a_departure_for_each_start(tmp_path: Path) -> None:
    files = {
        "frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\nT,10:00:00,11:00:00,1200,1",
    }
    assert list_board(tmp_path, "2026-06-01 10:00", files=files) == [
        "T B 10:11 - running timetable",
        "T B 10:31 - running timetable",
        "T B 10:51 - running timetable",
    ]


def test_a_headway_is_listed_without_clock_times(tmp_path: Path) -> None:
    files = {"frequencies.txt": "trip_id,start_time,end_time,headway_secs\nT,08:00:00,11:00:00,1200"}
    assert list_board(tmp_path, "2026-06-01 08:00", files=files) == ["T B - - running frequency"]


def test_a_row_without_times_lies_between_its_neighbours(tmp_path: Path) -> None:
    files = {
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,8:00:00,8:00:00,A,1
        T,,,B,2
        T,,,C,3
        T,8:30:00,8:30:00,D,4
        """
    }
    assert list_board(tmp_path, "2026-06-01 08:00", files=files) == ["T B 08:10 - running timetable"]


@pytest.mark.parametrize(
    ("age_s", "certainty"),
    [(-120, "live"), (90, "live"), (91, "ageing"), (180, "ageing"), (181, "lost"), (1800, "lost")],
)
def test_a_prediction_grows_old_with_its_feed(tmp_path: Path, age_s: int, certainty: str) -> None:
    header = to_posix("2026-06-01 08:00") - age_s
    realtime = make_updates(header=header, entities=[update("T", stop(1, departure={"delay": 60}))])
    assert list_board(tmp_path, "2026-06-01 08:00", realtime=realtime) == [f"T B 08:11 08:12 running {certainty}"]


@pytest.mark.parametrize("age_s", [-121, 1801])
def test_a_feed_too_old_or_from_the_future_is_not_used(tmp_path: Path, age_s: int) -> None:
    header = to_posix("2026-06-01 08:00") - age_s
    realtime = make_updates(header=header, entities=[update("T", schedule_relationship="CANCELED")])
    assert list_board(tmp_path, "2026-06-01 08:00", realtime=realtime) == ["T B 08:11 - running timetable"]


def test_a_prediction_is_as_old_as_the_older_of_its_own_time_and_the_feeds(tmp_path: Path) -> None:
    now = to_posix("2026-06-01 08:00")
    entities = [update("T", stop(1, departure={"delay": 60}), timestamp=now - 100)]
    realtime = make_updates(header=now, entities=entities)
    assert list_board(tmp_path, "2026-06-01 08:00", realtime=realtime) == ["T B 08:11 08:12 running ageing"]


def test_a_feed_without_a_time_of_its_own_counts_as_fetched_now(tmp_path: Path) -> None:
    realtime = make_updates(header=0, entities=[update("T", stop(1, departure={"delay": 0}), start_date="20260601")])
    assert list_board(tmp_path, "2026-06-01 08:00", realtime=realtime) == ["T B 08:11 08:11 running live"]
