"""Instants and minutes on the wire."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.contract.times import to_clock_text, to_minutes, to_wire_time

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "minutes"),
    [
        (-3600, None),
        (-61, None),
        (-60, 0),
        (0, 0),
        (30, 0),
        (31, 1),
        (59, 1),
        (119, 1),
        (120, 2),
        (179.9, 2),
        (3600, 60),
    ],
)
def test_minutes_are_rounded_down_and_never_negative(seconds: float, minutes: int | None) -> None:
    assert to_minutes(NOW + timedelta(seconds=seconds), NOW) == minutes


@given(st.floats(-1e7, 1e7))
def test_no_instant_gives_negative_minutes_or_more_than_there_are(seconds: float) -> None:
    minutes = to_minutes(NOW + timedelta(seconds=seconds), NOW)
    assert minutes is None or 0 <= minutes <= max(1, seconds / 60)


def test_no_time_gives_no_minutes() -> None:
    assert to_minutes(None, NOW) is None


def test_a_time_carries_the_offset_of_the_feeds_zone() -> None:
    assert to_wire_time(NOW, ZoneInfo("Europe/Kyiv")) == "2026-11-30T10:00:00+02:00"


def test_both_hours_of_an_autumn_night_stay_apart() -> None:
    zone = ZoneInfo("Europe/Kyiv")
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert to_wire_time(first, zone) == "2026-10-25T03:30:00+03:00"
    assert to_wire_time(first + timedelta(hours=1), zone) == "2026-10-25T03:30:00+02:00"


def test_a_run_past_midnight_keeps_its_service_days_hours() -> None:
    assert to_clock_text(25 * 3600 + 61) == "25:01:01"
