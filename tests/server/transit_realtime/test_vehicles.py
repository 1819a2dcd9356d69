"""Vehicles of the documented contract: what is known of them, and null where nothing is."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from stopbell_server.world import World
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.server.transit_realtime.asking import tell
from tests.server.transit_realtime.square import NOW_POSIX, open_square
from tests.town import with_live


def test_low_floor_is_null_where_nobody_says(square: World) -> None:
    vehicles = [tell(square, "get_route_realtime", route_name=line).data["vehicles"] for line in ("T01", "T02")]
    assert {one["id"]: one["lowfloor"] for found in vehicles for one in found} == {
        "5907": True,
        "6000": None,
        "2393": False,
    }


def test_the_next_stop_is_null_without_a_trip_update(square: World) -> None:
    vehicles = tell(square, "get_route_realtime", route_name="T01").data["vehicles"]
    assert {one["id"]: one["next_stop"] for one in vehicles} == {
        "5907": {"id": "118", "name": "Залізничний вокзал", "arrival": "2026-09-23T09:05:00.000Z"},
        "6000": None,
    }


def test_a_direction_is_the_place_of_its_destination(square: World) -> None:
    data = tell(square, "get_route_realtime", route_name="T01").data
    assert all(data["destinations"][one["direction"]] == one["destination"] for one in data["vehicles"])


def test_a_vehicle_that_has_not_reported_for_long_is_not_shown(square: World) -> None:
    assert tell(square, "get_vehicle_info", vehicle_id="8888").is_error
    late = replace(square, now=square.now + timedelta(minutes=10))
    told = tell(late, "get_route_realtime", route_name="T01")
    assert (told.data["vehicles"], told.blocks) == ([], [])
    assert told.text == "Line Т01: no vehicle reports where it is."


def test_without_live_data_no_vehicle_is_called_absent(square: World) -> None:
    told = tell(with_live(square, None), "get_nearby_vehicles", latitude=49.839, longitude=23.996)
    assert (told.data["total"], told.text) == (0, "No vehicle reports within 500 metres.")


def test_total_counts_what_the_limit_leaves_out(square: World) -> None:
    told = tell(square, "get_nearby_vehicles", latitude=49.839, longitude=23.996, limit=1)
    assert (told.data["total"], len(told.data["vehicles"])) == (2, 1)
    assert (
        told.text
        == "2 vehicles report within 500 metres. The nearest one is listed. Nearest: Т01, Погулянка, 10 metres."
    )


@pytest.mark.parametrize(("route", "ids"), [("T01", ["5907"]), ("1734", ["2393"]), ("А03", [])])
def test_vehicles_around_a_place_may_be_of_one_line(square: World, route: str, ids: list[str]) -> None:
    place = (49.83947, 23.99566) if route != "1734" else (49.83461, 24.01672)
    asked = {"latitude": place[0], "longitude": place[1], "radius_meters": 100, "route": route}
    vehicles = tell(square, "get_nearby_vehicles", **asked).data["vehicles"]
    assert [one["id"] for one in vehicles if one["distance_meters"] < 50] == ids


def test_a_line_that_the_timetable_lacks_is_told_by_its_id(square: World) -> None:
    data = tell(square, "get_vehicle_info", vehicle_id="7777").data
    assert (data["route"], data["direction"], data["destination"], data["upcoming_stops"]) == ("EXT9", None, None, [])


def test_a_number_plate_is_told_where_the_feed_has_it(square: World) -> None:
    plates = [tell(square, "get_vehicle_info", vehicle_id=one).data["license_plate"] for one in (2393, "5907")]
    assert plates == ["1238", None]


def test_stops_that_were_passed_are_not_ahead(tmp_path: Path) -> None:
    passed = stop(3, "118", arrival={"time": NOW_POSIX - 60}, departure={"time": NOW_POSIX - 40})
    coming = stop(4, "188", arrival={"time": NOW_POSIX + 60})
    live = [
        make_updates(header=NOW_POSIX, entities=[update("t1a", passed, coming)]),
        make_updates(header=NOW_POSIX, entities=[vehicle("5907", trip="t1a", lat=49.84, lon=24.0)]),
    ]
    told = tell(open_square(tmp_path, live=live), "get_vehicle_info", vehicle_id="5907")
    assert [one["id"] for one in told.data["upcoming_stops"]] == ["188"]


def test_an_unknown_vehicle_is_an_error_that_says_where_ids_come_from(square: World) -> None:
    told = tell(square, "get_vehicle_info", vehicle_id="nobody")
    assert told.is_error
    assert "get_route_realtime" in told.text
