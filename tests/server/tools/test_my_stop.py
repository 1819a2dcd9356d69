"""A journey seen from the rider's own stop: how far, passed or not, skipped, not there, or there twice."""

from pathlib import Path
from typing import Any

import pytest

from stopbell_server.world import World
from tests.asking import ask
from tests.realtimetext import stop, update
from tests.server.tools.test_get_monitored_journey import DAY, at_stop, follow, late
from tests.town import TOWN, open_town

LOOP = """
        loop,12:00:00,12:00:00,S1,1
        loop,12:05:00,12:05:00,b1,2
        loop,12:10:00,12:10:00,e,3
        loop,12:15:00,12:15:00,b1,4
        loop,12:20:00,12:20:00,м/1:а б,5
"""


@pytest.fixture(scope="module")
def looped(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give the town with a trip that calls at Bridge Street twice, without live data."""
    trips = TOWN["trips.txt"].rstrip() + "\n        r10,week,loop,Ринок,0,\n"
    times = TOWN["stop_times.txt"].rstrip() + LOOP
    folder: Path = tmp_path_factory.mktemp("looped")
    return open_town(folder, files={"trips.txt": trips, "stop_times.txt": times}, live=[])


def test_how_many_stops_and_minutes_it_is_to_my_stop(town: World) -> None:
    asked = follow(town, 4, at_stop(2, 4), late(0), stop="Lake")
    assert asked.text.startswith(
        "Lake in 3 stops, the last stop, 16 minutes, live. Next stop Bridge Street. 10А to Озеро, on time, vehicle 412."
    )
    assert (asked.data["stop"]["name"], asked.data["stopsAway"], asked.data["stop"]["minutes"]) == ("Lake", 2, 16)


def test_in_ukrainian_too(town: World) -> None:
    asked = follow(town, 4, at_stop(2, 4), late(0), stop="Озеро", language="uk")
    assert asked.text.startswith("До зупинки Озеро: 3 зупинки, кінцева, через 16 хвилин, наживо. Наступна зупинка ")


@pytest.mark.parametrize("asked", ["town:b1", "b1", "0707", "Bridge Street", "Вулиця Мостова", "мостова"])
def test_my_stop_is_named_as_anywhere_and_a_stop_of_this_trip_goes_before_its_namesake(town: World, asked: str) -> None:
    """The same name stands on both sides of the street; the trip calls at one of them."""
    told = follow(town, 4, at_stop(2, 4), late(0), stop=asked)
    assert (told.data["stop"]["stopId"], told.data["stopsAway"]) == ("town:b1", 0)
    assert told.text.startswith("Next stop Bridge Street, 2 minutes, live. 10А to Озеро")


def test_the_next_stop_is_told_once_when_it_is_mine(town: World) -> None:
    assert follow(town, 4, at_stop(2, 4), late(0), stop="b1").text.count("Bridge Street") == 1


def test_my_stop_is_behind_only_by_a_report_of_the_vehicle(town: World) -> None:
    asked = follow(town, 10, at_stop(3, 10), stop="b1")
    assert asked.text.startswith("By its own report it is beyond Bridge Street. Next stop Market.")
    assert asked.data["stop"]["progress"] == "behind"
    assert "stopsAway" not in asked.data


def test_a_time_that_is_past_does_not_put_my_stop_behind(town: World) -> None:
    asked = follow(town, 10, late(0), stop="b1")
    assert asked.text.startswith("Bridge Street was due at 12:06; whether it has come by is not reported.")
    assert asked.data["stop"]["progress"] == "due"


def test_by_timetable_alone_it_is_said_to_be_so(town: World) -> None:
    asked = follow(town, 10, stop="Lake")
    assert asked.text.startswith("By timetable Lake in 2 stops, the last stop, timetable 12:20.")


def test_it_stands_at_my_stop(town: World) -> None:
    asked = follow(town, 6, at_stop(2, 6, "STOPPED_AT"), late(0), stop="b1")
    assert asked.text.startswith("It stands at Bridge Street now. 10А to Озеро")


def test_my_stop_is_skipped_today(town: World) -> None:
    out = update("t1", stop(2, "b1", schedule_relationship="SKIPPED"), start_date=DAY)
    asked = follow(town, 4, at_stop(2, 4), out, stop="b1")
    assert asked.text.startswith("Bridge Street: this trip does not stop there.")
    assert "stopsAway" not in asked.data


def test_stops_that_are_skipped_do_not_count(town: World) -> None:
    out = update("t1", stop(3, schedule_relationship="SKIPPED"), start_date=DAY)
    assert follow(town, 4, at_stop(2, 4), out, stop="Lake").data["stopsAway"] == 1


def test_a_cancelled_journey_says_that_first(town: World) -> None:
    asked = follow(town, 4, update("t1", start_date=DAY, schedule_relationship="CANCELED"), stop="b1")
    assert asked.text.startswith("Cancelled: ")


def test_before_it_leaves_the_time_at_my_stop_and_the_start_are_told(town: World) -> None:
    asked = follow(town, 0, late(0), stop="b1")
    assert asked.text.startswith("Bridge Street, 6 minutes, live. ")
    assert "Railway Station" in asked.text


def test_a_stop_that_the_trip_does_not_call_at(town: World) -> None:
    asked = follow(town, 4, at_stop(2, 4), stop="b2")
    assert (asked.status["state"], asked.status["code"]) == ("unresolved", "stop-not-on-journey")
    assert asked.text.startswith("Bridge Street is not among the known stops of this trip.")


def test_no_stop_is_called_so(town: World) -> None:
    assert follow(town, 4, at_stop(2, 4), stop="Qqqqqqq").status["code"] == "unknown-stop"


def test_a_stop_that_comes_twice_is_asked_about(looped: World) -> None:
    asked = ask(looped, "get_monitored_journey", journey="loop", stop="Bridge Street")
    assert (asked.status["state"], asked.status["code"]) == ("ambiguous", "ambiguous-call")
    assert [one["id"] for one in asked.status["candidates"]] == ["town:b1#2", "town:b1#4"]
    assert "1: Bridge Street, 12:05. 2: Bridge Street, 12:15." in asked.text


@pytest.mark.parametrize(("asked", "sequence"), [("town:b1#2", 2), ("town:b1#4", 4), ("Bridge Street#4", 4)])
def test_each_of_the_two_visits_can_be_meant(looped: World, asked: str, sequence: int) -> None:
    told = ask(looped, "get_monitored_journey", journey="loop", stop=asked)
    assert told.data["stop"]["stopSequence"] == sequence


@pytest.mark.parametrize("asked", ["town:b1#3", "town:b1#", "#", "#2", "b1#99999999999999999999"])
def test_a_visit_that_there_is_not_is_never_guessed(looped: World, asked: str) -> None:
    told = ask(looped, "get_monitored_journey", journey="loop", stop=asked)
    assert told.status["state"] in ("unresolved", "ambiguous")


def test_a_vehicle_may_stand_for_its_journey(town: World) -> None:
    told = follow(town, 4, at_stop(2, 4), late(0), journey="", vehicle="412", stop="Lake")
    assert told.data["stopsAway"] == 2


def test_a_stop_alone_names_no_journey(town: World) -> None:
    assert ask(town, "get_monitored_journey", stop="b1").status["code"] == "bad-argument"


def test_what_is_not_asked_is_not_told(town: World) -> None:
    data: Any = follow(town, 4, at_stop(2, 4)).data
    assert "stop" not in data
    assert "stopsAway" not in data
