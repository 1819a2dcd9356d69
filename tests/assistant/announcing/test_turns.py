"""Who is told next, what gives way, and what is passed over."""

import asyncio
import logging
from typing import cast

import pytest

from stopbell.announcer.event import Event
from stopbell.announcing.announced_stop import AnnouncedStop
from stopbell.announcing.announcement import in_every_language
from stopbell.announcing.turns import LATEST_S, Turns
from tests.assistant.announcing.fakes import Seconds

STOP = cast("AnnouncedStop", object())
"""Turns pass it on and never look at it."""


def add(turns: Turns, kind: str, subject: str, milestone: str = "near") -> None:
    turns.add(in_every_language([Event(kind, subject, milestone, "en", lambda: None)]), STOP)


def take_all(turns: Turns) -> list[tuple[str, str]]:
    async def take() -> list[tuple[str, str]]:
        taken: list[tuple[str, str]] = []
        while not turns.is_empty:
            turn = await turns.take()
            taken.append((turn.announcement.subject, turn.announcement.milestone))
        return taken

    return asyncio.run(take())


def test_the_most_urgent_is_first_and_among_equals_the_first_that_came() -> None:
    turns = Turns(Seconds())
    for kind, subject in (("board", "a"), ("board", "b"), ("cancelled", "c"), ("arriving", "d"), ("board", "e")):
        add(turns, kind, subject)
    assert [subject for subject, _ in take_all(turns)] == ["d", "c", "a", "b", "e"]


def test_a_newer_one_about_the_same_takes_the_place_of_one_that_waits() -> None:
    turns = Turns(Seconds())
    add(turns, "board", "tram", "near")
    add(turns, "arriving", "tram", "now")
    assert take_all(turns) == [("tram", "now")]
    assert turns.left_out == 1


def test_the_same_is_told_once_also_after_it_was_told() -> None:
    turns = Turns(Seconds())
    add(turns, "board", "tram")
    assert take_all(turns) == [("tram", "near")]
    add(turns, "board", "tram")
    assert take_all(turns) == []


def test_a_vehicle_whose_turn_comes_too_late_is_passed_over_and_logged_and_a_cancellation_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    seconds = Seconds()
    turns = Turns(seconds)
    for kind, subject in (("board", "tram"), ("cancelled", "bus"), ("error", "source")):
        add(turns, kind, subject)
    seconds.at = LATEST_S + 1
    add(turns, "board", "train")
    with caplog.at_level(logging.WARNING):
        assert [subject for subject, _ in take_all(turns)] == ["bus", "source", "train"]
    assert [record.getMessage() for record in caplog.records] == [
        "left out, because its turn would come too late: tram, near"
    ]
