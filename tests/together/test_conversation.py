"""Questions as riders ask them, answered by the real server over a small town."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from stopbell.conversation.conversation import Conversation
from stopbell.conversation.profile import KeptInMemory, Profile
from stopbell.conversation.reply import Reply
from stopbell.faces.ask import to_document
from stopbell.toolbox import Toolbox
from stopbell_server.prompt_files import find_prompts, read_prompts
from stopbell_server.server import build_server
from stopbell_server.world import World
from tests.asking import load_phrasebooks
from tests.assistant.talking import TestClock, list_written, load_brain
from tests.town import open_town

NOTICE = {"en": "Only a test.", "uk": "Лише перевірка."}


@pytest.fixture
def town(tmp_path: Path) -> World:
    """Give the town with its live feed and a notice."""
    return open_town(tmp_path, notice=NOTICE)


def talk(world: World, *texts: str, language: str | None = "en", stop: str | None = None) -> list[Reply]:
    """Hold one conversation over the embedded server."""

    async def play() -> list[Reply]:
        books = load_phrasebooks()
        async with Toolbox.embedded(build_server(world, books), phrasebooks=books) as tools:
            profiles = KeptInMemory(Profile(is_set_up=True))
            conversation = Conversation(
                tools, books, profiles, TestClock(world.now), load_brain(), language=language, stop=stop
            )
            return [await conversation.hear(text) for text in texts]

    return asyncio.run(play())


def has_line(reply: Reply, *parts: str) -> bool:
    return any(all(part in line for part in parts) for line in list_written(reply))


def list_states(replies: Sequence[Reply]) -> list[str]:
    return [call.answer.status.state for reply in replies for call in reply.calls]


def test_an_ambiguous_name_is_chosen_by_number_and_answered_at_once(town: World) -> None:
    asking, answering = talk(town, "when is the next bus at Bridge Street", "1")
    assert has_line(asking, "1: Bridge Street", "Озеро")
    assert has_line(answering, "10А to Озеро", "8 minutes, live")


def test_the_same_in_ukrainian_with_inflected_words(town: World) -> None:
    asking, answering = talk(town, "коли наступний автобус на зупинці Мостова", "друга", language=None)
    assert asking.language == "uk"
    assert has_line(asking, "2: Вулиця Мостова", "Вокзал")
    assert has_line(answering, "10А", "Вокзал")


def test_a_destination_in_another_case_is_found(town: World) -> None:
    (reply,) = talk(town, "коли наступний автобус до озера", language="uk", stop="town:b1")
    assert has_line(reply, "10А", "Озеро")


def test_a_destination_is_found_by_its_name_in_the_riders_language(tmp_path: Path) -> None:
    translated = """
        table_name,field_name,language,translation,record_id,field_value
        stops,stop_name,en,Bridge Street,b1,
        trips,trip_headsign,en,Lake,,Озеро
        """
    world = open_town(tmp_path, files={"translations.txt": translated})
    (reply,) = talk(world, "when is the next bus to the lake", stop="town:b1")
    assert has_line(reply, "10А to Lake", "8 minutes, live")
    told = to_document("", reply)["data"]["arrivals"]
    assert {call["headsign"] for call in told} == {"Lake"}


def test_live_timetable_and_cancelled_keep_their_words(town: World) -> None:
    (reply,) = talk(town, "arrivals", stop="town:b1")
    assert has_line(reply, "8 minutes, live")
    assert has_line(reply, "Cancelled: 10А to Озеро")
    assert has_line(reply, "timetable 12:26")


def test_low_floor_counts_what_comes_before_it(town: World) -> None:
    (reply,) = talk(town, "when is the next low floor bus", stop="town:b1")
    assert has_line(reply, "low floor")


def test_every_answer_with_facts_says_what_the_operator_wants_said(town: World) -> None:
    replies = talk(
        town, "arrivals", "and the one after that?", "repeat", "which lines stop here", "alerts", stop="town:b1"
    )
    assert [NOTICE["en"] in reply.written for reply in replies] == [True] * 5


def test_the_side_of_the_street_is_computed_and_says_so(town: World) -> None:
    (reply,) = talk(town, "which side of the street is the stop", stop="town:b1")
    assert has_line(reply, "leave to the north", "computed")


def test_a_position_is_only_what_was_said(town: World) -> None:
    replies = talk(town, "where am I", "nearest stop", "I am at 49.8401, 24.0301", "nearest stop", "where am I")
    assert [bool(reply.calls) for reply in replies] == [False, False, True, True, True]
    assert has_line(replies[2], "off by 10 metres")
    assert has_line(replies[3], "Nearest stop: Railway Station")


@pytest.mark.parametrize("language", ["en", "pl", "uk"])
def test_a_prompt_of_the_server_is_answered_offline_or_said_to_need_a_model(town: World, language: str) -> None:
    words = {"en": "prompts", "pl": "gotowe pytania", "uk": "підказки"}[language]
    more = {"en": "more", "pl": "więcej", "uk": "ще"}[language]
    spoken = {"en": "I cannot follow", "pl": "Bez modelu językowego", "uk": "без мовної моделі"}[language]
    answered: list[str] = []
    for place in range(len(read_prompts(find_prompts()))):
        steps = ["49.8401, 24.0301", words, *[more] * (place // 3), str(place % 3 + 1)]
        reply = talk(town, *steps, language=language, stop="town:b1")[-1]
        assert reply.written
        if spoken not in reply.written and reply.calls and reply.calls[-1].tool:
            answered.append(reply.calls[-1].tool)
    facts = ["get_alerts", "describe_stop", "search_nearby_stops", "find_low_floor_vehicles", "get_arrivals"]
    assert set(facts) <= set(answered)


def test_nothing_that_a_feed_holds_is_taken_for_an_instruction(town: World) -> None:
    (reply,) = talk(town, "alerts", stop="town:S")
    assert "\x1b" not in reply.written
    assert reply.control is None


def test_the_document_of_an_answer_is_json_with_the_servers_own_data(town: World) -> None:
    (reply,) = talk(town, "next 10A", stop="town:b1")
    document = json.loads(json.dumps(to_document("next 10A", reply)))
    assert document["tool"] == "get_arrivals"
    assert document["data"]["arrivals"][0]["tripId"] == "t1"
    assert reply.written.startswith(reply.calls[-1].answer.text)


def test_a_stop_that_does_not_exist_and_a_line_that_does_not_call_are_answers(town: World) -> None:
    replies = talk(town, "departures from Atlantis", "next 99 from town:b1")
    assert list_states(replies) == ["unresolved", "unresolved"]
    assert has_line(replies[1], "Lines here: 10А")


def test_a_world_without_feeds_says_how_to_get_one(town: World) -> None:
    empty = World((), town.now)
    (reply,) = talk(empty, "next tram from the station")
    assert has_line(reply, "No timetable is loaded")
