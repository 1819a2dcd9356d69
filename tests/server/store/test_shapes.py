"""The course of trips: shapes.txt as compiled, and where on it the stops lie."""

import math
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from stopbell_server.domain.errors import StoreUnreadable
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.store.read import SqliteStore
from tests.feedtext import open_text_feed

STEP = 0.0009
"""100 m north, in degrees."""
TRIPS = "route_id,service_id,trip_id,shape_id\nR,daily,T,s"


def write_points(*points: tuple[float, float]) -> str:
    """Write one shape; points are hundreds of metres north and east of 0, 30."""
    rows = [f"s,{north * STEP:.6f},{30 + east * STEP:.6f},{number}" for number, (north, east) in enumerate(points, 1)]
    return "\n".join(["shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence", *rows])


def write_stops(**stops: tuple[float, float]) -> str:
    rows = [f"{stop},{stop},{north * STEP:.6f},{30 + east * STEP:.6f}" for stop, (north, east) in stops.items()]
    return "\n".join(["stop_id,stop_name,stop_lat,stop_lon", *rows])


def write_calls(stops: str) -> str:
    rows = [f"T,08:{place:02}:00,08:{place:02}:00,{stop},{place}" for place, stop in enumerate(stops, 1)]
    return "\n".join(["trip_id,arrival_time,departure_time,stop_id,stop_sequence", *rows])


def add_distances(table: str, *distances: object) -> str:
    header, *rows = table.splitlines()
    return "\n".join(
        [f"{header},shape_dist_traveled", *(f"{row},{one}" for row, one in zip(rows, distances, strict=True))]
    )


def open_line(
    tmp_path: Path, shape: str, stops: Mapping[str, tuple[float, float]], calls: str, **files: str
) -> SqliteStore:
    texts = {"shapes.txt": shape, "stops.txt": write_stops(**stops), "stop_times.txt": write_calls(calls)}
    return open_text_feed(
        tmp_path, {**texts, "trips.txt": TRIPS, **{f"{name}.txt": text for name, text in files.items()}}
    )


def list_places(store: SqliteStore) -> list[float]:
    shape = store.find_shape(TripId("T"))
    assert shape is not None
    return [round(place, 2) for place in shape.places]


def test_points_stand_in_the_order_of_their_sequence(tmp_path: Path) -> None:
    rows = write_points((0, 0), (5, 0), (5, 5)).splitlines()
    store = open_line(tmp_path, "\n".join([rows[0], rows[3], rows[1], rows[2]]), {"a": (0, 0), "b": (5, 5)}, "ab")
    shape = store.find_shape(TripId("T"))
    assert shape is not None
    assert [(round(lat / STEP), round((lon - 30) / STEP)) for lat, lon in shape.points] == [(0, 0), (5, 0), (5, 5)]


def test_stops_lie_beside_the_line_between_its_points(tmp_path: Path) -> None:
    stops = {"a": (0, 0.1), "b": (2.5, 0.1), "c": (9, -0.1)}
    assert list_places(open_line(tmp_path, write_points((0, 0), (5, 0), (9, 0)), stops, "abc")) == [0, 0.5, 2]


def test_on_the_way_back_a_stop_lies_on_the_way_back(tmp_path: Path) -> None:
    stops = {"a": (0, 0), "b": (4, 0), "c": (10, 0), "d": (6, 0), "e": (1, 0)}
    places = list_places(open_line(tmp_path, write_points((0, 0), (10, 0), (0, 0)), stops, "abcde"))
    assert places == [0, 0.4, 1, 1.4, 1.9]


def test_a_loop_ends_where_it_began_and_not_before(tmp_path: Path) -> None:
    square = write_points((0, 0), (5, 0), (5, 5), (0, 5), (0, 0))
    places = list_places(open_line(tmp_path, square, {"a": (0, 0), "b": (5, 2.5), "c": (0, 2.5)}, "abca"))
    assert places == [0, 1.5, 3.5, 4]


