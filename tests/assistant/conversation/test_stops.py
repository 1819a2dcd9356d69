"""Stops and places: position only from what the rider says, and how exact it is."""

import pytest

from stopbell.conversation.profile import SavedPlace
from tests.assistant.faketools import answer_stop, make_stop
from tests.assistant.talking import KNOWN, hear, list_written, make_tools, open_talk, say


def test_a_code_after_the_word_stop_sets_the_stop_and_answers_at_once() -> None:
    lines = list_written(say("stop 6497"))
    assert lines[0] == "Stop: Elm Road, towards Harbour and Central Station."
    assert any(line.startswith("10A to Harbour") for line in lines)


def test_where_am_i_without_a_place_says_how_to_give_one() -> None:
    assert list_written(say("where am I")) == [
        "I do not know where you are. Say: I am at, and a stop; or give coordinates."
    ]


def test_naming_my_stop_is_not_saying_that_i_am_there() -> None:
    reply = say("my stop is Oak Street", "where am I")
    assert list_written(reply)[0].startswith("I do not know where you are.")


def test_where_am_i_after_naming_the_place_says_whose_word_it_is() -> None:
    assert list_written(say("I am at Oak Street", "where am I")) == [
        "You told me you are at this stop: Oak Street, towards Harbour and Central Station. "
        "I know your place only from your words."
    ]


def test_the_nearest_stop_without_a_place_is_never_guessed() -> None:
    tools = make_tools()
    reply = say("my stop is Oak Street", "nearest stop", tools=tools)
    assert tools.arguments("search_nearby_stops") == []
    assert reply.kind == "note"


@pytest.mark.parametrize(
    ("said", "accuracy"),
    [
        ("49.84, 24.03", "1 kilometre 100 metres"),
        ("I am at 49.840, 24.030", "110 metres"),
        ("49.8401, 24.0301", "10 metres"),
        ("49,8401; 24,0301", "10 metres"),
    ],
)
def test_coordinates_are_as_exact_as_their_decimals(said: str, accuracy: str) -> None:
    assert list_written(say(said))[0] == f"Counted from the coordinates you gave. They may be off by {accuracy}."


def test_coordinates_that_are_not_on_earth_are_refused() -> None:
    tools = make_tools()
    reply = say("95.000, 24.000", tools=tools)
    assert tools.asked == []
    assert list_written(reply)[0].startswith("These coordinates do not exist.")


def test_southern_and_western_coordinates_keep_their_signs() -> None:
    tools = make_tools()
    say("-33.8688, −151.2093", tools=tools)
    given = tools.arguments("search_nearby_stops")[0]
    assert (given["latitude"], given["longitude"]) == (-33.8688, -151.2093)


def test_a_place_from_the_settings_is_used_and_named_as_such() -> None:
    place = SavedPlace(latitude=49.84, longitude=24.03, accuracy_meters=200)
    reply = say("nearest stop", profile=KNOWN.model_copy(update={"place": place}))
    assert list_written(reply)[0] == "Counted from the place in your settings. It may be off by 200 metres."


def test_a_stop_near_by_can_be_chosen_by_number() -> None:
    tools = make_tools()
    reply = say("49.8401, 24.0301", "2", tools=tools)
    assert list_written(reply)[0] == "Stop: Elm Road, towards Harbour and Central Station."


def test_asking_something_else_after_near_stops_is_no_choice() -> None:
    reply = say("49.8401, 24.0301", "departures from Oak Street")
    assert list_written(reply)[0].startswith("Oak Street")


def test_the_number_of_near_stops_is_as_asked() -> None:
    tools = make_tools()
    say("49.8401, 24.0301", "find me one stop nearby", "find me five stops nearby", tools=tools)
    assert [given["limit"] for given in tools.arguments("search_nearby_stops")] == [3, 1, 5]


def test_which_side_is_told_with_its_source() -> None:
    oak = make_stop(side="north", heading=5, opposite="town:elm", opposite_meters=30)
    lines = list_written(
        say("stop Oak Street", "which side of the street is it on", tools=make_tools(describe_stop=answer_stop(oak)))
    )
    assert lines == [
        "Stop: Oak Street, towards Harbour and Central Station.",
        "Vehicles leave to the north. This is computed from the next stops, not checked on the spot.",
        "The stop for the other direction is about 30 metres away.",
    ]


def test_landmarks_that_the_data_cannot_hold_are_said_to_be_unknown_before_what_is_known() -> None:
    lines = list_written(say("stop Oak Street", "how do I recognise the stop"))
    assert lines[0] == "Nothing is known here about the pole, a shelter or a bench."
    assert "Oak Street." in lines[1]


def test_a_stop_that_is_not_known_is_said_with_a_way_out() -> None:
    assert list_written(say("my stop is Nowhere"))[0].startswith("No stop is called “Nowhere”.")


def test_back_returns_to_the_stop_before() -> None:
    reply = say("stop Oak Street", "stop 6497", "back")
    assert list_written(reply)[0] == "Back to this stop: Oak Street, towards Harbour and Central Station."


def test_back_with_nowhere_to_go_says_so() -> None:
    assert list_written(say("back")) == ["There is nothing to go back to."]


def test_a_bare_name_is_tried_as_a_stop() -> None:
    assert list_written(say("Elm Road"))[0] == "Stop: Elm Road, towards Harbour and Central Station."


def test_disruptions_are_those_of_the_stop_in_use() -> None:
    tools = make_tools()
    reply = hear(open_talk(tools), "stop Oak Street", "any problems")[-1]
    assert tools.arguments("get_alerts") == [{"stop": "town:oak", "limit": 3}]
    assert reply.kind == "alerts"


def test_disruptions_of_a_line_are_those_of_the_line() -> None:
    tools = make_tools()
    say("stop Oak Street", "any problems on line 2", tools=tools)
    assert tools.arguments("get_alerts") == [{"route": "2", "limit": 3}]
