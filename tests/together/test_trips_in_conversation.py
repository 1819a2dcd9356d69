"""Trips as riders ask for them, planned by the real server over a small town."""

from pathlib import Path

import pytest

from stopbell.conversation.reply import Reply
from stopbell_server.world import World
from tests.assistant.talking import list_written
from tests.together.test_conversation import has_line, talk
from tests.town import TOWN, open_town


@pytest.fixture
def town(tmp_path: Path) -> World:
    """Give the town with its live feed."""
    return open_town(tmp_path)


def list_asked(reply: Reply) -> list[tuple[str, dict[str, object]]]:
    return [
        (call.tool, {k: v for k, v in call.arguments.items() if k not in ("language", "verbosity")})
        for call in reply.calls
    ]


def test_a_trip_from_here_to_there_is_planned(town: World) -> None:
    (reply,) = talk(town, "how do I get from Bridge Street to the lake")
    assert list_asked(reply) == [("plan_trip", {"origin": "Bridge Street", "destination": "lake"})]
    assert has_line(reply, "10А to Озеро", "at 12:08, live, in 8 minutes", "from Bridge Street")
    assert has_line(reply, "2 stops, get off at Lake, after Market")


def test_who_does_not_say_where_from_sets_out_from_the_stop_in_use(town: World) -> None:
    (reply,) = talk(town, "how do I get to Lake", stop="town:S1")
    assert list_asked(reply)[0][1]["origin"] == "town:S1"
    assert has_line(reply, "from Railway Station, platform 1")


def test_who_has_said_where_they_are_sets_out_from_there(town: World) -> None:
    *_, reply = talk(town, "I am at 49.8449, 24.0300", "how do I get to Lake")
    assert list_asked(reply)[0][1]["origin"] == "49.8449,24.03"
    assert has_line(reply, "away as the crow flies")


def test_where_from_is_asked_for_where_nobody_knows(town: World) -> None:
    asking, answering = talk(town, "how do I get to Lake", "Bridge Street")
    assert list_written(asking) == ["Where do you start?"]
    assert has_line(answering, "10А to Озеро")


def test_the_same_in_ukrainian(town: World) -> None:
    (reply,) = talk(town, "як доїхати до озера", language="uk", stop="town:b1")
    assert has_line(reply, "10А, напрямок: Озеро, 12:08, наживо, через 8 хвилин", "посадка: Вулиця Мостова")
    assert has_line(reply, "вихід: Озеро, після зупинки Ринок")


def test_by_a_time_is_when_one_wants_to_be_there(town: World) -> None:
    (reply,) = talk(town, "how do I get to Lake by 13:00", stop="town:S1")
    assert list_asked(reply)[0][1] == {
        "origin": "town:S1",
        "destination": "Lake",
        "time": "13:00",
        "arrive_by": True,
    }
    assert has_line(reply, "timetable 12:43")


def test_going_home_needs_a_home(town: World) -> None:
    (reply,) = talk(town, "take me home", stop="town:S1")
    assert not reply.calls
    assert has_line(reply, "I do not know your home stop")


def test_what_may_be_several_places_is_chosen_and_then_planned(tmp_path: Path) -> None:
    stops = "\n        e2,,Озеро,49.9000,24.1000,0,,,"
    files = {
        "stops.txt": TOWN["stops.txt"].rstrip() + stops,
        "stop_times.txt": TOWN["stop_times.txt"].rstrip() + "\n        v1,12:40:00,12:40:00,e2,3",
    }
    world = open_town(tmp_path, files=files)
    asking, answering = talk(world, "як доїхати до Озеро", "1", language="uk", stop="town:S1")
    assert asking.kind == "choice"
    assert answering.calls[-1].arguments["destination"] in ("town:e", "town:e2")
    assert answering.calls[-1].answer.status.state in ("ok", "partial")


def test_who_wants_no_change_is_told_direct_rides_alone(town: World) -> None:
    (reply,) = talk(town, "how do I get to Lake without changing", stop="town:S1")
    assert not has_line(reply, "Change")
    assert has_line(reply, "10А to Озеро")


def test_how_far_a_stop_is_needs_a_place_and_is_no_way_on_foot(town: World) -> None:
    unknown, _, told = talk(town, "how far is Lake", "I am at 49.8590, 24.0300", "how far is Lake")
    assert has_line(unknown, "I need your place")
    assert list_asked(told) == [("describe_stop", {"stop": "Lake", "latitude": 49.859, "longitude": 24.03})]
    assert has_line(told, "Lake, 110 metres north")
    assert has_line(told, "That is a straight line, not a way on foot.")


def test_another_day_needs_a_time(town: World) -> None:
    (reply,) = talk(town, "how do I get to Lake tomorrow", stop="town:S1")
    assert has_line(reply, "For tomorrow, say a time too")


def test_whether_a_time_of_day_is_over_is_a_matter_of_the_citys_zone(town: World) -> None:
    """It is 12:00 in Kyiv and 10:00 in UTC, as a server's machine may have it: 10:30 in the morning is of tomorrow."""
    (reply,) = talk(town, "next bus at 10:30 am", stop="town:S1")
    assert reply.calls[-1].arguments["time"] == "2026-12-01T10:30"
