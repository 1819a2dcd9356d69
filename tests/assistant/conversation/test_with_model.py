"""A conversation with a model: what it is asked, what of it is told, and what happens when it fails."""

import asyncio
from dataclasses import replace

import pytest

from stopbell.answer import PromptChoice, PromptField, ToolChoice
from stopbell.brains.companion import CompanionError, Mark, Trouble, Usage
from stopbell.conversation.profile import Profile, SavedStop
from stopbell.conversation.reply import Reply
from tests.assistant.companions import Wait, open_model_talk
from tests.assistant.faketools import NOTICE, FakeTools
from tests.assistant.talking import KNOWN, FakeCities, TestClock, hear, list_written, make_tools

OFFLINE = ["Oak Street, all live.", "10A to Harbour, 3 and 14 minutes.", "5 to Central Station, 6 minutes."]
BOARD = "departures from Oak Street"
WHICH = "Which line do you want?"


def gone(trouble: Trouble = Trouble.UNREACHABLE) -> CompanionError:
    return CompanionError(trouble, "as the test says")


@pytest.mark.parametrize(
    "said",
    [
        "departures from Oak Street",
        "is the next one low floor",
        "how do I get to the Zoo",
        "are there any disruptions",
        "what on earth is a schnorkelbus",
    ],
)
def test_questions_about_transit_and_what_no_grammar_knows_go_to_the_model(said: str) -> None:
    talk, companion = open_model_talk([WHICH])
    (reply,) = hear(talk, said)
    assert [question.text for question in companion.questions] == [said]
    assert list_written(reply) == [WHICH]


@pytest.mark.parametrize(
    "said",
    [
        "stop",
        "help",
        "repeat",
        "thanks",
        "say less",
        "speak German",
        "voice off",
        "I am at Oak Street",
        "is it safe to cross the road",
        "call a taxi",
        "tell me when to get off at Oak Street",
        "how many stops left",
        "what time is it",
        "usage",
        "yes",
        "more",
        "",
    ],
)
def test_control_words_settings_watches_and_refusals_stay_here(said: str) -> None:
    talk, companion = open_model_talk()
    (reply,) = hear(talk, said)
    assert companion.questions == []
    assert reply.written


def test_several_requests_of_which_one_stays_here_all_stay_here() -> None:
    talk, companion = open_model_talk()
    hear(talk, "say less and when is the next tram at Oak Street")
    assert companion.questions == []


def test_what_goes_on_from_the_models_answer_goes_to_the_model() -> None:
    talk, companion = open_model_talk([WHICH], ["Certainly."], ["Go on."], ["Fine."])
    hear(talk, BOARD, "2", "more", "thanks", "no")
    assert [question.text for question in companion.questions] == [BOARD, "2", "more", "no"]


def test_a_number_answers_our_own_question_first() -> None:
    talk, companion = open_model_talk([WHICH])
    asking, _ = hear(talk, "set up", "1")
    assert asking.choices
    assert companion.questions == []


def test_without_a_timetable_the_model_is_not_asked() -> None:
    talk, companion = open_model_talk(cities=FakeCities())
    hear(talk, BOARD)
    assert companion.questions == []


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (Trouble.UNREACHABLE, "Claude cannot be reached now, so I answer without it."),
        (Trouble.BUSY, "Claude is overloaded now, so I answer without it."),
        (Trouble.KEY, "Claude does not accept the key, so I answer without it."),
        (Trouble.DECLINED, "Claude declines this question, so I answer without it."),
        (Trouble.UNUSABLE, "Claude gave no usable answer, so I answer without it."),
    ],
)
def test_every_trouble_is_said_and_the_same_question_is_answered_here(trouble: Trouble, sentence: str) -> None:
    talk, companion = open_model_talk([gone(trouble)])
    (reply,) = hear(talk, BOARD)
    assert list_written(reply)[:4] == [sentence, *OFFLINE]
    assert companion.heard[0].startswith(f"{sentence} {OFFLINE[0]}")


