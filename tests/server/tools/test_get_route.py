"""A line on one day, by timetable alone."""

from pathlib import Path

import pytest

from stopbell_server.world import World
from tests.asking import ask
from tests.town import TOWN, open_town, with_live


def test_each_direction_is_told_with_its_first_and_last_departure(town: World) -> None:
    asked = ask(town, "get_route", route="10A")
    assert asked.text == (
        "10А, by timetable, 30 November. To Озеро from Railway Station, first at 12:03, last at 12:43, 5 departures. "
        "Usually every 10 minutes from 12:03 to 12:43. To Вокзал from Lake, only at 12:08."
    )
    assert asked.structured["spoken"].startswith("Ten A, by timetable, the thirtieth of November.")


def test_the_same_in_ukrainian(town: World) -> None:
    text = ask(town, "get_route", route="10A", language="uk").text
    assert text.startswith("10А, за розкладом, 30 листопада. Напрямок: Озеро, від зупинки Вокзал, перше відправлення ")
    assert "усього 5 відправлень. Зазвичай кожні 10 хвилин з 12:03 до 12:43." in text


def test_stops_are_in_order_and_named_aloud_where_more_is_wanted(town: World) -> None:
    asked = ask(town, "get_route", route="10A", verbosity="rich")
    stops = [stop["name"] for stop in asked.data["directions"][0]["stops"]]
    assert stops == ["Railway Station", "Bridge Street", "Market", "Lake"]
    assert "4 stops: Railway Station, Bridge Street, Market and Lake." in asked.text


def test_times_are_told_for_the_stop_that_was_asked_about(town: World) -> None:
    (direction,) = ask(town, "get_route", route="10A", stop="town:b1").data["directions"]
    assert (direction["start"]["name"], direction["departures"]) == (
        "Bridge Street",
        ["12:06", "12:16", "12:26", "12:36", "12:46"],
    )


def test_a_cancellation_of_today_is_no_part_of_the_timetable(town: World) -> None:
    with_updates, without = ask(town, "get_route", route="10A"), ask(with_live(town, None), "get_route", route="10A")
    assert with_updates.data == without.data


def test_a_day_without_trips_says_so(town: World) -> None:
    asked = ask(town, "get_route", route="10A", service_day="2026-12-05")
    assert asked.text == "10А: no trips are planned on 5 December."
    assert (asked.status["state"], asked.data["directions"]) == ("ok", [])


@pytest.mark.parametrize(("day", "code"), [("2027-02-01", "timetable-ended"), ("2025-02-03", "timetable-not-started")])
def test_a_day_beyond_the_timetable_is_not_told_as_a_day_without_trips(town: World, day: str, code: str) -> None:
    asked = ask(town, "get_route", route="10A", service_day=day)
    assert asked.status["code"] == code
    assert "no trips" not in asked.text


def test_a_headway_gives_no_departures(tmp_path: Path) -> None:
    files = {"trips.txt": TOWN["trips.txt"].replace("r7,week,v1,Ринок,0,", "r10,week,v1,Ринок,0,")}
    (direction,) = ask(open_town(tmp_path, files=files), "get_route", route="7").data["directions"]
    assert (direction["trips"], direction["departures"], "first" in direction) == (0, [], False)
    assert direction["periods"] == [
        {"start": "2026-11-30T06:00:00+02:00", "end": "2026-11-30T22:00:00+02:00", "headwayMinutes": 20}
    ]


def test_a_departure_after_midnight_stands_after_the_others(tmp_path: Path) -> None:
    files = {
        "trips.txt": TOWN["trips.txt"].rstrip() + "\n        r10,week,n1,Озеро,0,\n",
        "stop_times.txt": TOWN["stop_times.txt"].rstrip()
        + "\n        n1,24:10:00,24:10:00,S1,1\n        n1,24:30:00,24:30:00,e,2\n",
    }
    direction = ask(open_town(tmp_path, files=files), "get_route", route="10A").data["directions"][0]
    assert (direction["departures"][-1], direction["last"]) == ("00:10", "2026-12-01T00:10:00+02:00")
    assert direction["variants"] == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"route": "99"}, "unknown-route"),
        ({"route": ""}, "bad-argument"),
        ({}, "bad-argument"),
        ({"route": "10A", "service_day": "soon"}, "bad-argument"),
        ({"route": "10A", "stop": "Qqqqqqq"}, "unknown-stop"),
        ({"route": "7", "stop": "town:b1"}, "unknown-route"),
    ],
)
def test_what_cannot_be_told_says_why(town: World, arguments: dict[str, str], code: str) -> None:
    assert ask(town, "get_route", **arguments).status["code"] == code