def test_a_line_that_calls_twice_at_a_stop_lies_there_twice(tmp_path: Path) -> None:
    eight = write_points((0, 0), (10, 0), (10, 5), (5, 5), (5, -5))
    stops = {"a": (0, 0), "x": (5, 0), "b": (10, 5), "c": (5, -5)}
    assert list_places(open_line(tmp_path, eight, stops, "axbxc")) == [0, 0.5, 2, 3.5, 4]


@pytest.mark.parametrize(("distance", "place"), [(6, 0.6), (14, 1.67)])
def test_the_distances_of_a_feed_choose_between_two_passes(tmp_path: Path, distance: int, place: float) -> None:
    there_and_back = add_distances(write_points((0, 0), (10, 0), (4, 0)), 0, 10, 16)
    calls = add_distances(write_calls("abc"), "", distance, 16)
    stops = {"a": (0, 0), "b": (6, 0), "c": (4, 0)}
    assert list_places(open_line(tmp_path, there_and_back, stops, "abc", stop_times=calls))[1] == place


def test_distances_in_another_unit_do_no_harm(tmp_path: Path) -> None:
    shape = add_distances(write_points((0, 0), (10, 0)), 0, 1)
    calls = add_distances(write_calls("abc"), 0, 500, 1000)
    stops = {"a": (0, 0), "b": (5, 0), "c": (10, 0)}
    assert list_places(open_line(tmp_path, shape, stops, "abc", stop_times=calls)) == [0, 0.5, 1]


@pytest.mark.parametrize(
    ("stops", "calls"),
    [
        ({"a": (0, 0), "b": (5, 9)}, "ab"),
        ({"a": (0, 0), "b": (5, 0), "c": (9, 0)}, "cba"),
    ],
)
def test_a_trip_whose_stops_do_not_lie_along_its_shape_has_none(
    tmp_path: Path, stops: Mapping[str, tuple[float, float]], calls: str
) -> None:
    store = open_line(tmp_path, write_points((0, 0), (9, 0)), stops, calls)
    assert store.find_shape(TripId("T")) is None
    assert [following.bearing for stop in stops for following in store.list_next_stops(StopId(stop))] == [None] * (
        len(stops) - 1
    )


def test_a_trip_without_a_shape_has_none(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, {"stop_times.txt": write_calls("ab")})
    assert store.find_shape(TripId("T")) is None
    assert store.find_shape(TripId("unknown")) is None


def test_a_damaged_shape_is_told_as_a_damaged_feed(tmp_path: Path) -> None:
    store = open_line(tmp_path, write_points((0, 0), (9, 0)), {"a": (0, 0), "b": (9, 0)}, "ab")
    path = store.path
    store.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE shapes SET points = x'0011'")
    with pytest.raises(StoreUnreadable, match="a shape"):
        SqliteStore(path).find_shape(TripId("T"))


def test_the_way_out_of_a_stop_is_that_of_the_line_not_of_the_next_stop(tmp_path: Path) -> None:
    stops = {"a": (0, 0), "b": (2, 8)}
    store = open_line(tmp_path, write_points((0, 0), (2, 0), (2, 8)), stops, "ab")
    (following,) = store.list_next_stops(StopId("a"))
    assert following == (StopId("b"), 1, 0)
    assert round(math.degrees(math.atan2(8, 2))) == 76


def test_lines_that_leave_a_stop_in_opposite_ways_have_no_bearing(tmp_path: Path) -> None:
    north = write_points((0, 0), (2, 0), (2, 4), (0, 4))
    south = write_points((0, 0), (-2, 0), (-2, 4), (0, 4)).replace("s,", "z,").partition("\n")[2]
    calls = write_calls("ab")
    store = open_line(
        tmp_path,
        f"{north}\n{south}",
        {"a": (0, 0), "b": (0, 4)},
        "ab",
        trips=f"{TRIPS}\nR,daily,U,z",
        stop_times=f"{calls}\n" + calls.partition("\n")[2].replace("T,", "U,"),
    )
    assert store.list_next_stops(StopId("a")) == ((StopId("b"), 2, None),)
