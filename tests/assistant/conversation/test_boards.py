"""What comes next, and follow-ups that keep what they do not change."""

import pytest

from stopbell.conversation.profile import SavedStop
from stopbell_server.contract.codes import Code
from tests.assistant.faketools import (
    NOTICE,
    answer_board,
    answer_low_floor,
    answer_stop,
    make_call,
    make_stop,
    refuse_always,
)
from tests.assistant.talking import KNOWN, TestClock, hear, list_written, make_tools, open_talk, say

AT_OAK = "I am at Oak Street"


def test_a_board_is_told_with_at_most_three_calls_and_how_many_more_there_are() -> None:
    assert list_written(say("departures from Oak Street")) == [
        "Oak Street, all live.",
        "10A to Harbour, 3 and 14 minutes.",
        "5 to Central Station, 6 minutes.",
        "2 more.",
        NOTICE,
        "For more, say: more.",
    ]


def test_the_server_words_are_kept_to_the_letter() -> None:
    reply = say("departures from Oak Street")
    answer = reply.calls[-1].answer
    assert reply.written.startswith(answer.text)
    assert reply.spoken.startswith(answer.spoken)


def test_a_stop_in_use_is_not_named_again() -> None:
    assert list_written(say(AT_OAK, "next 10A")) == ["10A to Harbour, 3 minutes, live.", "2 more.", NOTICE]


def test_without_any_stop_it_asks_which_and_then_answers_the_question() -> None:
    tools = make_tools()
    asking, answering = hear(open_talk(tools), "when is the next 5", "Oak Street")
    assert asking.kind == "prompt"
    assert tools.arguments("get_arrivals") == [{"stop": "Oak Street", "route": "5", "limit": 1, "verbosity": "normal"}]
    assert "5 to Central Station, 6 minutes, live." in list_written(answering)


def test_a_home_stop_answers_without_being_named() -> None:
    tools = make_tools()
    profile = KNOWN.model_copy(update={"home_stop": SavedStop(id="town:oak", name="Oak Street")})
    say("next bus", tools=tools, profile=profile)
    assert tools.arguments("get_arrivals")[0]["stop"] == "town:oak"


@pytest.mark.parametrize(
    ("follow_up", "asked"),
    [
        ("and the 5?", {"route": "5", "headsign": "Harbour"}),
        ("no, the 5", {"route": "5", "headsign": "Harbour"}),
        ("and to central station?", {"route": "10A", "headsign": "Central Station"}),
        ("just the three soonest", {"route": "10A", "headsign": "Harbour", "limit": 3}),
    ],
)
def test_a_follow_up_changes_one_part_of_the_question(follow_up: str, asked: dict[str, object]) -> None:
    tools = make_tools()
    say(AT_OAK, "next 10A to the harbour", follow_up, tools=tools)
    given = tools.arguments("get_arrivals")[2]
    assert {name: given.get(name) for name in asked} == asked
    assert given["stop"] == "town:oak"


def test_the_one_after_that_is_the_next_call_of_the_same_question() -> None:
    replies = hear(open_talk(), AT_OAK, "next 10A", "and the one after that?", "and then?", "and then?")
    assert [list_written(reply)[0] for reply in replies[2:]] == [
        "10A to Harbour, 14 minutes, live.",
        "10A to Harbour, 34 minutes, at 12:34, live.",
        "There is nothing more.",
    ]


def test_more_goes_on_where_the_answer_stopped() -> None:
    assert list_written(say("departures from Oak Street", "more")) == [
        "5 to Central Station, 26 minutes, at 12:26, live.",
        "10A to Harbour, 34 minutes, at 12:34, live.",
        NOTICE,
    ]


def test_the_hint_about_more_is_given_once() -> None:
    replies = hear(open_talk(), AT_OAK, "departures", "departures")
    assert ["For more, say: more." in list_written(reply) for reply in replies] == [True, False, False]


