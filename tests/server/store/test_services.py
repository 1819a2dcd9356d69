"""Which services run on which day."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.feedtext import open_text_feed

HEADER = "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"


def test_weekdays_and_range_decide(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path, {"calendar.txt": HEADER + "WD,1,1,1,1,1,0,0,20260302,20260313\nWE,0,0,0,0,0,1,1,20260302,20260313"}
    )

    days = [date(2026, 3, day) for day in (1, 2, 6, 7, 8, 13, 14)]

    assert [set(store.services_on(day)) for day in days] == [set(), {"WD"}, {"WD"}, {"WE"}, {"WE"}, {"WD"}, set()]
    assert (store.info.first_day, store.info.last_day) == (date(2026, 3, 2), date(2026, 3, 13))


def test_exceptions_add_and_remove(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "calendar.txt": HEADER + "WD,1,1,1,1,1,0,0,20260302,20260313\nWE,0,0,0,0,0,1,1,20260302,20260313",
            "calendar_dates.txt": "service_id,date,exception_type\nWD,20260304,2\nWE,20260304,1\nWE,20260401,1",
        },
    )

    days = [date(2026, 3, 3), date(2026, 3, 4), date(2026, 3, 5), date(2026, 3, 31), date(2026, 4, 1), date(2026, 4, 2)]

    assert [set(store.services_on(day)) for day in days] == [{"WD"}, {"WE"}, {"WD"}, set(), {"WE"}, set()]
    assert store.info.last_day == date(2026, 4, 1)


def test_dates_alone_are_a_calendar(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path, {"calendar_dates.txt": "service_id,date,exception_type\nX,20260304,1\nX,20260306,1\nY,20260304,2"}
    )

    days = [date(2026, 3, day) for day in range(3, 8)]

    assert [set(store.services_on(day)) for day in days] == [set(), {"X"}, set(), {"X"}, set()]


def test_a_calendar_of_centuries_is_no_burden(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, {"calendar.txt": HEADER + "X,1,1,1,1,1,1,1,00010101,99991231"})

    assert set(store.services_on(date(1, 1, 1))) == {"X"}
    assert set(store.services_on(date(9999, 12, 31))) == {"X"}
    assert store.path.stat().st_size < 300_000


DAYS = st.dates(date(2026, 1, 1), date(2026, 2, 28))
RANGES = st.lists(st.tuples(st.lists(st.booleans(), min_size=7, max_size=7), DAYS, DAYS), max_size=4)
EXCEPTIONS = st.dictionaries(st.tuples(st.integers(0, 5), DAYS), st.booleans(), max_size=8)


@settings(max_examples=30, deadline=None)
@given(ranges=RANGES, exceptions=EXCEPTIONS)
def test_every_day_is_as_the_two_files_say(
    tmp_path_factory: pytest.TempPathFactory,
    ranges: list[tuple[list[bool], date, date]],
    exceptions: dict[tuple[int, date], bool],
) -> None:
    rows = "\n".join(
        f"s{number},{','.join(str(int(day)) for day in days)},{first:%Y%m%d},{last:%Y%m%d}"
        for number, (days, first, last) in enumerate(ranges)
    )
    added = "\n".join(
        f"s{number},{day:%Y%m%d},{1 if is_added else 2}" for (number, day), is_added in exceptions.items()
    )
    store = open_text_feed(
        tmp_path_factory.mktemp("feed"),
        {"calendar.txt": HEADER + rows, "calendar_dates.txt": f"service_id,date,exception_type\n{added}"},
    )

    for offset in range(-3, 64):
        day = date(2026, 1, 1) + timedelta(days=offset)
        assert store.services_on(day) == _work_out(day, ranges, exceptions), day
    store.close()


def _work_out(
    day: date, ranges: list[tuple[list[bool], date, date]], exceptions: dict[tuple[int, date], bool]
) -> frozenset[str]:
    running = {
        f"s{number}"
        for number, (days, first, last) in enumerate(ranges)
        if first <= day <= last and days[day.weekday()]
    }
    for (number, other), is_added in exceptions.items():
        if other == day:
            running = running | {f"s{number}"} if is_added else running - {f"s{number}"}
    return frozenset(running)
