"""Service days on ordinary days, on both clock-change days, and far past midnight."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.domain.service_day import (
    list_service_days,
    parse_service_day,
    to_day_start,
    to_instant,
    to_service_seconds,
)

BERLIN = ZoneInfo("Europe/Berlin")
KYIV = ZoneInfo("Europe/Kyiv")


@pytest.mark.parametrize(
    ("day", "seconds", "posix"),
    [
        (date(2021, 3, 28), 1800, 1616884200),  # mrcagney/gtfs_kit issue 8: clocks go forward
        (date(2021, 3, 28), 23400, 1616905800),
        (date(2021, 10, 31), 1800, 1635636600),  # clocks go back: counted from 01:00 summer time
        (date(2021, 6, 1), 0, 1622498400),
        (date(2021, 6, 1), 86400 + 5400, 1622590200),  # 25:30 is tomorrow at 01:30
    ],
)
def test_times_count_from_noon_minus_twelve_hours(day: date, seconds: int, posix: int) -> None:
    assert int(to_instant(day, seconds, BERLIN).timestamp()) == posix


def test_an_instant_goes_back_to_the_time_it_came_from_on_clock_change_days() -> None:
    for day in (date(2026, 3, 29), date(2026, 10, 25)):
        instant = to_instant(day, 27 * 3600, KYIV)
        assert to_service_seconds(instant, day, KYIV) == 27 * 3600


def test_a_feed_with_times_over_two_days_is_looked_back_on_three_days() -> None:
    start = datetime(2026, 11, 4, 1, 0, tzinfo=KYIV)
    days = list_service_days(start, start.replace(hour=2), 52 * 3600, KYIV)
    assert days == (date(2026, 11, 2), date(2026, 11, 3), date(2026, 11, 4))


def test_yesterday_is_left_out_when_no_time_reaches_past_midnight() -> None:
    start = datetime(2026, 11, 4, 10, 0, tzinfo=KYIV)
    assert list_service_days(start, start.replace(hour=11), 23 * 3600, KYIV) == (date(2026, 11, 4),)


@given(st.dates(date(2000, 1, 1), date(2035, 1, 1)), st.integers(0, 60 * 3600))
def test_every_time_has_a_service_day_that_reaches_it(day: date, seconds: int) -> None:
    instant = to_instant(day, seconds, BERLIN)
    assert day in list_service_days(instant, instant, 60 * 3600, BERLIN)


@given(st.dates(date(2000, 1, 1), date(2035, 1, 1)))
def test_a_service_day_starts_within_an_hour_of_midnight(day: date) -> None:
    midnight = datetime(day.year, day.month, day.day, tzinfo=BERLIN).astimezone(UTC)
    assert abs((to_day_start(day, BERLIN) - midnight).total_seconds()) <= 3600


@pytest.mark.parametrize("text", ["2026113", "2026-11-3", "20261301", "", "２０２６１１３０"])
def test_a_malformed_date_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_service_day(text)
