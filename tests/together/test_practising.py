"""A trip practised at home: what a real ride tells, by the real server's plan, in less time and marked as practice."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from stopbell.announcer.event import Event
from stopbell.conversation.practising.rehearsal import LONGEST_S, SHORTEST_S, Rehearsal
from stopbell.conversation.practising.script import Step
from stopbell.conversation.watching.lookout import Lookout
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.world import World
from tests.assistant.faketools import BOOKS
from tests.assistant.talking import TestClock, hear, list_written, make_tools, open_talk
from tests.together.test_conversation import has_line, talk
from tests.town import open_town

EIGHT = datetime(2026, 11, 30, 8, tzinfo=UTC)


@pytest.fixture
def town(tmp_path: Path) -> World:
    """Give the town with its live feed."""
    return open_town(tmp_path)


def test_what_would_be_heard_on_the_way_is_told_in_order_and_called_practice(town: World) -> None:
    (reply,) = talk(town, "let me practise the trip from Bridge Street to Lake")
    told = list_written(reply)
    assert told[0] == "This is practice: nothing of it is happening now, and do not set out by it."
    assert has_line(reply, "10А to Озеро", "at 12:08, live"), "the way is told as it is practised"
    steps = [line for line in told if line.startswith("Practice:")]
    assert [line.removeprefix("Practice: ") for line in steps] == [
        "You wait at Bridge Street.",
        "10А to Озеро, 6 minutes, live, not wheelchair accessible.",
        "10А to Озеро, 5 minutes, live, not wheelchair accessible.",
        "10А to Озеро, 2 minutes, live, not wheelchair accessible.",
        "10А to Озеро, 1 minute, live, not wheelchair accessible.",
        "10А to Озеро, arriving now, live, not wheelchair accessible.",
        "10А to Озеро: at the stop now.",
        "You are on board. 2 stops, get off at Lake.",
        "Next stop Lake, yours. Press the button.",
        "Lake. Get off here.",
    ]
    assert told[-1] == "That was the practice."


def test_nothing_is_asked_of_the_server_but_the_plan_its_journey_and_its_stop(town: World) -> None:
    (reply,) = talk(town, "practise the trip from Bridge Street to Lake")
    assert [call.tool for call in reply.calls] == ["plan_trip", "get_monitored_journey", "describe_stop"]


def test_a_trip_that_was_just_planned_can_be_practised(town: World) -> None:
    *_, reply = talk(town, "how do I get from Bridge Street to Lake", "rehearse that")
    assert list_written(reply)[-1] == "That was the practice."


def test_the_same_in_ukrainian(town: World) -> None:
    (reply,) = talk(town, "хочу прорепетирувати поїздку до озера", language="uk", stop="town:b1")
    assert "Репетиція: Ви чекаєте на зупинці: Вулиця Мостова." in list_written(reply)


def test_a_trip_that_is_not_found_is_not_practised(town: World) -> None:
    (reply,) = talk(town, "practise the trip from Lake to Lake")
    assert not any(line.startswith("Practice:") for line in list_written(reply))


def make_rehearsal(clock: TestClock, *minutes: float) -> tuple[Rehearsal, Lookout]:
    phrase = BOOKS.pick("en").say("practice.wait", stop="Oak Street")
    steps = [Step(EIGHT + timedelta(minutes=minute), phrase) for minute in minutes]
    return Rehearsal(steps, Line("Zoo", "Zoo"), clock), Lookout(make_tools(), BOOKS, clock, lambda: "en")  # type: ignore[arg-type]  # it asks nothing


def play(rehearsal: Rehearsal, lookout: Lookout, clock: TestClock) -> list[tuple[float, Event]]:
    told: list[tuple[float, Event]] = []
    while not rehearsal.is_over:
        told += [(clock.seconds, event) for event in asyncio.run(rehearsal.look(lookout))]  # type: ignore[arg-type]
        wake = rehearsal.wake_at(clock.now())
        clock.seconds += (wake - clock.now()).total_seconds() if wake else 0.0
    return told


def test_it_takes_less_time_than_the_trip_but_leaves_time_to_listen() -> None:
    clock = TestClock()
    times = [at for at, _ in play(*make_rehearsal(clock, 0, 0.1, 2, 30), clock)]
    assert times == pytest.approx([0, SHORTEST_S, SHORTEST_S + 114 / 15, SHORTEST_S + 114 / 15 + LONGEST_S])


def test_each_step_says_what_it_is_and_the_last_one_that_it_is_over() -> None:
    clock = TestClock()
    phrases = [event.tell() for _, event in play(*make_rehearsal(clock, 0, 1), clock)]
    assert [phrase.written for phrase in phrases if phrase] == [
        "Practice: You wait at Oak Street.",
        "Practice: You wait at Oak Street. That was the practice.",
    ]
    assert len({event.subject for _, event in play(*make_rehearsal(clock, 0, 1), clock)}) == 2


class Other:
    """Something else that is watched."""

    subject, address, is_over, is_ride = "other", None, False, False

    def name(self, book: Phrasebook) -> Line:
        return Line("other", "other")

    async def look(self, lookout: Lookout) -> list[Event]:
        return []

    def wake_at(self, now: datetime) -> datetime | None:
        return None


def test_to_stop_practising_ends_nothing_else() -> None:
    conversation = open_talk()
    rehearsal, _ = make_rehearsal(TestClock(), 0, 1)
    for watch in (Other(), rehearsal):
        conversation.watches.add(watch)
    ended, nothing = hear(conversation, "stop practising", "stop practising")
    assert [watch.subject for watch in conversation.watches.active] == ["other"]
    assert list_written(ended) == ["No longer watching: practice of the trip to Zoo."]
    assert list_written(nothing) == ["There is nothing to cancel."]
