"""A number may be a stop's code or a line's label; where it is both, the rider is asked."""

from typing import Any

import pytest

from stopbell.conversation.reply import Reply
from tests.assistant.faketools import FakeTools, answer_stop, make_stop
from tests.assistant.talking import list_written, make_tools, say

AT_OAK = "I am at Oak Street"


def make_numbered_tools() -> FakeTools:
    """Oak Street with lines 10A, 5 and 6497; Elm Road has the code 6497 too, Ash Lane 6108."""
    oak = make_stop(lines=["10A", "5", "6497"])
    others = [make_stop("town:elm", "Elm Road", code="6497"), make_stop("town:ash", "Ash Lane", code="6108")]
    return make_tools(describe_stop=answer_stop(oak, *others))


def ask_board(*said: str) -> tuple[Reply, list[dict[str, Any]]]:
    tools = make_numbered_tools()
    reply = say(AT_OAK, *said, tools=tools)
    return reply, tools.arguments("get_arrivals")[1:]


@pytest.mark.parametrize(
    "said",
    [
        "next bus at 6108",
        "next bus at stop 6108",
        "buses from stop 6108",
        "departures from 6108",
        "what is coming at 6108",
        "next buses at stop number 6108",
        "stop 6108",
        "6108",
        "наступний автобус на 6108",
        "автобуси з зупинки 6108",
        "зупинка 6108",
        "що їде на 6108",
    ],
)
def test_a_number_that_no_line_has_is_a_stop(said: str) -> None:
    _, asked = ask_board(said)
    assert [(given["stop"], given.get("route")) for given in asked[:1]] in ([("6108", None)], [("town:ash", None)])


@pytest.mark.parametrize("said", ["next bus at 6497", "departures from 6497", "6497", "наступний автобус на 6497"])
def test_a_number_that_is_a_stop_and_a_line_is_asked_about(said: str) -> None:
    reply, asked = ask_board(said)
    assert (reply.kind, asked) == ("choice", [])
    assert len(reply.choices) == 2


@pytest.mark.parametrize(("choice", "expected"), [("1", ("6497", None)), ("line", ("town:oak", "6497"))])
def test_the_choice_between_stop_and_line_is_answered_at_once(choice: str, expected: tuple[str, str | None]) -> None:
    _, asked = ask_board("next bus at 6497", choice)
    assert (asked[0]["stop"], asked[0].get("route")) == expected


@pytest.mark.parametrize("said", ["next bus at stop 6497", "buses from stop 6497", "stop 6497", "10A at 6497"])
def test_a_number_after_the_word_stop_is_a_stop(said: str) -> None:
    reply, asked = ask_board(said)
    assert reply.kind != "choice"
    assert asked[0]["stop"] in ("6497", "town:elm")


@pytest.mark.parametrize("said", ["5", "next 5", "line 6497", "10A"])
def test_a_line_is_still_a_line(said: str) -> None:
    _, asked = ask_board(said)
    assert (asked[0]["stop"], asked[0]["route"]) == ("town:oak", said.split()[-1])


def test_a_number_that_is_nothing_here_is_asked_for_as_a_line() -> None:
    tools = make_numbered_tools()
    list_written(say(AT_OAK, "77", tools=tools))
    assert tools.arguments("get_arrivals")[-1]["route"] == "77"