def test_an_alert_is_told_on_the_first_board_and_again_only_after_a_while() -> None:
    alert = {
        "id": "a",
        "header": "Lift out of order",
        "spoken_header": "Lift out of order",
        "reason": "stop",
        "active": True,
    }
    clock = TestClock()
    talk = open_talk(make_tools(get_arrivals=answer_board(alerts=[alert])), clock=clock)
    line = "Alert: Lift out of order."
    first, second = hear(talk, AT_OAK, "departures")
    clock.seconds += 601
    (later,) = hear(talk, "departures")
    assert [line in list_written(reply) for reply in (first, second, later)] == [True, False, True]


def test_a_mode_that_is_not_listed_is_said_and_everything_else_is_told() -> None:
    assert list_written(say(AT_OAK, "next tram"))[:2] == [
        "None listed here in that time: tram. Everything that comes:",
        "10A to Harbour, 3 minutes, live.",
    ]


def test_a_destination_that_is_not_served_never_sounds_as_if_nothing_came() -> None:
    lines = list_written(say(AT_OAK, "next bus to the opera"))
    assert lines[0] == "None listed here in that time: bus, direction: opera. Everything that comes:"
    assert "10A to Harbour, 3 minutes, live." in lines


def test_a_destination_is_found_in_spite_of_a_typing_error() -> None:
    tools = make_tools()
    say(AT_OAK, "next bus to harbur", tools=tools)
    assert tools.arguments("get_arrivals")[1]["headsign"] == "Harbour"


def test_low_floor_alone_asks_the_tool_that_counts_the_unknown_ones() -> None:
    access = make_call().access.model_copy(update={"verdict": "yes", "low_floor": "yes"})
    tools = make_tools(find_low_floor_vehicles=answer_low_floor([make_call(minutes=14, access=access)], 1))
    reply = say(AT_OAK, "next low floor", tools=tools)
    assert tools.arguments("find_low_floor_vehicles") == [{"stop": "town:oak", "limit": 1}]
    assert "low floor" in reply.written
    assert "1" in reply.written.partition("low floor")[2]


def test_low_floor_of_a_kind_and_to_a_destination_asks_the_same_tool() -> None:
    tools = make_tools(find_low_floor_vehicles=answer_low_floor([make_call(minutes=14)], 1))
    say(AT_OAK, "when is the next low-floor bus to the harbour", tools=tools)
    assert tools.arguments("find_low_floor_vehicles") == [
        {"stop": "town:oak", "headsign": "Harbour", "mode": "bus", "limit": 1}
    ]


def test_no_low_floor_tram_is_not_told_as_no_tram() -> None:
    tools = make_tools(find_low_floor_vehicles=answer_low_floor([], 0))
    reply = say(AT_OAK, "next low-floor tram", tools=tools)
    assert "None listed" not in reply.written
    assert len(tools.arguments("find_low_floor_vehicles")) == 1


@pytest.mark.parametrize(
    ("said", "limit"),
    [
        ("next departures", 3),
        ("departures", 3),
        ("what is coming", 3),
        ("what's coming?", 3),
        ("next buses", 3),
        ("the next few buses", 3),
        ("next arrivals", 3),
        ("list the next departures", 3),
        ("next bus", 1),
        ("next two buses", 2),
        ("найближчі відправлення", 3),
        ("що їде", 3),
        ("наступні автобуси", 3),
        ("найближче відправлення", 1),
        ("наступний автобус", 1),
    ],
)
def test_several_are_told_where_several_are_asked_for(said: str, limit: int) -> None:
    tools = make_tools()
    say(AT_OAK, said, tools=tools)
    assert tools.arguments("get_arrivals")[1]["limit"] == limit


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("next bus at 23:30", "23:30"),
        ("what leaves after 23:50", "23:50"),
        ("автобус о 23:30", "23:30"),
        ("next bus tomorrow at 8:00", "2026-12-01T08:00"),
        ("next bus at 01:00", "2026-12-01T01:00"),
        ("next bus at 1:00", "13:00"),
    ],
)
def test_another_time_of_day_is_asked_of_the_server_and_what_is_over_is_that_of_tomorrow(said: str, time: str) -> None:
    tools = make_tools()
    say(AT_OAK, said, tools=tools, language="en")
    assert tools.arguments("get_arrivals")[-1]["time"] == time