def test_every_trouble_has_its_sentence_in_every_language() -> None:
    talk, _ = open_model_talk()
    books = talk._session.phrasebooks
    assert all(books.pick(tag).has(f"talk.model_{one.value}") for tag in books.languages for one in Trouble)


def test_what_was_told_stays_and_is_not_told_twice() -> None:
    talk, _ = open_model_talk([f"{WHICH} Perhaps the", gone()])
    told: list[str] = []

    async def tell(part: Reply) -> None:
        told.extend(list_written(part))

    reply = asyncio.run(talk.hear(BOARD, tell))
    assert told == [WHICH]
    assert list_written(reply)[:3] == [WHICH, "Claude broke off, so I go on without it.", OFFLINE[0]]
    assert reply.told == 1
    assert list_written(reply.untold)[0] == "Claude broke off, so I go on without it."


def test_the_last_answer_is_repeated_whole() -> None:
    talk, _ = open_model_talk([f"{WHICH} Say it."])

    async def tell(part: Reply) -> None:
        del part

    async def play() -> Reply:
        await talk.hear(BOARD, tell)
        return await talk.hear("repeat", tell)

    assert list_written(asyncio.run(play()).untold) == [WHICH, "Say it."]


def test_a_model_that_cannot_be_reached_rests_and_is_asked_again_later() -> None:
    clock = TestClock()
    talk, companion = open_model_talk([gone()], [WHICH], clock=clock)
    _, resting = hear(talk, BOARD, BOARD)
    assert "Claude" not in resting.written
    assert len(companion.questions) == 1
    clock.seconds += 31
    (again,) = hear(talk, BOARD)
    assert list_written(again) == [WHICH]


def test_a_refused_key_is_never_shown_again() -> None:
    clock = TestClock()
    talk, companion = open_model_talk([gone(Trouble.KEY)], clock=clock)
    hear(talk, BOARD)
    clock.seconds += 1_000_000
    hear(talk, BOARD)
    assert len(companion.questions) == 1


@pytest.mark.parametrize("steps", [[], [" \n"], [Mark.CUT_SHORT], ["```\n---\n```"]])
def test_an_answer_without_a_word_is_none(steps: list[str | Mark]) -> None:
    talk, _ = open_model_talk(steps)
    (reply,) = hear(talk, BOARD)
    assert list_written(reply)[:2] == ["Claude gave no usable answer, so I answer without it.", OFFLINE[0]]


def test_a_fact_that_no_tool_told_is_not_said() -> None:
    talk, _ = open_model_talk(["10A to Harbour, 99 minutes, live, low floor."])
    (reply,) = hear(talk, BOARD)
    assert "99" not in reply.written
    assert OFFLINE[1] in list_written(reply)


def test_half_a_sentence_is_never_said() -> None:
    talk, _ = open_model_talk([f"{WHICH} Perhaps the one", Mark.CUT_SHORT])
    (reply,) = hear(talk, BOARD)
    assert list_written(reply) == [WHICH, "The answer was too long and ends here."]


def test_cut_short_it_remembers_what_was_heard() -> None:
    talk, companion = open_model_talk([f"{WHICH} Perhaps the", Wait])

    async def play() -> None:
        told = asyncio.Event()

        async def tell(part: Reply) -> None:
            del part
            told.set()

        answering = asyncio.create_task(talk.hear(BOARD, tell))
        await told.wait()
        answering.cancel()
        await asyncio.wait({answering})
        assert answering.cancelled()

    asyncio.run(play())
    assert companion.heard == [WHICH]
    assert talk.history[-1].reply.written == WHICH
    (again,) = hear(talk, "repeat")
    assert list_written(again) == [WHICH]


def test_the_model_is_told_these_fields_and_no_others() -> None:
    profile = Profile(
        is_set_up=True,
        language="en",
        needs_low_floor=True,
        verbosity="rich",
        voice="self",
        feed="town",
        home_stop=SavedStop(id="town:oak", name="Oak Street"),
    )
    talk, companion = open_model_talk([WHICH], profile=profile, stop="town:elm")
    hear(talk, BOARD)
    moment = dict(companion.questions[0].moment)
    assert moment.pop("now").startswith("2026-11-30T")
    assert moment == {
        "answer_in": "English (en)",
        "verbosity": "rich",
        "needs_low_floor": "yes",
        "stop_in_use": "town:elm",
    }


