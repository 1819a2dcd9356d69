"""The spans between two fetches."""

import pytest

from stopbell_server.feeds.refresh import Pace

PACE = Pace(interval_s=30, longest_s=300)


@pytest.mark.parametrize(("drawn", "wait_s"), [(0.0, 27), (0.5, 30), (1.0, 33)])
def test_a_source_that_works_is_asked_about_every_interval(drawn: float, wait_s: float) -> None:
    assert PACE.find_wait(0, None, lambda: drawn) == pytest.approx(wait_s)


@pytest.mark.parametrize(("failures", "longest_s"), [(1, 60), (2, 120), (3, 240), (4, 300), (1000, 300)])
def test_failures_widen_the_span_that_chance_is_drawn_from(failures: int, longest_s: float) -> None:
    draws = iter((0.0, 0.5, 1.0))
    waits = [PACE.find_wait(failures, None, lambda: next(draws)) for _ in range(3)]
    assert waits == [1, longest_s / 2, longest_s]


def test_the_server_decides_the_least_wait() -> None:
    assert PACE.find_wait(1, 900, lambda: 0.5) == 900
    assert PACE.find_wait(1, 5, lambda: 0.5) == 30
