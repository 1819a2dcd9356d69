"""The first run: by ear, each question can be skipped, then it answers at once."""

import pytest

from stopbell.conversation.ports import City
from stopbell.conversation.profile import Profile
from stopbell.conversation.reply import Control
from stopbell_server.contract.codes import Code
from tests.assistant.faketools import refuse_always
from tests.assistant.talking import FakeCities, begin, hear, list_written, make_tools, open_talk

NEW = Profile()
TOWN, HILL = City("town", "Town Transport"), City("hill", "Hill Buses")


def test_the_first_words_are_said_in_every_language() -> None:
    reply = begin(open_talk(profile=NEW))
    assert [one.language for one in (reply, *reply.also)] == ["en", "es", "uk"]
    assert list_written(reply)[1] == "For English, type 1."
    assert list_written(reply.also[0])[1] == "Para español, escriba 2."
    assert list_written(reply.also[1])[1] == "Для української введіть 3."


def test_the_machines_language_comes_first() -> None:
    reply = begin(open_talk(profile=NEW, system_language="uk_UA.UTF-8"))
    assert [one.language for one in (reply, *reply.also)] == ["uk", "en", "es"]
    assert list_written(reply)[1] == "Для української введіть 1."


def test_a_language_given_by_flag_is_not_asked_for() -> None:
    reply = begin(open_talk(profile=NEW, language="en"))
    assert "Do you use a screen reader?" in list_written(reply)


@pytest.mark.parametrize("answer", ["3", "Ukrainian", "українська", "speak Ukrainian", "third"])
def test_the_language_is_chosen_by_number_or_by_its_name_in_any_language(answer: str) -> None:
    talk = open_talk(profile=NEW)
    begin(talk)
    (reply,) = hear(talk, answer)
    assert (talk.profile.language, reply.language) == ("uk", "uk")


def test_all_questions_then_departures_and_what_to_say_next_time() -> None:
    talk = open_talk(profile=NEW)
    begin(talk)
    replies = hear(talk, "1", "1", "Oak Street")
    assert replies[1].control is Control.VOICE
    lines = list_written(replies[2])
    assert lines[0].startswith("Stop: Oak Street")
    assert any(line.startswith("10A to Harbour") for line in lines)
    assert lines[-1].startswith("Next time say: when is the next bus.")
    profile = talk.profile
    assert (profile.is_set_up, profile.language, profile.voice) == (True, "en", "reader")
    assert profile.home_stop is not None
    assert profile.home_stop.id == "town:oak"


@pytest.mark.parametrize("skip", ["", "skip", "later"])
def test_every_question_can_be_skipped(skip: str) -> None:
    talk = open_talk(profile=NEW)
    begin(talk)
    last = hear(talk, skip, skip, skip)[-1]
    assert list_written(last)[0].startswith("That is all.")
    assert talk.profile == Profile(is_set_up=True)


def test_a_home_stop_that_is_not_found_is_asked_for_again() -> None:
    talk = open_talk(profile=NEW)
    begin(talk)
    wrong, right = hear(talk, "", "", "Nowhere", "Elm Road")[-2:]
    assert list_written(wrong)[-1] == "Say another name, or press Enter to skip."
    assert list_written(right)[0].startswith("Stop: Elm Road")


def test_one_loaded_city_is_named_and_not_asked_for() -> None:
    talk = open_talk(profile=NEW, cities=FakeCities([TOWN]))
    begin(talk)
    reply = hear(talk, "", "2")[-1]
    assert list_written(reply)[0] == "City: Town Transport."
    assert talk.profile.feed == "town"


def test_one_of_several_loaded_cities_is_chosen() -> None:
    talk = open_talk(profile=NEW, cities=FakeCities([TOWN, HILL]))
    begin(talk)
    hear(talk, "", "", "hill")
    assert talk.profile.feed == "hill"


def test_a_city_is_found_in_the_catalogue_and_loaded_after_saying_that_it_takes_a_while() -> None:
    cities = FakeCities(known=[TOWN])
    talk = open_talk(profile=NEW, cities=cities)
    begin(talk)
    asking, found, announced, loaded = hear(talk, "", "", "town", "1", "")[1:]
    assert list_written(asking)[-1] == "Which city or operator? Type its name."
    assert list_written(found)[-1] == "1: Town Transport."
    assert list_written(announced) == ["It takes a minute or more to load this: Town Transport. Press Enter to begin."]
    assert list_written(loaded)[0] == "Town Transport is loaded."
    assert cities.loaded == [TOWN]


def test_a_city_that_cannot_be_loaded_is_said_and_asked_for_again() -> None:
    talk = open_talk(profile=NEW, cities=FakeCities(known=[TOWN], works=False))
    begin(talk)
    reply = hear(talk, "", "", "town", "1", "")[-1]
    assert list_written(reply)[0].startswith("Town Transport could not be loaded.")
    assert list_written(reply)[-1] == "Which city or operator? Type its name."


def test_a_question_in_the_middle_is_answered_and_ends_the_set_up() -> None:
    talk = open_talk(profile=NEW)
    begin(talk)
    reply = hear(talk, "1", "what time is it")[-1]
    assert list_written(reply)[0].startswith("It is ")
    assert talk.profile.is_set_up


def test_set_up_asks_everything_again() -> None:
    (reply,) = hear(open_talk(), "set up")
    assert list_written(reply)[1] == "For English, type 1."


def test_a_rider_who_is_set_up_is_greeted_with_the_stop() -> None:
    talk = open_talk(profile=NEW)
    begin(talk)
    hear(talk, "1", "1", "Oak Street")
    known = open_talk(profile=talk.profile)
    assert list_written(begin(known)) == ["Stopbell. Your stop: Oak Street. Ask, or type help."]


def test_without_a_city_no_stop_is_asked_for_and_the_way_to_add_one_is_told() -> None:
    talk = open_talk(make_tools(get_alerts=refuse_always(Code.NO_FEED)), profile=Profile(), cities=FakeCities())
    begin(talk)
    *_, ended, asked = hear(talk, "1", "3", "skip", "next bus")
    assert list_written(ended)[0].startswith("No timetable is loaded.")
    assert list_written(asked)[0].startswith("No timetable is loaded.")
    assert talk.profile.is_set_up
