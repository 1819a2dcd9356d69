"""The simulation over loopback HTTP."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import httpx
import pytest

from stopbell_server.demonstration.scenario import read_scenario
from stopbell_server.domain.clock import FrozenClock
from stopbell_server.domain.store import Store
from stopbell_server.feeds.realtime import decode
from stopbell_server.feeds.simulator.serving import ServedFeed, serve
from stopbell_server.feeds.simulator.simulator import Simulator

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)


class SettableClock(FrozenClock):
    """Stands at an instant until another is set."""

    def move(self, instant: datetime) -> None:
        object.__setattr__(self, "instant", instant)


@contextmanager
def serve_city(city: Store, clock: FrozenClock) -> Generator[ServedFeed]:
    simulator = Simulator(city, read_scenario(7))
    with serve(lambda: simulator, clock) as served:
        yield served


def test_all_three_parts_are_served_with_the_clock_s_time(city: Store) -> None:
    with serve_city(city, FrozenClock(NOON)) as served:
        parts = [decode(httpx.get(url).content) for url in served.urls]

    assert [part.kind for part in parts] == ["updates", "vehicles", "alerts"]
    assert {part.header_time for part in parts} == {NOON}


def test_only_this_machine_can_reach_it(city: Store) -> None:
    with serve_city(city, FrozenClock(NOON)) as served:
        assert {urlsplit(url).hostname for url in served.urls} == {"127.0.0.1"}


def test_the_type_and_length_are_told(city: Store) -> None:
    with serve_city(city, FrozenClock(NOON)) as served:
        whole, head = httpx.get(served.urls[0]), httpx.head(served.urls[0])

    assert whole.headers["content-type"] == "application/x-protobuf"
    assert head.headers["content-length"] == whole.headers["content-length"] == str(len(whole.content))
    assert head.content == b""


def test_what_has_not_changed_is_not_sent_again(city: Store) -> None:
    with serve_city(city, FrozenClock(NOON)) as served:
        first = httpx.get(served.urls[0])
        second = httpx.get(served.urls[0], headers={"If-None-Match": first.headers["etag"]})

    assert (second.status_code, second.content) == (304, b"")


def test_it_moves_on_with_the_clock(city: Store) -> None:
    clock = SettableClock(NOON)
    with serve_city(city, clock) as served:
        first = httpx.get(served.urls[0])
        clock.move(NOON + timedelta(seconds=10))
        second = httpx.get(served.urls[0], headers={"If-None-Match": first.headers["etag"]})

    assert second.status_code == 200
    assert decode(second.content).header_time == NOON + timedelta(seconds=10)


def test_before_there_is_a_timetable_it_says_that_it_is_not_ready(city: Store) -> None:
    with serve(lambda: None, FrozenClock(NOON)) as served:
        assert httpx.get(served.urls[0]).status_code == 503


def test_other_paths_are_not_found(city: Store) -> None:
    with serve_city(city, FrozenClock(NOON)) as served:
        assert httpx.get(served.urls[0] + "/../alerts.txt").status_code == 404


def test_nothing_answers_after_it_has_stopped(city: Store) -> None:
    with serve_city(city, FrozenClock(NOON)) as served:
        pass

    with pytest.raises(httpx.ConnectError):
        httpx.get(served.urls[0])


def test_two_simulations_stand_side_by_side(city: Store) -> None:
    with serve_city(city, FrozenClock(NOON)) as one, serve_city(city, FrozenClock(NOON)) as other:
        assert set(one.urls).isdisjoint(other.urls)
        assert httpx.get(one.urls[0]).content == httpx.get(other.urls[0]).content
