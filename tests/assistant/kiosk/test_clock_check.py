"""A wrong clock is noticed, and a right one is not doubted."""

from datetime import UTC, datetime, timedelta

from stopbell.kiosk.clock_check import ClockCheck, FeedTime

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def live(age: timedelta, state: str = "live", at: datetime = NOON) -> FeedTime:
    return FeedTime(state, at - age)


def test_a_clock_that_lost_its_time_in_a_power_cut_is_behind_what_is_known_to_be_past() -> None:
    check = ClockCheck(NOON)
    assert check.judge(NOON - timedelta(days=300), None) == "behind"
    assert check.judge(NOON - 3 * MINUTE, None) == "behind"
    assert check.judge(NOON - MINUTE, None) is None


def test_a_clock_that_was_set_meanwhile_is_believed_again() -> None:
    check = ClockCheck(NOON)
    assert check.judge(NOON - timedelta(days=1), None) == "behind"
    assert check.judge(NOON + MINUTE, live(MINUTE / 2, at=NOON + MINUTE)) is None


def test_a_feed_from_the_future_speaks_against_the_clock() -> None:
    assert ClockCheck(None).judge(NOON, live(-10 * MINUTE, "future")) == "feed-ahead"


def test_live_data_that_goes_on_and_is_hours_old_speaks_against_the_clock() -> None:
    check = ClockCheck(None)
    late = timedelta(hours=3)
    assert check.judge(NOON, live(late, "lost")) is None
    later = NOON + MINUTE
    assert check.judge(later, live(late, "lost", later)) == "feed-behind"


def test_a_feed_that_has_stopped_is_lost_and_no_reason_to_doubt_the_clock() -> None:
    check, made = ClockCheck(None), FeedTime("lost", NOON)
    assert [check.judge(NOON + n * 10 * MINUTE, made) for n in range(60)] == [None] * 60


def test_a_feed_that_comes_back_after_a_night_is_no_reason_either() -> None:
    check = ClockCheck(None)
    assert check.judge(NOON, FeedTime("lost", NOON - timedelta(hours=8))) is None
    assert check.judge(NOON + MINUTE, FeedTime("live", NOON + MINUTE)) is None
    assert check.judge(NOON + 2 * MINUTE, FeedTime("live", NOON + 2 * MINUTE)) is None


def test_without_live_data_nothing_is_held_against_the_clock() -> None:
    assert ClockCheck(None).judge(NOON, FeedTime("absent", None)) is None
