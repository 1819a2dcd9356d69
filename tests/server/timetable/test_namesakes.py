"""What a name means when several stops bear it."""

from pathlib import Path

import pytest

from stopbell_server.domain.calls import ResolutionState
from stopbell_server.world import World
from tests.worldtext import open_text_world

NOON = "2026-11-30T12:00:00+02:00"

STOPS = """
    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
    T,Terminal,49.840,24.030,1,
    T1,Terminal Bay 1,49.8401,24.0301,0,T
    T2,Terminal Bay 2,49.8402,24.0302,0,T
    m1,Mill,49.8500,24.0300,0,
    m2,Mill,49.8501,24.0303,0,
    m3,Mill,49.8600,24.0300,0,
    m4,Mill,49.8502,24.0301,0,
    """
TIMES = """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence
    out,12:01:00,12:01:00,T1,1
    out,12:05:00,12:05:00,m1,2
    out,12:09:00,12:09:00,m3,3
    back,12:01:00,12:01:00,m3,1
    back,12:05:00,12:05:00,m2,2
    back,12:09:00,12:09:00,T2,3
    """


@pytest.fixture
def world(tmp_path: Path) -> World:
    return open_text_world(tmp_path, {"stops.txt": STOPS, "stop_times.txt": TIMES}, at=NOON)


def test_namesakes_that_stand_together_are_choices_like_those_far_apart(world: World) -> None:
    resolution = world.resolve_stop("Mill")
    assert resolution.state is ResolutionState.AMBIGUOUS
    assert {one.stop.id for one in resolution.candidates} == {"m1", "m2", "m3"}


def test_an_inexact_name_offers_all_its_bearers_and_nothing_else(world: World) -> None:
    resolution = world.resolve_stop("Millx")
    assert {one.stop.id for one in resolution.candidates} == {"m1", "m2", "m3"}


def test_a_namesake_that_nothing_serves_is_no_choice(world: World) -> None:
    assert "m4" not in {one.stop.id for one in world.resolve_stop("Mill").candidates}


def test_a_stations_name_means_the_station(world: World) -> None:
    found = world.resolve_stop("Terminal").found
    assert found is not None
    assert found.stop.id == "T"


@pytest.mark.parametrize(("name", "platform"), [("Terminal Bay 1", "T1"), ("terminal bay 2", "T2")])
def test_a_platforms_own_name_means_the_platform(world: World, name: str, platform: str) -> None:
    found = world.resolve_stop(name).found
    assert found is not None
    assert found.stop.id == platform


def test_a_search_lists_each_bearer_once(world: World) -> None:
    found = [one.stop.id for one in world.find_stops("Mill", limit=10)]
    assert sorted(found) == ["m1", "m2", "m3"]
