"""Trips around a point, as far as vehicles report; and trips at another time, by plan."""

from typing import Any

import pytest

from stopbell_server.world import World
from tests.asking import Asked
from tests.realtimetext import make_updates, vehicle
from tests.server.tools.test_search_active_journeys import DAY, list_trips, search
from tests.town import NOON_POSIX, with_live

HERE = {"route": "", "latitude": 49.8450, "longitude": 24.0300}
"""At Bridge Street."""


def report(trip: str, north_m: float, *, age_s: int = 10, **fields: Any) -> dict[str, Any]:
    """Give a report at a quarter past twelve, so many metres north of Bridge Street."""
    said: dict[str, Any] = {"trip": {"trip_id": trip, "start_date": DAY}, "lat": 49.8450 + north_m / 111_195}
    return vehicle(f"bus-{trip}", lon=24.03, timestamp=NOON_POSIX + 900 - age_s, **(said | fields))


def around(town: World, *entities: Any, **arguments: Any) -> Asked:
    return search(town, 15, *entities, **(HERE | arguments))


def test_trips_around_a_point_come_with_distance_and_direction_the_nearest_first(town: World) -> None:
    asked = around(town, report("t1", 700), report("x1", -200))
    told = [(one["tripId"], one["distanceMeters"], one["walkBearing"]) for one in asked.data["journeys"]]
    assert told == [("x1", 200, "south"), ("t1", 701, "north")]
    assert asked.data["scope"] == "near"
    assert asked.text.startswith(
        "Within 1 kilometre of the place: 2 trips under way. 10А to Вокзал, 200 metres south, reported 10 seconds ago, "
    )


def test_that_others_may_be_there_is_always_said(town: World) -> None:
    for entities in ((report("t1", 100),), (report("t1", 9000),)):
        asked = around(town, *entities)
        assert asked.text.endswith("Only vehicles that report their place are counted; there may be others.")


def test_in_ukrainian_too(town: World) -> None:
    asked = around(town, report("x1", -200), language="uk")
    assert asked.text.startswith("Поруч, радіус 1 кілометр: 1 рейс у дорозі. ")
    assert "200 метрів на південь" in asked.text


@pytest.mark.parametrize(("radius", "expected"), [(150, []), (250, ["x1"]), (5000, ["x1", "t1"])])
def test_the_radius_narrows(town: World, radius: int, expected: list[str]) -> None:
    asked = around(town, report("t1", 700), report("x1", -200), radius_meters=radius)
    assert [one["tripId"] for one in asked.data["journeys"]] == expected
    assert asked.data["radiusMeters"] == radius


def test_a_report_that_is_old_is_told_as_the_last_contact(town: World) -> None:
    asked = around(town, report("x1", -200, age_s=600))
    assert asked.data["journeys"][0]["reportCertainty"] == "lost"
    assert "no contact with the vehicle for 10 minutes" in asked.text


def test_a_direction_narrows_too(town: World) -> None:
    asked = around(town, report("t1", 100), report("x1", -200), headsign="Lake")
    assert [one["tripId"] for one in asked.data["journeys"]] == ["t1"]


def test_a_line_and_a_point_both_narrow(town: World) -> None:
    asked = around(town, report("t1", 100), report("x1", -900), report("v1", 20), route="10A", radius_meters=500)
    assert [one["tripId"] for one in asked.data["journeys"]] == ["t1"]
    assert asked.data["scope"] == "route"


def test_a_stop_and_a_point_both_narrow(town: World) -> None:
    asked = around(town, report("t1", 100), report("t2", -900), stop="town:e", radius_meters=500)
    assert [one["tripId"] for one in asked.data["journeys"]] == ["t1"]
    assert asked.data["journeys"][0]["atStop"]["name"] == "Lake"


def test_a_vehicle_of_no_trip_is_no_journey(town: World) -> None:
    lone = vehicle("bus-0", lat=49.8450, lon=24.03, timestamp=NOON_POSIX + 890)
    assert around(town, lone).data["journeys"] == []


def test_without_reports_of_vehicles_the_answer_is_refused(town: World) -> None:
    quiet = with_live(town, [make_updates(header=NOON_POSIX)])
    asked = search(quiet, 15, **HERE)
    assert asked.status["code"] == "no-vehicle-data"


def test_half_a_place_is_none(town: World) -> None:
    assert search(town, 15, route="", latitude=49.8).status["code"] == "bad-argument"


def test_at_another_time_the_plan_alone_answers(town: World) -> None:
    asked = search(town, 0, report("t1", 100), time="12:15")
    assert list_trips(asked) == [("x1", "timetable"), ("t2", "timetable"), ("t1", "timetable")]
    assert asked.data["plannedFor"] == asked.data["now"] == "2026-11-30T12:15:00+02:00"
    assert asked.text.startswith("By timetable, 30 November, 12:15. 10А: 3 trips under way then. 10А to Вокзал, ")
    assert asked.structured["provenance"]["standard"] == "GTFS"
    assert not [one for one in asked.data["journeys"] if "vehicleId" in one]


@pytest.mark.parametrize("time", ["2026-11-30T12:15", "2026-11-30T12:15:00+02:00", "2026-11-30T10:15:00Z"])
def test_a_time_without_an_offset_is_that_of_the_feed(town: World, time: str) -> None:
    assert search(town, 0, time=time).data["plannedFor"] == "2026-11-30T12:15:00+02:00"


def test_at_another_time_a_stop_may_be_asked_about(town: World) -> None:
    asked = search(town, 0, stop="town:e", time="12:15")
    assert [one["tripId"] for one in asked.data["journeys"]] == ["t1", "t2"]


def test_nothing_planned_then_is_said(town: World) -> None:
    assert "no trip is planned to be under way then" in search(town, 0, time="03:00").text


@pytest.mark.parametrize(
    "time", ["soon", "25:00", "2026-13-01T00:00", "9999-12-31T23:59", "0001-01-01T00:00", "T", "-"]
)
def test_what_is_no_time_is_refused_with_its_forms(town: World, time: str) -> None:
    asked = search(town, 0, time=time)
    assert asked.status["code"] == "bad-argument"
    assert "HH:MM" in asked.status["remedy"]


def test_no_plan_says_where_vehicles_will_be(town: World) -> None:
    assert around(town, report("t1", 100), time="12:15").status["code"] == "bad-argument"
