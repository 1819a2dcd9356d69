"""Control words, settings, and what is refused or not possible yet."""

from typing import NoReturn

import pytest

from stopbell.conversation.reply import Control
from stopbell_server.contract.station_inside import LiftSummary, StationInside
from tests.asking import load_phrasebooks
from tests.assistant.faketools import FakeTools, answer_stop, make_stop
from tests.assistant.talking import TestClock, hear, list_written, make_tools, open_talk, say


def test_stop_alone_silences_and_asks_nothing_of_the_server() -> None:
    tools = make_tools()
    reply = say("stop", tools=tools)
    assert (reply.control, tools.asked) == (Control.SILENCE, [])


def test_stop_inside_a_name_does_not_silence() -> None:
    assert all(reply.control is None for reply in hear(open_talk(), "departures from Bus Stop Lane", "stop 6497"))


def test_repeat_says_the_last_answer_word_by_word() -> None:
    first, again = hear(open_talk(), "departures from Oak Street", "repeat")
    assert (again.lines, again.control) == (first.lines, Control.REPEAT)


def test_a_repeated_answer_that_has_aged_says_so_first() -> None:
    clock = TestClock()
    talk = open_talk(clock=clock)
    hear(talk, "departures from Oak Street")
    clock.seconds = 130
    (reply,) = hear(talk, "say that again")
    assert list_written(reply)[0] == "Said 2 minutes ago:"


def test_repeat_after_silence_is_still_the_answer() -> None:
    first, _, again = hear(open_talk(), "departures from Oak Street", "stop", "repeat")
    assert again.lines == first.lines


def test_repeat_before_anything_was_said() -> None:
    assert list_written(say("repeat")) == ["There is nothing to repeat yet."]


def test_cancel_with_nothing_open_says_so() -> None:
    assert list_written(say("cancel")) == ["There is nothing to cancel."]


def test_quit_ends_it() -> None:
    assert say("quit").control is Control.QUIT


def test_pause_and_resume_are_for_the_face() -> None:
    assert [reply.control for reply in hear(open_talk(), "hold on a second", "carry on")] == [
        Control.PAUSE,
        Control.RESUME,
    ]


def test_another_language_is_kept_and_used_at_once() -> None:
    talk = open_talk()
    (reply,) = hear(talk, "speak Ukrainian")
    assert (list_written(reply), reply.language, talk.profile.language) == (["Тепер я говорю українською."], "uk", "uk")


def test_a_language_that_we_lack_is_refused_with_those_we_have() -> None:
    (told,) = list_written(say("speak Italian"))
    names = [load_phrasebooks().pick("en").say(f"language.{tag}").written for tag in load_phrasebooks().languages]
    assert told.startswith("I speak these languages: ")
    assert all(name in told for name in names)


def test_a_question_in_another_language_is_answered_in_it_where_none_was_chosen() -> None:
    profile = open_talk().profile.model_copy(update={"language": None})
    replies = hear(open_talk(profile=profile), "коли наступний автобус", "Oak Street", "next bus")
    assert [reply.language for reply in replies] == ["uk", "uk", "en"]


def test_a_question_in_another_language_is_understood_and_answered_in_the_one_asked_for() -> None:
    tools = make_tools()
    reply = say("departures from Oak Street", "коли двійка", tools=tools, language="en")
    assert reply.language == "en"
    assert tools.arguments("get_arrivals")[-1]["route"] == "2"


@pytest.mark.parametrize(
    ("said", "level"),
    [
        ("less detail", "brief"),
        ("more detail", "rich"),
        ("tell me everything", "full"),
        ("just the essentials", "brief"),
    ],
)
def test_how_much_is_said_is_kept_and_asked_of_the_server(said: str, level: str) -> None:
    tools = make_tools()
    say(said, "departures from Oak Street", tools=tools)
    assert tools.arguments("get_arrivals")[0]["verbosity"] == level


