"""What is known of the next vehicle; what is not reported is said to be so."""

from tests.assistant.faketools import answer_board, make_call
from tests.assistant.talking import list_written, make_tools, say

AT_OAK = "I am at Oak Street"


def test_low_floor_is_told_as_the_data_says_it() -> None:
    access = make_call().access.model_copy(update={"verdict": "yes", "low_floor": "yes"})
    tools = make_tools(get_arrivals=answer_board(calls=[make_call(access=access)]))
    assert list_written(say(AT_OAK, "is the next 10A low floor", tools=tools))[0] == (
        "Line 10A to Harbour, in 3 minutes, live, low floor, wheelchair accessible."
    )


def test_access_that_nobody_tells_is_not_known() -> None:
    assert "accessibility not known" in say(AT_OAK, "is the next 10A low floor").written


def test_where_a_vehicle_is_says_how_many_stops_away() -> None:
    tools = make_tools(get_arrivals=answer_board(calls=[make_call(stops_away=2)]))
    assert "2 stops away" in say(AT_OAK, "where is the 10A", tools=tools).written


def test_where_a_vehicle_is_when_it_does_not_report() -> None:
    assert list_written(say(AT_OAK, "where is the 10A"))[0] == "How many stops away it is, is not reported."


def test_how_full_it_is_when_it_does_not_report_is_never_a_seat() -> None:
    reply = say(AT_OAK, "next 10A", "is there room for a guide dog and a seat")
    assert list_written(reply)[0] == "How full it is, is not reported."


def test_the_question_about_it_is_about_the_line_before() -> None:
    tools = make_tools()
    say(AT_OAK, "next 5", "is it low floor", tools=tools)
    assert tools.arguments("get_arrivals")[-1] == {"stop": "town:oak", "route": "5", "limit": 1, "verbosity": "rich"}


def test_a_feature_beyond_the_data_is_refused_without_asking() -> None:
    tools = make_tools()
    assert list_written(say("does the 5 have air conditioning", tools=tools)) == [
        "The data does not say: air conditioning."
    ]
    assert tools.asked == []
