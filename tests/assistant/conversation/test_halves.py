"""Half past five: the one that comes next by the rider's clock, in the zone of the stop."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stopbell.announcer.event import Event
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.halves import settle_time
from stopbell.conversation.profile import ProfileStore
from stopbell_server.contract.codes import Code
from tests.assistant.faketools import answer_board, refuse_always
from tests.assistant.talking import KNOWN, TestClock, make_tools, open_talk, say

AT_OAK = "departures from Oak Street"


def at(hour: int, minute: int = 0) -> TestClock:
    """A clock at a time of day of the fake city, which is two hours before UTC."""
    return TestClock(datetime(2026, 11, 30, hour - 2, minute, tzinfo=UTC))


@pytest.mark.parametrize(
    ("said", "hour", "time"),
    [
        ("get me to Leith by half past five", 16, "17:30"),
        ("get me to Leith by half past five", 18, "05:30"),
        ("get me to Leith by half past five", 4, "05:30"),
        ("get me to Leith by half past five in the morning", 16, "05:30"),
        ("get me to Leith by half past five in the afternoon", 18, "17:30"),
        ("get me to Leith by half past five this evening", 4, "17:30"),
        ("get me to Leith by half past five pm", 4, "17:30"),
        ("get me to Leith by half past twelve", 10, "12:30"),
        ("get me to Leith by half past twelve", 20, "00:30"),
        ("get me to Leith by 5:30", 16, "17:30"),
        ("get me to Leith by 05:30", 16, "05:30"),
        ("get me to Leith tomorrow by half past five", 16, "2026-12-01T05:30"),
        ("get me to Leith tomorrow by half past twelve", 16, "2026-12-01T12:30"),
        ("get me to Leith tomorrow evening by half past five", 16, "2026-12-01T17:30"),
        ("bring mich bis halb sechs nach Mitte", 16, "17:30"),
        ("bring mich bis 5:30 nach Mitte", 16, "05:30"),
        ("я хочу на вокзал до пів на шосту", 16, "17:30"),
        ("我要五点半之前到火车站", 16, "17:30"),
    ],
)
def test_a_trip_is_planned_for_the_half_that_comes_next(said: str, hour: int, time: str) -> None:
    tools = make_tools(plan_trip=refuse_always(Code.NO_FEED))
    say(AT_OAK, said, tools=tools, clock=at(hour))
    given = tools.arguments("plan_trip")[-1]
    assert (given["time"], given["arrive_by"]) == (time, True)


@pytest.mark.parametrize(
    ("said", "hour", "time"),
    [
        ("next bus at half past five", 16, "17:30"),
        ("next bus at half past five", 18, "17:30"),
        ("next bus at half past five", 19, "2026-12-01T05:30"),
        ("next bus at half past five", 4, "05:30"),
        ("next bus tomorrow at seven", 9, "2026-12-01T07:00"),
        ("is there a tram after half eleven at night", 9, "23:30"),
        ("next tram at noon", 9, "12:00"),
    ],
)
def test_a_board_is_of_the_half_that_comes_next_or_was_just_now(said: str, hour: int, time: str) -> None:
    tools = make_tools()
    say(AT_OAK, said, tools=tools, clock=at(hour))
    assert tools.arguments("get_arrivals")[-1]["time"] == time


def test_the_half_is_that_of_the_stop_and_not_of_this_machine() -> None:
    # It is 17:45 at the stop, and 15:45 where the machine is taken to be.
    tools = make_tools(plan_trip=refuse_always(Code.NO_FEED), get_arrivals=answer_board())
    say("get me from Oak Street to Leith by half past five", tools=tools, clock=at(17, 45))
    assert tools.arguments("plan_trip")[-1]["time"] == "05:30"


@pytest.mark.parametrize(
    ("when", "hour", "clock"),
    [
        (None, 16, "19:15"),
        (None, 20, "07:15"),
        ("today", 20, "07:15"),
        ("morning", 16, "07:15"),
        ("tonight", 6, "19:15"),
        ("tomorrow", 16, "07:15"),
        ("saturday", 16, "07:15"),
        ("weekdays", 16, "19:15"),
    ],
)
def test_what_is_said_of_the_day_settles_the_half(when: str | None, hour: int, clock: str) -> None:
    slots = {"time": "07:15", "half": "either", **({"when": when} if when else {})}
    now = datetime(2026, 11, 30, hour, tzinfo=UTC)
    assert settle_time(Intent("next_arrivals", slots, "en"), now) == clock


@pytest.mark.parametrize(("time", "when", "clock"), [("12:15", "tonight", "00:15"), ("12:15", "tomorrow", "12:15")])
def test_twelve_is_midnight_tonight_and_noon_tomorrow(time: str, when: str, clock: str) -> None:
    slots = {"time": time, "half": "either", "when": when}
    assert settle_time(Intent("next_arrivals", slots, "en"), datetime(2026, 11, 30, 16, tzinfo=UTC)) == clock


def test_a_time_whose_half_is_known_stays_as_it_was_said() -> None:
    now = datetime(2026, 11, 30, 16, tzinfo=UTC)
    assert settle_time(Intent("plan_trip", {"time": "07:15"}, "en"), now) == "07:15"
    assert settle_time(Intent("plan_trip", {}, "en"), now) is None


def test_another_time_by_itself_is_of_what_was_told_last() -> None:
    trip = "get me to Leith by half past five"
    tools = make_tools(plan_trip=refuse_always(Code.NO_FEED))
    say(AT_OAK, trip, "and at half past six?", tools=tools, clock=at(16))
    assert [(one["time"], one["arrive_by"]) for one in tools.arguments("plan_trip")] == [
        ("17:30", True),
        ("18:30", True),
    ]
    tools = make_tools(plan_trip=refuse_always(Code.NO_FEED))
    say(trip, "departures of the 10A from Oak Street", "and at half past six?", tools=tools, clock=at(16))
    assert tools.arguments("get_arrivals")[-1]["time"] == "18:30"
    assert tools.arguments("get_arrivals")[-1]["route"] == "10A"


def test_a_half_that_was_taken_can_be_corrected() -> None:
    tools = make_tools(plan_trip=refuse_always(Code.NO_FEED))
    correction = "no, half past five in the morning"
    say(AT_OAK, "get me to Leith by half past five", correction, tools=tools, clock=at(16))
    assert [(one["time"], one["arrive_by"]) for one in tools.arguments("plan_trip")] == [
        ("17:30", True),
        ("05:30", True),
    ]


def test_a_usual_vehicle_is_watched_around_its_time_in_that_half(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path / "profile.json")
    store.save(KNOWN)
    talk = open_talk(clock=at(16), store=store)

    async def play() -> None:
        async with talk.watches.running(list[Event]().append):
            for text in (AT_OAK, "tell me if the half past five 10A is cancelled"):
                await talk.hear(text)

    asyncio.run(play())
    assert [(plan.begins, plan.ends) for plan in store.load().plans] == [("17:15", "17:45")]