def test_who_speaks_is_kept_and_told_to_the_face() -> None:
    talk = open_talk()
    (reply,) = hear(talk, "voice reader")
    assert (reply.control, talk.profile.voice) == (Control.VOICE, "reader")


def test_needing_low_floor_is_kept() -> None:
    talk = open_talk()
    hear(talk, "I use a wheelchair")
    assert talk.profile.needs_low_floor


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("is it safe to cross the road now", "I cannot tell whether it is safe to cross."),
        ("call me a taxi", "I cannot call a taxi."),
        ("I feel dizzy", "I cannot help with health."),
        ("tell me a joke", "I only know about public transport"),
    ],
)
def test_what_must_not_be_guessed_is_refused_plainly(said: str, first: str) -> None:
    tools = make_tools()
    assert list_written(say(said, tools=tools))[0].startswith(first)
    assert tools.asked == []


@pytest.mark.parametrize(
    "said",
    [
        "tell me when to get off",
        "tell me when the 2 is five minutes away",
    ],
)
def test_what_is_understood_but_not_possible_yet_is_said_without_asking_the_server(said: str) -> None:
    tools = make_tools()
    reply = say(said, tools=tools)
    assert reply.kind == "note"
    assert "cannot" in reply.written
    assert tools.asked == []


def test_a_lift_is_looked_for_among_the_disruptions_and_never_said_to_work() -> None:
    tools = make_tools()
    reply = say("is the lift working at Central", tools=tools)
    assert list_written(reply)[0].startswith("Lifts are not reported by themselves")
    assert tools.arguments("get_alerts") == [{"stop": "Central", "limit": 3}]


def test_a_lift_that_the_timetable_describes_is_told_as_reported() -> None:
    lift = LiftSummary(levels=["Street", "Tracks"], state="closed")
    inside = StationInside(is_whole=True, platforms=[], ways=[], lifts=[lift])
    tools = make_tools(describe_stop=answer_stop(make_stop(name="Central"), inside=inside))
    reply = say("is the lift working at Central", tools=tools)
    assert list_written(reply)[:2] == ["Central.", "The lift between Street and Tracks is closed now."]
    assert tools.arguments("get_alerts") == []


def test_something_not_understood_says_what_was_made_out_and_one_suggestion() -> None:
    assert list_written(say("grumble tram whisper mountain sideways eleventy")) == [
        "I made out: tram. The question itself I did not understand.",
        "Try: when is the next tram.",
    ]


def test_two_requests_at_once_are_both_answered() -> None:
    reply = say("departures from Oak Street", "repeat that and slow down")
    assert "10A to Harbour" in reply.written
    assert "145 words a minute" in reply.written


def test_help_says_each_thing_on_a_line_of_its_own() -> None:
    lines = list_written(say("help"))
    assert len(lines) == 10
    assert all(line.endswith(".") for line in lines)


def test_freshness_tells_the_age_of_the_last_answer_by_now() -> None:
    clock = TestClock()
    talk = open_talk(clock=clock)
    hear(talk, "departures from Oak Street")
    clock.seconds = 20
    (reply,) = hear(talk, "is that live or just the timetable")
    assert list_written(reply) == ["Live information, 30 seconds old.", "Source: town."]


def test_the_time_is_that_of_the_stop_in_use() -> None:
    assert list_written(say("departures from Oak Street", "what time is it")) == ["It is 12:00."]


def test_a_fault_of_ours_is_one_honest_sentence() -> None:
    def break_down(given: object, book: object) -> NoReturn:
        raise ZeroDivisionError

    reply = say("departures from Oak Street", tools=FakeTools({"get_arrivals": break_down}))
    assert reply.kind == "internal"
    assert list_written(reply)[0] == "Something went wrong here, so there is no answer."


def test_the_history_is_bounded() -> None:
    talk = open_talk()
    hear(talk, *["what time is it"] * 25)
    assert len(talk.history) == 20
