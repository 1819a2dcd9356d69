"""A board of another time of day: the window begins there, and live data counts as far as it reaches."""

import pytest

from stopbell_server.world import World
from tests.asking import Asked, ask
from tests.town import list_live, with_live

FIRST = {"stop": "b1", "limit": 20}


def at(town: World, time: str, **arguments: object) -> Asked:
    return ask(town, "get_arrivals", **{**FIRST, "time": time, **arguments})


def test_the_window_begins_at_the_time_that_was_asked_for(town: World) -> None:
    asked = at(town, "12:30")
    assert asked.data["windowStart"] == "2026-11-30T12:30:00+02:00"
    assert asked.data["now"] == "2026-11-30T12:00:00+02:00"
    assert all(call["scheduledDeparture"] >= "2026-11-30T12:30" for call in asked.data["arrivals"])


def test_an_empty_window_is_told_by_the_clock(town: World) -> None:
    assert "no departures between 03:00 and 04:00" in at(town, "03:00").text


def test_calls_of_another_time_are_not_said_to_lack_live_times_now(town: World) -> None:
    asked = at(town, "2026-12-01T12:00")
    assert asked.data["arrivals"]
    assert "No live times" not in asked.text
    assert "timetable tomorrow, 12:" in asked.text


def test_live_data_counts_as_far_as_it_reaches(town: World) -> None:
    live = with_live(town, list_live())
    now = {call["tripId"]: call["certainty"] for call in ask(live, "get_arrivals", **FIRST).data["arrivals"]}
    soon = at(live, "12:02").data["arrivals"]
    assert soon
    assert all(now[call["tripId"]] == call["certainty"] for call in soon if call["tripId"] in now)


@pytest.mark.parametrize("time", ["noon", "25:00", "2026-13-01T10:00", "0001-01-01T00:00"])
def test_what_is_no_time_is_refused_with_the_forms(town: World, time: str) -> None:
    asked = at(town, time)
    assert asked.status["code"] == "bad-argument"
    assert "HH:MM" in asked.status["remedy"]


def test_the_next_page_goes_on_from_the_same_time(town: World) -> None:
    whole = at(town, "12:00").data["arrivals"]
    first = at(town, "12:00", limit=1)
    second = at(town, "12:00", limit=20, cursor=first.data["nextCursor"])
    assert [*first.data["arrivals"], *second.data["arrivals"]] == whole
