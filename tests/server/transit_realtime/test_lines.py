"""Lines of the documented contract: their ways, their times, and trips from stop to stop."""

from pathlib import Path

import pytest

from stopbell_server.world import World
from tests.server.transit_realtime.asking import tell
from tests.server.transit_realtime.square import open_square
from tests.town import open_town
from tests.worldtext import open_text_world


@pytest.mark.parametrize("name", ["T01", "Т01", "t01", "1627", 1627])
def test_a_line_is_asked_for_in_either_script_or_by_id_and_told_by_its_own_label(
    square: World, name: str | int
) -> None:
    assert tell(square, "get_route_realtime", route_name=name).data["route_name"] == "Т01"


def test_a_number_that_is_a_lines_label_is_that_line(square: World) -> None:
    assert tell(square, "get_route_static", route_name=7).data["route"]["name"] == "7"


def test_the_first_stop_of_each_way_alone_has_times(square: World) -> None:
    ways = tell(square, "get_route_static", route_name="T01").data["stops"]
    filled = [[bool(one["departures"] or any(one["schedule"].values())) for one in way] for way in ways]
    assert filled == [[True, False, False, False], [True, False, False]]


def test_times_stand_by_kind_of_day_in_the_order_of_the_service_day(square: World) -> None:
    first = tell(square, "get_route_static", route_name="T01").data["stops"][0][0]
    assert first["departures"] == ["11:50", "00:10"]
    assert first["schedule"] == {
        "workday": ["11:50", "00:10"],
        "saturday": ["07:00"],
        "sunday": ["08:00"],
        "weekend": ["07:00", "08:00"],
    }


def test_a_holiday_changes_todays_times_and_no_kind_of_day(tmp_path: Path) -> None:
    world = open_square(tmp_path, at="2026-09-28T12:00:00+03:00", live=[])
    first = tell(world, "get_route_static", route_name="T01").data["stops"][0][0]
    assert (first["departures"], first["schedule"]["workday"]) == (["08:00"], ["11:50", "00:10"])


def test_a_headway_is_no_list_of_times(tmp_path: Path) -> None:
    stops = tell(open_town(tmp_path), "get_route_static", route_name="7").data["stops"]
    assert stops[0][0]["departures"] == ["12:05"]


def test_a_line_without_directions_is_told_apart_by_where_it_begins(square: World) -> None:
    ways = tell(square, "get_route_static", route_name="7").data["stops"]
    assert sorted([one["id"] for one in way] for way in ways) == [["197", "286"], ["286", "197"]]


def test_shapes_are_there_only_when_asked_for(square: World) -> None:
    plain, drawn = (tell(square, "get_route_static", route_name="T02", include_shapes=asked) for asked in (False, True))
    assert "shapes" not in plain.data
    assert plain.blocks[0]["data"]["layers"] == {"stops": "data.stops"}
    # One way has a course in the feed, from before its first stop; for the other none is made up.
    assert [len(shape) for shape in drawn.data["shapes"]] == [0, 5]
    assert drawn.data["shapes"][1][0] == [49.8391, 23.99675]
    assert drawn.blocks[0]["data"]["layers"] == {"stops": "data.stops", "polylines": "data.shapes"}


@pytest.mark.parametrize("tool", ["get_route_static", "get_route_realtime"])
def test_an_unknown_line_is_an_error_with_a_hint(square: World, tool: str) -> None:
    told = tell(square, tool, route_name="NOPE")
    assert (told.is_error, told.structured) == (True, None)
    assert told.text == "No line NOPE was found here. Ask for a stop to hear its lines."


def test_one_boards_within_a_walk_at_a_stop_of_another_name(square: World) -> None:
    told = tell(square, "plan_trip", from_stop_id=61, to_stop_id="118")
    assert told.data["from"] == {"id": "61", "name": "Площа Ринок", "stop_ids": ["58", "61"]}
    best = told.data["options"][0]
    assert (best["board_stop"]["name"], best["walk_to_board_meters"], best["stops_count"]) == ("Руська", 137, 1)
    assert told.text == (
        "2 direct lines from «Площа Ринок» to «Залізничний вокзал». Best: Т01 towards «Приміський вокзал», 1 stop. "
        "Board at «Руська», 140 metres away."
    )


def test_a_change_is_given_where_no_line_goes_through(square: World) -> None:
    told = tell(square, "plan_trip", from_stop_id=61, to_stop_id=400)
    assert told.data["options"] == []
    assert [leg["route"] for leg in told.data["transfer_options"][0]["legs"]] == ["Т02", "А03"]
    assert [one["role"] for one in told.data["map_stops"]] == ["board", "alight", "board", "alight"]


def test_no_line_takes_one_back_from_its_last_stop(square: World) -> None:
    told = tell(square, "plan_trip", from_stop_id=400, to_stop_id=286)
    assert (told.data["options"], told.data["transfer_options"], told.blocks) == ([], [], [])
    assert told.text == (
        "No direct line is known from «Левандівка» to «Пасічна». With one change none is known either."
    )


def test_one_does_not_board_where_nobody_is_taken_on(tmp_path: Path) -> None:
    times = """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type
        one,12:03:00,12:03:00,a,1,1
        one,12:06:00,12:06:00,b,2,0
        one,12:09:00,12:09:00,c,3,0
        """
    world = open_text_world(tmp_path, {"stop_times.txt": times}, at="2026-11-30T12:00:00+02:00")
    ways = [tell(world, "plan_trip", from_stop_id=stop, to_stop_id="c").data["options"] for stop in ("a", "b")]
    assert [len(found) for found in ways] == [0, 1]


def test_an_unknown_stop_of_a_trip_is_an_error(square: World) -> None:
    assert tell(square, "plan_trip", from_stop_id=9999, to_stop_id=61).is_error


def test_the_documented_servers_own_name_for_trips_works_too(square: World) -> None:
    asked = {"from_stop_id": 61, "to_stop_id": 118}
    assert tell(square, "find_routes_between", **asked) == tell(square, "plan_trip", **asked)
