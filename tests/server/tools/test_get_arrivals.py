"""The board of a stop over the wire."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stopbell_server.world import World
from tests.asking import ask, ask_with
from tests.town import NOON
from tests.worldtext import open_text_world


def list_trips(asked: Any) -> list[str | None]:
    return [call.get("tripId") for call in asked.data["arrivals"]]


def test_departures_are_told_in_the_order_in_which_they_leave(town: World) -> None:
    asked = ask(town, "get_arrivals", stop="town:b1", limit=5)
    assert [(call["tripId"], call["status"], call.get("minutes")) for call in asked.data["arrivals"]] == [
        ("t1", "running", 8),
        ("t2", "cancelled", None),
        ("t3", "running", 26),
        ("t4", "skipped", None),
        ("t5", "running", 46),
    ]


def test_a_planned_time_and_a_predicted_one_stay_apart(town: World) -> None:
    late, _, planned, *_ = ask(town, "get_arrivals", stop="town:b1").data["arrivals"]
    assert (late["scheduledDeparture"][11:16], late["expectedDeparture"][11:16]) == ("12:06", "12:08")
    assert late["certainty"] == "live"
    assert planned["certainty"] == "timetable"
    assert "expectedDeparture" not in planned


def test_an_ambiguous_name_gives_choices_and_no_board(town: World) -> None:
    asked = ask(town, "get_arrivals", stop="Вулиця Мостова")
    assert asked.status["state"] == "ambiguous"
    assert [(one["number"], one["id"], one["towards"]) for one in asked.status["candidates"]] == [
        (1, "town:b1", ["Озеро"]),
        (2, "town:b2", ["Вокзал"]),
    ]
    assert asked.data["arrivals"] == []
    assert "stop" not in asked.data


def test_every_choice_has_a_label_of_its_own(town: World) -> None:
    candidates = ask(town, "get_arrivals", stop="Вулиця Мостова").status["candidates"]
    assert len({one["label"] for one in candidates}) == len({one["spoken"] for one in candidates}) == 2


@pytest.mark.parametrize("name", ["Вокзал", "Railway Station", "S", "town:S"])
def test_a_station_answers_for_all_its_platforms(town: World, name: str) -> None:
    asked = ask(town, "get_arrivals", stop=name)
    assert {call["platform"] for call in asked.data["arrivals"]} == {"1", "2"}


@pytest.mark.parametrize("line", ["10А", "10A", "10a", "r10", "town:r10"])
def test_a_line_is_understood_by_label_homoglyph_and_id(town: World, line: str) -> None:
    asked = ask(town, "get_arrivals", stop="town:S", route=line)
    assert {call["lineId"] for call in asked.data["arrivals"]} == {"r10"}
    assert asked.data["routeFilter"] == ["10А"]


def test_an_integer_names_a_line(town: World) -> None:
    assert {call["lineId"] for call in ask(town, "get_arrivals", stop="town:S", route=7).data["arrivals"]} == {"r7"}


def test_a_line_that_does_not_call_here_is_not_answered_with_an_empty_board(town: World) -> None:
    asked = ask(town, "get_arrivals", stop="town:b1", route="7")
    assert (asked.status["state"], asked.status["code"]) == ("unresolved", "unknown-route")
    assert "10А" in asked.text


def test_a_headsign_and_a_mode_narrow_the_board(town: World) -> None:
    assert set(list_trips(ask(town, "get_arrivals", stop="town:S", mode="tram"))) == {"v1", "f1"}
    assert set(list_trips(ask(town, "get_arrivals", stop="town:S", headsign="рин", mode="tram"))) == {"v1", "f1"}
    assert set(list_trips(ask(town, "get_arrivals", stop="town:S", headsign="озеро", limit=9))) == {
        "t1",
        "t2",
        "t3",
        "t4",
        "t5",
    }


@pytest.mark.parametrize("asked", ["Озеро", "ОЗЕРА", "ozero", "Lake", "LÁKE", "Market", "Рин"])
def test_a_destination_is_found_in_any_language_case_script_and_ending(town: World, asked: str) -> None:
    data = ask(town, "get_arrivals", stop="town:b1", headsign=asked, limit=20).data
    assert [call["tripId"] for call in data["arrivals"]] == ["t1", "t2", "t3", "t4", "t5"]
    assert data["headsignFilter"] == asked


@pytest.mark.parametrize("asked", ["Вокзал", "Bridge", "Мостова", "о", "???"])
def test_a_stop_that_lies_behind_is_no_destination(town: World, asked: str) -> None:
    assert ask(town, "get_arrivals", stop="town:b1", headsign=asked, limit=20).data["arrivals"] == []


def test_a_last_call_is_an_arrival_and_no_departure(town: World) -> None:
    assert "x1" not in list_trips(ask(town, "get_arrivals", stop="town:S1", limit=20))
    arrivals = ask(town, "get_arrivals", stop="town:S1", kind="arrivals").data["arrivals"]
    assert [(call["tripId"], call["status"]) for call in arrivals] == [("x1", "ends-here")]


def test_access_puts_the_surely_accessible_first_and_hides_none(town: World) -> None:
    plain = ask(town, "get_arrivals", stop="town:b1", limit=5)
    asked = ask(town, "get_arrivals", stop="town:b1", access=True, limit=5)
    assert list_trips(asked)[0] == "t5"
    assert set(list_trips(asked)) == set(list_trips(plain))
    assert asked.data["accessFilter"] is True
    assert asked.data["accessCounts"] == {"yes": 1, "no": 1, "unknown": 1}


def test_no_more_is_read_out_than_a_listener_keeps_in_mind(town: World) -> None:
    data = ask(town, "get_arrivals", stop="town:b1").data
    assert (len(data["arrivals"]), data["more"]) == (3, 2)


def test_what_is_beyond_the_limit_is_counted(town: World) -> None:
    data = ask(town, "get_arrivals", stop="town:b1", limit=2).data
    assert (len(data["arrivals"]), data["more"]) == (2, 3)


def test_the_time_looked_ahead_is_kept(town: World) -> None:
    assert list_trips(ask(town, "get_arrivals", stop="town:b1", within_minutes=10)) == ["t1"]


def test_a_frequency_is_not_dressed_up_as_a_clock_time(town: World) -> None:
    calls = ask(town, "get_arrivals", stop="town:S2", mode="tram").data["arrivals"]
    frequent = next(call for call in calls if call["certainty"] == "frequency")
    assert frequent["headwayMinutes"] == 20
    assert "minutes" not in frequent


def test_the_answer_speaks_the_language_that_is_asked_for(town: World) -> None:
    english, ukrainian = (ask(town, "get_arrivals", stop="town:b1", language=tag) for tag in ("en", "uk-UA"))
    assert (english.structured["language"], ukrainian.structured["language"]) == ("en", "uk")
    assert ukrainian.data["stop"]["name"] == "Вулиця Мостова"
    assert english.data["stop"]["name"] == "Bridge Street"


def test_a_language_that_is_not_there_falls_back_to_the_servers(town: World) -> None:
    asked = ask_with(town, "get_arrivals", {"stop": "town:b1", "language": "tlh"}, language="uk")
    assert asked.structured["language"] == "uk"


def test_more_words_do_not_change_the_data(town: World) -> None:
    brief, full = (ask(town, "get_arrivals", stop="town:b1", verbosity=word) for word in ("brief", "full"))
    assert len(brief.text) < len(full.text)
    assert brief.data == full.data


def test_the_text_block_is_the_written_answer(town: World) -> None:
    asked = ask(town, "get_arrivals", stop="town:b1")
    assert asked.text == asked.structured["text"]
    assert asked.links == ("mobility://stop-board/town/b1", "mobility://public-transport-stop/town/b1")


def test_a_notice_of_the_operator_ends_every_answer(town: World) -> None:
    noticed = World((replace(town.feeds[0], notice={"en": "This is a demonstration"}),), town.now)
    for arguments in ({"stop": "town:b1"}, {"stop": "Вулиця Мостова"}, {"stop": "Qqqq"}):
        asked = ask(noticed, "get_arrivals", **arguments)
        assert "This is a demonstration." in asked.structured["text"]
        assert "This is a demonstration." in asked.structured["spoken"]
        assert asked.structured["provenance"]["notice"] == "This is a demonstration"


def test_no_more_than_three_choices_are_spoken_and_the_others_are_counted(tmp_path: Path) -> None:
    stops = "stop_id,stop_name,stop_lat,stop_lon\n" + "".join(f"n{n},Nova,49.{n}0,24.0\n" for n in range(1, 6))
    times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + "".join(
        f"long,12:{n}0:00,12:{n}0:00,n{n},{n}\n" for n in range(1, 6)
    )
    world = open_text_world(tmp_path, {"stops.txt": stops, "stop_times.txt": times}, at=NOON)
    asked = ask(world, "get_arrivals", stop="Nova")
    assert [one["number"] for one in asked.status["candidates"]] == [1, 2, 3, 4, 5]
    assert "3:" in asked.structured["text"]
    assert "4:" not in asked.structured["text"]
    assert "2 more" in asked.structured["text"]
    assert "two more" in asked.structured["spoken"].lower()
    assert len({one["label"] for one in asked.status["candidates"]}) == 5
    assert len(asked.text.splitlines()) == 6
