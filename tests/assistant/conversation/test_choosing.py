"""Ambiguous stops: at most three numbered choices, answered by digit, word, or a part of the name."""

import pytest

from stopbell_server.contract.stops import StopSummary
from tests.assistant.faketools import Answering, answer_board, answer_stop, make_stop
from tests.assistant.talking import hear, list_written, make_tools, open_talk, say

AT_OAK = "departures from Oak Street"
EAST = make_stop("town:oak-e", "Oak Street", towards=["Harbour"])
WEST = make_stop("town:oak-w", "Oak Street", towards=["Depot"])
MANY = [
    make_stop(f"town:oak-{way}", "Oak Street", towards=[way]) for way in ("Harbour", "Depot", "Zoo", "Lake", "Hill")
]


def make_namesakes(*stops: StopSummary) -> dict[str, Answering]:
    chosen = stops or (EAST, WEST)
    return {"describe_stop": answer_stop(*chosen), "get_arrivals": answer_board(*chosen)}


def test_namesakes_come_back_numbered_with_what_tells_them_apart() -> None:
    reply = say("my stop is Oak Street", tools=make_tools(**make_namesakes()))
    assert reply.kind == "choice"
    assert list_written(reply)[2:4] == ["1: Oak Street, towards Harbour.", "2: Oak Street, towards Depot."]
    assert [choice.written for choice in reply.choices] == ["Oak Street, towards Harbour", "Oak Street, towards Depot"]


@pytest.mark.parametrize(
    "answer", ["2", "two", "second", "the second one", "number two", "depot", "towards depot", "Depo"]
)
def test_a_choice_is_made_by_digit_word_or_part_of_the_name(answer: str) -> None:
    reply = say("my stop is Oak Street", answer, tools=make_tools(**make_namesakes()))
    assert list_written(reply)[0] == "Stop: Oak Street, towards Depot."


@pytest.mark.parametrize("answer", ["другий", "друга", "два", "2", "номер два"])
def test_a_choice_is_made_in_ukrainian(answer: str) -> None:
    tools = make_tools(**make_namesakes())
    hear(open_talk(tools, language="uk"), "моя зупинка Oak Street", answer)
    assert tools.arguments("describe_stop")[1] == {"stop": "town:oak-w"}


def test_a_word_that_fits_several_choices_chooses_none_and_says_what_can_be_said() -> None:
    reply = say("my stop is Oak Street", "oak street", tools=make_tools(**make_namesakes()))
    assert list_written(reply) == ["Say a number from 1 to 2, a part of the name, or cancel."]


def test_another_stop_may_be_named_instead_of_choosing() -> None:
    elm = make_stop("town:elm", "Elm Road")
    reply = say("my stop is Oak Street", "Elm Road", tools=make_tools(**make_namesakes(EAST, WEST, elm)))
    assert list_written(reply)[0] == "Stop: Elm Road, towards Harbour and Central Station."


def test_a_number_beyond_the_choices_chooses_none() -> None:
    reply = say("my stop is Oak Street", "7", tools=make_tools(**make_namesakes()))
    assert reply.kind == "choice"


def test_more_than_three_choices_are_offered_three_at_a_time() -> None:
    first, rest = hear(open_talk(make_tools(**make_namesakes(*MANY))), "my stop is Oak Street", "more")
    assert len(first.choices) == 3
    assert list_written(first)[-1] == "For more, say: more."
    assert [choice.written for choice in rest.choices] == ["Oak Street, towards Lake", "Oak Street, towards Hill"]


def test_a_choice_from_the_second_three_is_counted_from_one_again() -> None:
    reply = say("my stop is Oak Street", "more", "1", tools=make_tools(**make_namesakes(*MANY)))
    assert list_written(reply)[0] == "Stop: Oak Street, towards Lake."


def test_cancel_drops_the_choice() -> None:
    _, cancelled, after = hear(open_talk(make_tools(**make_namesakes())), "my stop is Oak Street", "cancel", "2")
    assert list_written(cancelled) == ["Cancelled."]
    assert after.kind != "choice"


def test_another_question_drops_the_choice_and_is_answered() -> None:
    reply = say("my stop is Oak Street", "what time is it", tools=make_tools(**make_namesakes()))
    assert list_written(reply)[0].startswith("It is ")


def test_help_and_repeat_leave_the_choice_open() -> None:
    tools = make_tools(**make_namesakes())
    replies = hear(open_talk(tools), "my stop is Oak Street", "help", "repeat", "1")
    assert replies[1].kind == "help"
    assert list_written(replies[3])[0] == "Stop: Oak Street, towards Harbour."


def test_the_question_behind_the_choice_is_answered_after_it() -> None:
    oak = [EAST, WEST]
    tools = make_tools(
        get_arrivals=lambda given, book: (
            answer_board(*oak)(given, book) if given["stop"].startswith("town:") else answer_stop(*oak)(given, book)
        )
    )
    say("when is the 5 at Oak Street", "2", tools=tools)
    assert tools.arguments("get_arrivals")[-1] == {
        "stop": "town:oak-w",
        "route": "5",
        "limit": 1,
        "verbosity": "normal",
    }


def test_a_whole_sentence_is_another_question_even_where_it_is_not_quite_clear() -> None:
    tools = make_tools(**make_namesakes())
    asked = hear(open_talk(tools), "my stop is Oak Street", "take me to Elm Road")[-1]
    assert "Say a number" not in asked.written


def test_two_requests_with_the_same_answer_are_told_it_once() -> None:
    lines = list_written(say(AT_OAK, "when is the 99 and how full is the 99"))
    assert len(lines) == len(set(lines))