def test_a_feature_that_timetables_do_not_tell_is_said_to_be_missing() -> None:
    assert list_written(say(AT_OAK, "next bus with a ramp"))[0] == "The data does not say: ramp."


def test_a_rider_who_needs_low_floor_hears_accessible_calls_first_always() -> None:
    tools = make_tools()
    say(AT_OAK, tools=tools, profile=KNOWN.model_copy(update={"needs_low_floor": True}))
    assert tools.arguments("get_arrivals")[0]["access"] is True


def test_the_other_direction_asks_at_the_stop_across_the_street() -> None:
    west = make_stop("town:oak2", "Oak Street", towards=["Depot"])
    oak = make_stop(opposite="town:oak2", opposite_meters=20)
    tools = make_tools(
        describe_stop=answer_stop(oak, west),
        get_arrivals=lambda given, book: answer_board(west if given["stop"] == "town:oak2" else oak)(given, book),
    )
    reply = say("stop town:oak", "next 10A", "no, the other direction", tools=tools)
    assert list_written(reply)[0] == "The other direction. Stop: Oak Street, towards Depot."
    assert tools.arguments("get_arrivals")[-1] == {
        "stop": "town:oak2",
        "route": "10A",
        "limit": 3,
        "verbosity": "normal",
    }


def test_an_answer_that_cannot_be_given_keeps_the_reason_and_the_way_out() -> None:
    reply = say("departures from Oak Street", tools=make_tools(get_arrivals=refuse_always(Code.NO_FEED)))
    assert list_written(reply)[0].startswith("No timetable is loaded.")
    assert reply.calls[-1].answer.status.code == "no-feed"


def test_every_answer_about_departures_carries_the_operators_notice() -> None:
    replies = hear(open_talk(), AT_OAK, "next 10A", "and the one after that?", "more")
    assert all(NOTICE in reply.written for reply in replies)


def test_a_cancelled_call_is_told_and_then_one_that_comes() -> None:
    gone = make_call("10A", "Harbour", 3, status="cancelled", certainty="timetable")
    calls = [gone, make_call("10A", "Harbour", 14), make_call("10A", "Harbour", 34)]
    lines = list_written(say(AT_OAK, "next 10A", tools=make_tools(get_arrivals=answer_board(calls=calls))))
    assert lines[1].startswith("Cancelled: 10A to Harbour")
    assert "14 and 34 minutes" in lines[2]


def test_the_one_after_that_goes_on_past_a_cancelled_call() -> None:
    gone = make_call("10A", "Harbour", 14, status="cancelled", certainty="timetable")
    calls = [make_call("10A", "Harbour", 3), gone, make_call("10A", "Harbour", 26)]
    reply = say(AT_OAK, "next 10A", "and the one after that?", tools=make_tools(get_arrivals=answer_board(calls=calls)))
    first, second, *_ = list_written(reply)
    assert first.startswith("Cancelled")
    assert "26 minutes" in second


def test_a_line_that_does_not_come_at_all_is_not_followed_by_everything_that_comes() -> None:
    reply = say(AT_OAK, "next tram 77", tools=make_tools(get_arrivals=answer_board(calls=[])))
    assert "None listed" not in reply.written


@pytest.mark.parametrize("said", ["did I miss the 10A", "the 10A never came"])
def test_who_may_have_missed_a_vehicle_is_told_what_was_due(said: str) -> None:
    talk = open_talk()
    hear(talk, "stop Oak Street")
    reply = hear(talk, said)[-1]

    last = reply.calls[-1]
    assert (last.tool, last.arguments["route"], last.arguments["passed"]) == ("get_arrivals", "10A", True)
