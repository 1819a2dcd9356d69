"""Stops of the documented contract: what comes, and how stops are found."""

from pathlib import Path

import pytest

from stopbell_server.world import World
from tests.realtimetext import make_updates, stop, update
from tests.server.transit_realtime.asking import tell
from tests.server.transit_realtime.square import NOW_POSIX, open_square
from tests.town import open_town, with_live
from tests.worldtext import open_text_world


@pytest.mark.parametrize("identity", [61, "61"])
def test_a_stop_is_asked_for_by_number_or_text_and_told_as_text(square: World, identity: int | str) -> None:
    assert tell(square, "get_stop_realtime", stop_id=identity).data["stop"]["id"] == "61"


def test_a_number_finds_the_code_that_begins_with_zeros(tmp_path: Path) -> None:
    assert tell(open_town(tmp_path), "get_stop_realtime", stop_id=707).data["stop"]["id"] == "b1"


def test_arrivals_are_sorted_and_those_that_nobody_predicts_come_last(square: World) -> None:
    minutes = [one["arrival_minutes"] for one in tell(square, "get_stop_realtime", stop_id=61).data["arrivals"]]
    assert minutes == [3, None, None]


def test_what_only_the_timetable_has_is_listed_last_but_told_first_when_it_comes_first(tmp_path: Path) -> None:
    later = update("t2b", stop(2, "61", arrival={"delay": 60}, departure={"delay": 60}), start_date="20260923")
    world = open_square(tmp_path, live=[make_updates(header=NOW_POSIX, entities=[later])])
    told = tell(world, "get_stop_realtime", stop_id=61)
    assert [one["arrival_minutes"] for one in told.data["arrivals"]] == [22, None, None]
    assert told.text == "Stop «Площа Ринок»: 3 arrivals. Next by the timetable: Т02 to «Пасічна» at 12:03."


def test_without_live_data_nothing_is_an_estimate_and_the_summary_names_the_timetable(square: World) -> None:
    told = tell(with_live(square, None), "get_stop_realtime", stop_id=61)
    assert {one["arrival_minutes"] for one in told.data["arrivals"]} == {None}
    assert told.text == "Stop «Площа Ринок»: 3 arrivals. Next by the timetable: Т02 to «Пасічна» at 12:03."


def test_an_old_prediction_is_no_estimate(tmp_path: Path) -> None:
    live = [
        make_updates(
            header=NOW_POSIX - 600,
            entities=[update("t2a", stop(2, "61", arrival={"delay": 90}), start_date="20260923")],
        )
    ]
    told = tell(open_square(tmp_path, live=live), "get_stop_realtime", stop_id=61)
    assert {one["arrival_minutes"] for one in told.data["arrivals"]} == {None}
    assert told.data["updated_at"] == "2026-09-23T09:01:21Z"


def test_what_is_cancelled_is_not_listed(tmp_path: Path) -> None:
    cancelled = update("t2a", start_date="20260923", schedule_relationship="CANCELED")
    world = open_square(tmp_path, live=[make_updates(header=NOW_POSIX, entities=[cancelled])])
    assert len(tell(world, "get_stop_realtime", stop_id=61).data["arrivals"]) == 2


def test_a_stop_where_nothing_comes_says_that_nothing_is_known(square: World) -> None:
    told = tell(square, "get_stop_realtime", stop_id=400)
    assert told.data["arrivals"] == []
    assert told.text == "Stop «Левандівка»: nothing is known to come within an hour."


@pytest.mark.parametrize("query", ["rynok", "Ринок", "площа ринок", "Rynok square"])
def test_a_name_is_found_in_either_script(square: World, query: str) -> None:
    stops = tell(square, "search_stops", query=query).data["stops"]
    assert [(one["id"], one["name"], one["eng_name"]) for one in stops] == [("61", "Площа Ринок", "Rynok square")]


def test_both_sides_of_a_street_are_stops_of_their_own(tmp_path: Path) -> None:
    stops = tell(open_town(tmp_path), "search_stops", query="Мостова").data["stops"]
    assert sorted(one["id"] for one in stops) == ["b1", "b2"]


def test_a_search_without_a_find_is_an_answer_with_nothing_to_draw(square: World) -> None:
    told = tell(square, "search_stops", query="qqqq")
    assert (told.is_error, told.data["stops"], told.blocks) == (False, [], [])
    assert told.text == "No stop was found for “qqqq”."


def test_stops_around_a_place_are_those_of_the_search_with_their_distance(square: World) -> None:
    (found,) = tell(square, "search_stops", query="rynok").data["stops"]
    near = tell(square, "get_stops_around_location", latitude=49.84146, longitude=24.03227, radius_meters=50)
    assert near.data["stops"] == [{**found, "distance_meters": 0}]


def test_a_wide_circle_is_drawn_smaller(square: World) -> None:
    told = tell(square, "get_stops_around_location", latitude=49.84, longitude=24.03, radius_meters=3000)
    assert told.blocks[0]["data"]["zoom"] == 14


def test_a_place_of_many_lines_names_none_in_its_summary(tmp_path: Path) -> None:
    numbers = range(1, 10)
    files = {
        "routes.txt": "route_id,agency_id,route_short_name,route_type\n" + "".join(f"r{n},A,{n},3\n" for n in numbers),
        "trips.txt": "route_id,service_id,trip_id\n" + "".join(f"r{n},daily,t{n}\n" for n in numbers),
        "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        + "".join(f"t{n},12:0{n}:00,12:0{n}:00,hub,1\nt{n},12:2{n}:00,12:2{n}:00,end,2\n" for n in numbers),
    }
    told = tell(open_text_world(tmp_path, files, at="2026-11-30T12:00:00+02:00"), "search_stops", query="hub")
    assert (told.text, len(told.data["stops"][0]["routes"])) == ("1 stop fits «hub». First: «hub».", 9)


def test_names_from_a_feed_are_cleaned(tmp_path: Path) -> None:
    stops = "stop_id,stop_name,stop_lat,stop_lon\nS1,\x1b[31mA\u202eB,49.84,24.03\n"
    world = open_town(tmp_path, files={"stops.txt": stops, "stop_times.txt": "trip_id,stop_id,stop_sequence\n"})
    told = tell(world, "get_stop_realtime", stop_id="S1")
    assert "\x1b" not in told.text
    assert told.data["stop"]["name"].isprintable()
