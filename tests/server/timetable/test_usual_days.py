"""Which date stands for a kind of day where calendars differ from week to week."""

from datetime import date
from pathlib import Path

import pytest

from stopbell_server.domain.day_kinds import DayKind
from stopbell_server.store.read import SqliteStore
from stopbell_server.timetable.usual_days import choose_usual_days, list_compared_days
from tests.feedtext import open_text_feed

WEEK = """
    service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
    week,1,1,1,1,1,0,0,20260101,20261231
    end,0,0,0,0,0,1,1,20260101,20261231
    """
CALLS = """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence
    w,08:00:00,08:00:00,a,1
    w,09:00:00,09:00:00,b,2
    e,10:00:00,10:00:00,a,1
    e,11:00:00,11:00:00,b,2
    x,08:00:00,08:00:00,a,1
    x,09:00:00,09:00:00,b,2
    """
TRIPS = "route_id,service_id,trip_id\nR,week,w\nR,end,e\nR,extra,x"
MONDAY = date(2026, 11, 30)


def open_week(tmp_path: Path, exceptions: str = "", **files: str) -> SqliteStore:
    texts = {"calendar.txt": WEEK, "stop_times.txt": CALLS, "trips.txt": TRIPS}
    dates = f"service_id,date,exception_type\n{exceptions}"
    return open_text_feed(
        tmp_path, {**texts, "calendar_dates.txt": dates, **{f"{name}.txt": text for name, text in files.items()}}
    )


def choose(store: SqliteStore, kind: DayKind, today: date = MONDAY) -> list[tuple[str, date, int, tuple[date, ...]]]:
    return [
        (one.kind.value, one.day, len(one.compared), one.others)
        for one in choose_usual_days(store, store.list_routes(), kind, today)
    ]


def test_a_holiday_today_does_not_stand_for_workdays(tmp_path: Path) -> None:
    store = open_week(tmp_path, "week,20261130,2\nend,20261130,1\n")
    assert choose(store, DayKind.WORKDAY) == [("workday", date(2026, 12, 1), 20, (MONDAY,))]


def test_another_service_with_the_same_times_is_the_same_timetable(tmp_path: Path) -> None:
    store = open_week(tmp_path, "week,20261201,2\nextra,20261201,1\n")
    assert choose(store, DayKind.WORKDAY) == [("workday", MONDAY, 20, ())]


def test_a_day_on_which_a_trip_more_runs_is_another_timetable(tmp_path: Path) -> None:
    store = open_week(tmp_path, "extra,20261201,1\n")
    assert choose(store, DayKind.WORKDAY) == [("workday", MONDAY, 20, (date(2026, 12, 1),))]


def test_a_weekend_is_one_where_both_days_are_alike(tmp_path: Path) -> None:
    assert choose(open_week(tmp_path), DayKind.WEEKEND) == [("weekend", date(2026, 12, 5), 8, ())]


def test_a_weekend_is_two_days_where_they_differ(tmp_path: Path) -> None:
    week = WEEK.replace("0,0,0,0,0,1,1", "0,0,0,0,0,1,0")
    assert choose(open_week(tmp_path, calendar=week), DayKind.WEEKEND) == [
        ("saturday", date(2026, 12, 5), 4, ()),
        ("sunday", date(2026, 12, 6), 4, ()),
    ]


def test_near_the_end_of_the_timetable_its_last_four_weeks_are_compared(tmp_path: Path) -> None:
    store = open_week(tmp_path)
    days = list_compared_days(store, date(2026, 12, 29))
    assert (days[0], days[-1], len(days)) == (date(2026, 12, 4), date(2026, 12, 31), 28)
    assert choose(store, DayKind.SUNDAY, date(2026, 12, 29))[0][1] == date(2026, 12, 27)


@pytest.mark.parametrize(("kind", "found"), [(DayKind.SUNDAY, 0), (DayKind.WORKDAY, 1)])
def test_a_kind_that_the_timetable_has_no_day_of_has_none(tmp_path: Path, kind: DayKind, found: int) -> None:
    week = WEEK.replace("20260101,20261231", "20261201,20261203")
    assert len(choose(open_week(tmp_path, calendar=week), kind)) == found
