"""A day divided into hours and minutes."""

import random
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.timetable.day_plan import (
    MOST_MEMBERS,
    PlannedStart,
    divide,
    list_parts,
    parse_span,
    plan_route,
    plan_stop,
    to_hour,
    to_whole_day,
)
from tests.feedtext import open_text_feed


@pytest.mark.parametrize(
    ("text", "seconds"), [("00", 0), ("08", 28_800), ("25", 90_000), ("08:15", 29_700), ("100", 360_000)]
)
def test_an_hour_and_a_minute_have_one_spelling(text: str, seconds: int) -> None:
    span = parse_span(text)
    assert span is not None
    assert (span.name, span.from_s) == (text, seconds)


@pytest.mark.parametrize(
    "text", ["", "8", "008", "08:5", "08:60", "8:15", " 08", "08 ", "-1", "1000", "٠٨", "08:15:00"]
)
def test_any_other_text_is_neither(text: str) -> None:
    assert parse_span(text) is None


def make_starts(seed: int, count: int) -> list[PlannedStart]:
    """Make single journeys, and such as come again and again for a while."""
    chosen = random.Random(seed)
    starts: list[PlannedStart] = []
    for _ in range(count):
        leaves, lasts = chosen.randrange(3600), chosen.choice((0, 0, chosen.randrange(1, 5000)))
        trip = TripId(f"t{chosen.randrange(2 * count)}")
        starts.append(PlannedStart(trip, None, leaves, leaves + lasts if lasts else None, 600 if lasts else None))
    return starts


@given(st.integers(0, 2**32), st.integers(1, 400))
def test_each_part_counts_what_it_holds_and_only_that(seed: int, size: int) -> None:
    starts = make_starts(seed, size)
    hour = to_hour(0)
    plan = divide(starts, hour)
    different = {
        (one.trip, one.start_s, one.headway_s and one.leaves_s): one
        for one in sorted(starts, key=lambda one: -one.leaves_s)
    }
    if len(different) <= MOST_MEMBERS:
        assert len(plan.starts) == plan.count == len(different)
        return
    held = {
        part.name: sum(part.holds(one.leaves_s, one.until_s) for one in different.values()) for part in list_parts(hour)
    }
    assert {part.name: count for part, count in plan.parts} == {name: count for name, count in held.items() if count}
    assert plan.count == len(different)


def test_the_parts_of_a_day_and_of_an_hour_leave_no_second_out(tmp_path: Path) -> None:
    rows = (
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt,23:50:00,23:50:00,a,1\nt,26:10:00,26:10:00,b,2\n"
    )
    day = to_whole_day(open_text_feed(tmp_path, {"stop_times.txt": rows}))
    for whole in (day, to_hour(26)):
        edges = [(part.from_s, part.to_s + 1) for part in list_parts(whole)]
        assert edges[0][0] == whole.from_s
        assert edges[-1][1] >= whole.to_s + 1
        assert [end for _, end in edges[:-1]] == [begin for begin, _ in edges[1:]]


def test_a_journey_that_calls_twice_is_one_journey(tmp_path: Path) -> None:
    rows = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + "".join(
        f"loop,08:{10 * n:02d}:00,08:{10 * n:02d}:00,{stop},{n + 1}\n" for n, stop in enumerate("aba")
    )
    store = open_text_feed(tmp_path, {"stop_times.txt": rows})
    day = date(2026, 11, 30)
    (one,) = plan_stop(store, StopId("a"), day, to_whole_day(store)).starts
    assert (one.trip, one.leaves_s) == ("loop", 28_800)
    assert plan_route(store, RouteId("R"), day, to_whole_day(store)).count == 1
