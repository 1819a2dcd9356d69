"""The town, imported once; and the same town with a line that comes to one stop twice."""

import pytest

from stopbell_server.world import World
from tests.town import open_town

LOOP = {
    "trips.txt": "route_id,service_id,trip_id,trip_headsign,direction_id\nr10,week,t1,Озеро,0",
    "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        t1,11:50:00,11:50:00,S1,1
        t1,11:56:00,11:56:00,b1,2
        t1,12:02:00,12:02:00,e,3
        t1,12:20:00,12:20:00,b1,4
        t1,12:30:00,12:30:00,S2,5
        """,
    "frequencies.txt": "",
}


@pytest.fixture(scope="session")
def town(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give the town at noon with its live feed; a frozen world, so tests may share it."""
    return open_town(tmp_path_factory.mktemp("town"))


@pytest.fixture(scope="session")
def loop(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give a town whose one trip calls at Bridge Street twice, at 11:56 and 12:20; nothing live yet."""
    return open_town(tmp_path_factory.mktemp("loop"), files=LOOP, live=[])


@pytest.fixture(scope="session")
def twins(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give two feeds side by side that have everything under the same ids."""
    first = open_town(tmp_path_factory.mktemp("town"))
    second = open_town(tmp_path_factory.mktemp("other"), authority="other")
    return World((*first.feeds, *second.feeds), first.now)
