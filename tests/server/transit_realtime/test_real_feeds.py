"""Real cities under the documented contract: the sample of Lviv itself, and one far away."""

from datetime import datetime
from pathlib import Path

import pytest

from stopbell_server.feeds.importing import import_feed
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.server.transit_realtime.asking import tell

pytestmark = pytest.mark.corpus


def open_city(folder: Path, static: str, live: tuple[str, ...], at: str, compiled: Path) -> World:
    """Import a city and its live feeds."""
    now = datetime.fromisoformat(at)
    report = import_feed(folder / static, "city", compiled, lambda stage, done, total: None)
    store = SqliteStore(report.path)
    fetched = [receive((folder / name).read_bytes(), name, now, number=n) for n, name in enumerate(live)]
    return World((FeedView(store, build_snapshot(fetched, store)),), now)


@pytest.fixture(scope="module")
def lviv(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give the Lviv sample: all lines, a few stops, three vehicles."""
    return open_city(
        corpus / "lviv-sample-2026-09-05",
        "static-head.zip",
        ("trip_updates.pb", "vehicle_position.pb"),
        "2026-09-05T16:41:30+00:00",
        tmp_path_factory.mktemp("lviv"),
    )


@pytest.fixture(scope="module")
def halifax(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give Halifax in the rush hour."""
    return open_city(
        corpus / "pair-halifax-2025-11-06",
        "static.zip",
        ("TripUpdates.pb", "VehiclePositions.pb"),
        "2025-11-06T21:04:14+00:00",
        tmp_path_factory.mktemp("halifax"),
    )


def test_a_vehicle_of_lviv_is_told_with_its_line_and_plate(lviv: World) -> None:
    data = tell(lviv, "get_vehicle_info", vehicle_id=5476).data
    route = lviv.feeds[0].store.find_route("142")  # type: ignore[arg-type]  # an id as the feed has it
    assert route is not None
    assert (data["vehicle_id"], data["route"], data["license_plate"]) == ("5476", route.short_name, "603")
    assert (data["lat"], data["lng"], data["bearing"]) == (49.80317, 24.00798, 286)
    assert data["upcoming_stops"] == []


def test_a_line_of_lviv_has_its_vehicle_and_no_invented_next_stop(lviv: World) -> None:
    told = tell(lviv, "get_route_realtime", route_name=142)
    assert [(one["id"], one["next_stop"], one["lowfloor"]) for one in told.data["vehicles"]] == [("5476", None, None)]


def test_a_far_city_answers_the_documented_requests(halifax: World) -> None:
    start = tell(halifax, "search_stops", query="Scotia Square").data["stops"][0]["id"]
    end = tell(halifax, "search_stops", query="Mumford").data["stops"][0]["id"]
    arrivals = tell(halifax, "get_stop_realtime", stop_id=int(start)).data["arrivals"]
    minutes = [one["arrival_minutes"] for one in arrivals if one["arrival_minutes"] is not None]
    assert minutes
    assert minutes == sorted(minutes)
    assert tell(halifax, "plan_trip", from_stop_id=start, to_stop_id=end).data["options"]
    way, back = tell(halifax, "get_route_static", route_name="1").data["stops"]
    assert len(way) > 20
    assert len(back) > 20
    vehicles = tell(halifax, "get_route_realtime", route_name="1").data["vehicles"]
    assert any(one["next_stop"] for one in vehicles)
    found = tell(halifax, "get_vehicle_info", vehicle_id=vehicles[0]["id"]).data
    assert (found["route"], found["lat"]) == ("1", vehicles[0]["lat"])