def test_a_place_is_told_to_about_ten_metres() -> None:
    talk, companion = open_model_talk([WHICH])
    hear(talk, "I am at 49.842957, 24.031111", "which stop is the closest to me")
    assert [question.moment.get("place") for question in companion.questions] == ["49.8430, 24.0311, within 10 metres"]


def test_usage_tells_tokens_and_verdicts() -> None:
    talk, companion = open_model_talk([WHICH])
    hear(talk, BOARD)
    companion.usage = Usage(2, 1234, 1000, 56)
    (reply,) = hear(talk, "usage")
    assert list_written(reply) == [
        "Requests to Claude in this conversation: 2. Tokens read: 1234, of these from the cache: 1000. "
        "Tokens written: 56.",
        "Sentences of Claude: kept 1, corrected 0, replaced 0, dropped 0.",
    ]
    assert "one thousand" in reply.spoken


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "usage"),
        ("de", "Verbrauch"),
        ("es", "consumo"),
        ("fr", "consommation"),
        ("uk", "використання"),
        ("zh", "用量"),
        ("pl", "zużycie"),
        ("ar", "الاستهلاك"),
    ],
)
def test_usage_is_asked_in_every_language_and_without_a_model_says_so(language: str, said: str) -> None:
    from tests.assistant.talking import open_talk

    talk = open_talk(profile=replace_language(language))
    (reply,) = hear(talk, said)
    assert reply.written == talk._session.phrasebooks.pick(language).say("talk.usage_offline").written


def replace_language(language: str) -> Profile:
    return KNOWN.model_copy(update={"language": language})


def test_the_notice_of_the_operator_is_said_whatever_the_model_says() -> None:
    talk, companion = open_model_talk([WHICH])
    original = companion.answer

    async def answer_with_tool(question, desk):  # type: ignore[no-untyped-def]  # as the companion's own
        await desk.ask("get_arrivals", {"stop": "town:oak"})
        async for piece in original(question, desk):
            yield piece

    companion.answer = answer_with_tool  # type: ignore[method-assign]  # one more step in front
    (reply,) = hear(talk, BOARD)
    assert list_written(reply) == [WHICH, NOTICE]
    assert replace(reply, told=0).untold == replace(reply, told=0)


def test_a_prompt_of_the_server_goes_whole_to_the_model() -> None:
    tools = make_tools()
    choice = PromptChoice(
        "ride", "Ride companion", "Rides along.", (PromptField("stop", "Your stop", is_required=True),)
    )
    tools.prompts["ride"] = (choice, "Ride with me from {stop}.\n\nAsk get_arrivals first.")
    talk, companion = open_model_talk([WHICH], [gone()], tools=tools)
    *_, answered = hear(talk, "prompts", "1", "Oak Street")
    assert [question.text for question in companion.questions] == [
        "Ride with me from Oak Street. Ask get_arrivals first."
    ]
    assert list_written(answered) == [WHICH]
    *_, fallen_back = hear(talk, "prompts", "1", "Oak Street")
    assert fallen_back.written.startswith("Claude cannot be reached now")


def test_without_tools_the_model_is_not_asked_and_a_later_question_looks_again() -> None:
    class Away(FakeTools):
        is_away = True

        async def list_tools(self) -> tuple[ToolChoice, ...]:
            return () if self.is_away else await super().list_tools()

    tools = Away(make_tools().answers)
    talk, companion = open_model_talk([WHICH], tools=tools)
    (reply,) = hear(talk, BOARD)
    assert (list_written(reply)[0], companion.questions) == (OFFLINE[0], [])
    tools.is_away = False
    (reply,) = hear(talk, BOARD)
    assert list_written(reply) == [WHICH]
