"""Trips that are under way: of a line, or on their way to a stop."""

from datetime import timedelta
from typing import Any

import pytest

from stopbell_server.world import World
from tests.asking import Asked, ask
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.town import NOON_AT, NOON_POSIX, with_live

DAY = "20261130"


def search(town: World, minutes: int, *entities: Any, **arguments: Any) -> Asked:
    """Ask some minutes after noon; t1 runs from 12:03 to 12:20, t2 from 12:13, t3 from 12:23, x1 back from 12:08."""
    live = [make_updates(header=NOON_POSIX + minutes * 60, entities=entities)] if entities else None
    world = with_live(town, live, at=NOON_AT + timedelta(minutes=minutes))
    return ask(world, "search_active_journeys", **({"route": "10A"} | arguments))


def report(trip: str, minutes: int, vehicle_id: str = "bus-7", **fields: Any) -> dict[str, Any]:
    return vehicle(
        vehicle_id,
        trip={"trip_id": trip, "start_date": DAY},
        lat=49.845,
        lon=24.03,
        timestamp=NOON_POSIX + minutes * 60,
        **fields,
    )


def list_trips(asked: Asked) -> list[tuple[str, str]]:
    return [(one["tripId"], one["knownBy"]) for one in asked.data["journeys"]]


def test_trips_under_way_by_plan_are_listed_as_planned(town: World) -> None:
    asked = search(town, 15)
    assert list_trips(asked) == [("x1", "timetable"), ("t2", "timetable"), ("t1", "timetable")]
    assert asked.text.startswith("10А: 3 trips under way. 10А to Вокзал, next stop by timetable Bridge Street, ")


def test_the_same_in_ukrainian(town: World) -> None:
    asked = search(town, 15, language="uk")
    assert asked.text.startswith("10А: 3 рейси в дорозі. 10А, напрямок: Вокзал, наступна зупинка за розкладом ")


def test_what_says_how_far_each_is_stands_with_it(town: World) -> None:
    late = update("t2", stop(1, "S1", departure={"delay": 0}), start_date=DAY)
    asked = search(town, 15, report("t1", 15, current_stop_sequence=4), late)
    assert dict(list_trips(asked)) == {"t1": "vehicle", "t2": "prediction", "x1": "timetable"}


def test_a_trip_that_has_not_begun_or_is_cancelled_is_not_under_way(town: World) -> None:
    gone = update("t1", start_date=DAY, schedule_relationship="CANCELED")
    assert [trip for trip, _ in list_trips(search(town, 10, gone))] == ["x1"]


def test_a_trip_long_over_by_plan_is_listed_where_its_vehicle_reports(town: World) -> None:
    asked = search(town, 59, report("t1", 59, current_stop_sequence=4))
    assert ("t1", "vehicle") in list_trips(asked)


def test_a_direction_chooses_by_headsign_or_a_later_stop(town: World) -> None:
    assert [trip for trip, _ in list_trips(search(town, 15, headsign="Lake"))] == ["t2", "t1"]
    assert [trip for trip, _ in list_trips(search(town, 15, headsign="Вокзал"))] == ["x1"]


def test_a_stop_lists_what_is_on_its_way_there_in_order(town: World) -> None:
    asked = search(town, 11, stop="town:м/1:а б", route="")
    assert [one["tripId"] for one in asked.data["journeys"]] == ["t1", "v1"]
    assert asked.data["journeys"][0]["atStop"]["name"] == "Market"
    assert asked.text.startswith("Market: 2 trips under way. 10А to Озеро, timetable 12:12, ")


def test_a_mode_keeps_only_its_own(town: World) -> None:
    asked = search(town, 11, stop="town:м/1:а б", route="", mode="tram")
    assert [one["tripId"] for one in asked.data["journeys"]] == ["v1"]


def test_accessible_ones_come_first_and_none_is_dropped(town: World) -> None:
    asked = search(town, 15, access=True)
    assert [(one["tripId"], one["access"]["value"]) for one in asked.data["journeys"]] == [
        ("t2", "yes"),
        ("x1", "unknown"),
        ("t1", "no"),
    ]


def test_what_is_beyond_the_limit_is_counted(town: World) -> None:
    asked = search(town, 15, limit=1)
    assert (len(asked.data["journeys"]), asked.data["more"]) == (1, 2)
    assert asked.text.endswith("2 more trips.")


def test_none_known_is_not_told_as_none_running(town: World) -> None:
    assert search(town, -120).text == "10А: no trip is known to be under way."


def test_each_journey_can_be_followed_by_its_address(town: World) -> None:
    asked = search(town, 15)
    assert asked.links == tuple(one["uri"] for one in asked.data["journeys"])


def test_stale_predictions_are_said_to_be(town: World) -> None:
    old = make_updates(header=NOON_POSIX, entities=[update("t1", stop(1, "S1", departure={"delay": 0}))])
    later = ask(with_live(town, [old], at=NOON_AT + timedelta(minutes=15)), "search_active_journeys", route="10A")
    assert later.status["code"] == "live-lost"


@pytest.mark.parametrize(("arguments", "code"), [({"route": ""}, "no-place"), ({"route": "99"}, "unknown-route")])
def test_what_cannot_be_searched_says_why(town: World, arguments: dict[str, str], code: str) -> None:
    assert search(town, 15, **arguments).status["code"] == code
