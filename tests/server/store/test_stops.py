"""Stops by id, code, station and place."""

from pathlib import Path

import pytest

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.store.read import SqliteStore
from tests.feedtext import open_text_feed

STATION = """
    stop_id,stop_name,tts_stop_name,stop_code,platform_code,location_type,parent_station,stop_lat,stop_lon,wheelchair_boarding,stop_desc,stop_timezone
    ST,Головний вокзал,,V1,,1,,49.8400,24.0000,1,,
    P1,Вокзал 1,Вокзал перший,0320,1,0,ST,49.8401,24.0001,,біля кас,Europe/Warsaw
    P2,Вокзал 2,,320,2,,ST,49.8404,24.0003,2,,
    EN,Вхід,,,,2,ST,49.8403,24.0003,0,,
    NO,,,,,3,ST,,,,,
    FAR,Далека,,0320,,0,,49.9000,24.1000,,,
"""


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return open_text_feed(tmp_path, {"stops.txt": STATION})


def test_a_stop_has_all_that_stops_txt_says(store: SqliteStore) -> None:
    assert store.find_stop(StopId("P1")) == Stop(
        id=StopId("P1"),
        name="Вокзал 1",
        location_type=LocationType.STOP,
        spoken_name="Вокзал перший",
        code="0320",
        platform="1",
        parent=StopId("ST"),
        lat=49.8401,
        lon=24.0001,
        wheelchair=Access.UNKNOWN,
        description="біля кас",
        zone_name="Europe/Warsaw",
    )
    assert store.find_stop(StopId("unknown")) is None


def test_stops_of_every_kind_are_found_by_id(store: SqliteStore) -> None:
    kinds = {stop: found.location_type for stop in ("ST", "P2", "EN", "NO") if (found := store.find_stop(StopId(stop)))}

    assert kinds == {
        "ST": LocationType.STATION,
        "P2": LocationType.STOP,
        "EN": LocationType.ENTRANCE,
        "NO": LocationType.NODE,
    }


def test_platforms_are_the_boardable_children_of_a_station(store: SqliteStore) -> None:
    assert [stop.id for stop in store.list_platforms(StopId("ST"))] == ["P1", "P2"]
    assert store.list_platforms(StopId("P1")) == ()
    assert store.list_platforms(StopId("unknown")) == ()


def test_a_code_is_text_and_its_zeros_count(store: SqliteStore) -> None:
    assert [stop.id for stop in store.list_stops_by_code("0320")] == ["P1", "FAR"]
    assert [stop.id for stop in store.list_stops_by_code("320")] == ["P2"]
    assert store.list_stops_by_code("20") == ()


def test_near_lists_stops_and_stations_nearest_first_with_metres(store: SqliteStore) -> None:
    near = store.list_stops_near(49.8401, 24.0001, 500, 10)

    assert [stop.id for stop, _ in near] == ["P1", "ST", "P2"]
    assert [round(metres) for _, metres in near] == [0, 13, 36]


def test_near_keeps_to_its_radius_and_limit(store: SqliteStore) -> None:
    assert [stop.id for stop, _ in store.list_stops_near(49.8401, 24.0001, 5, 10)] == ["P1"]
    assert len(store.list_stops_near(49.8401, 24.0001, 50_000, 2)) == 2


@pytest.mark.parametrize(
    ("place", "asked"),
    [
        ((0.5, 179.9995), (0.5, -179.9995)),
        ((0.5, -179.9995), (0.5, 179.9995)),
        ((89.9995, 0.0), (89.9995, 180.0)),
        ((-60.0, 10.0), (-60.0009, 10.0)),
        ((70.0, 25.002), (70.0, 25.0)),
    ],
)
def test_near_works_everywhere_on_the_globe(
    tmp_path: Path, place: tuple[float, float], asked: tuple[float, float]
) -> None:
    store = open_text_feed(tmp_path, {"stops.txt": f"stop_id,stop_name,stop_lat,stop_lon\nS,S,{place[0]},{place[1]}"})

    near = store.list_stops_near(*asked, 120, 5)

    assert [stop.id for stop, _ in near] == ["S"]
    assert 70 < near[0][1] < 120


@pytest.mark.parametrize("place", [(91, 24), (49, 181), ("nan", 24), (0, 0), ("", 24), ("49,8", 24), ("inf", 1)])
def test_an_impossible_place_is_nowhere(tmp_path: Path, place: tuple[object, object]) -> None:
    lat, lon = (f'"{value}"' for value in place)
    store = open_text_feed(tmp_path, {"stops.txt": f"stop_id,stop_name,stop_lat,stop_lon\nS,S,{lat},{lon}"})

    stop = store.find_stop(StopId("S"))

    assert stop is not None
    assert (stop.lat, stop.lon) == (None, None)
    assert store.list_stops_near(0, 0, 20_100_000, 5) == ()


def test_text_that_is_no_unicode_is_simply_not_found(store: SqliteStore) -> None:
    assert store.find_stop(StopId("\ud800")) is None
    assert store.list_stops_by_code("\ud800") == ()
    assert store.search_names("\ud800", 5) == ()
