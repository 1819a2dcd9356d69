"""Journeys of a real city: every vehicle that reports is found, followed and placed, and nothing is made up."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stopbell_server.feeds.importing import import_feed
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.asking import ask

AT = datetime(2025, 11, 6, 21, 4, 14, tzinfo=UTC)
"""The header of the trip updates."""


@pytest.fixture(scope="module")
def halifax(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give Halifax in the rush hour of one afternoon; its vehicles say which trip they run, but never which stop."""
    source = corpus / "pair-halifax-2025-11-06"
    report = import_feed(source / "static.zip", "halifax", tmp_path_factory.mktemp("halifax"), _keep_quiet)
    store = SqliteStore(report.path)
    live = [source / f"{name}.pb" for name in ("TripUpdates", "VehiclePositions")]
    fetched = [receive(path.read_bytes(), path.name, AT, number=n) for n, path in enumerate(live)]
    return World((FeedView(store, build_snapshot(fetched, store)),), AT)


def _keep_quiet(stage: str, done: int, total: int) -> None:
    """Show no progress."""


def list_vehicles(world: World, step: int) -> Sequence[str]:
    snapshot = world.feeds[0].snapshot
    assert snapshot is not None
    return [one.vehicle.id for one in snapshot.list_all_positions() if one.vehicle.id][::step]


@pytest.mark.corpus
def test_every_vehicle_is_followed_and_none_is_said_to_have_passed_a_stop(halifax: World) -> None:
    asked = [ask(halifax, "get_monitored_journey", vehicle=one, limit=100) for one in list_vehicles(halifax, 7)]
    assert len(asked) > 40
    followed = [one.data for one in asked if one.status["state"] == "ok"]
    assert len(followed) >= len(asked) - 2
    assert {data["knownBy"] for data in followed} <= {"prediction", "timetable"}
    assert "behind" not in {call["progress"] for data in followed for call in data["calls"]}
    assert {data["phase"] for data in followed} >= {"under-way", "not-started"}


@pytest.mark.corpus
def test_the_next_stop_is_never_one_whose_time_is_past(halifax: World) -> None:
    for one in list_vehicles(halifax, 11):
        data = ask(halifax, "get_monitored_journey", vehicle=one).data
        for call in data["calls"]:
            if call["progress"] == "next":
                times = [call[name] for name in call if name.startswith(("expected", "scheduled"))]
                assert max(map(datetime.fromisoformat, times)) >= AT


@pytest.mark.corpus
@pytest.mark.parametrize("language", ["en", "uk"])
def test_every_vehicle_is_placed_by_a_stop_in_a_short_sentence(halifax: World, language: str) -> None:
    for one in list_vehicles(halifax, 13):
        asked = ask(halifax, "get_vehicle_position", vehicle=one, language=language)
        assert asked.data["nearest"]["name"] in asked.text
        assert len(asked.structured["spoken"]) < 400


@pytest.mark.corpus
def test_every_vehicle_of_a_line_that_reports_a_trip_on_its_way_is_listed(halifax: World) -> None:
    asked = ask(halifax, "search_active_journeys", route="1", limit=20)
    listed = {one["vehicleLabel"] for one in asked.data["journeys"]}
    snapshot = halifax.feeds[0].snapshot
    assert snapshot is not None
    reporting = [one for one in snapshot.list_all_positions() if one.descriptor and one.descriptor.route == "1"]
    followed = [ask(halifax, "get_monitored_journey", vehicle=one.vehicle.id or "") for one in reporting]
    under_way = {one.data["vehicleLabel"] for one in followed if one.data["phase"] == "under-way"}
    assert under_way <= listed
    assert len(under_way) >= 5


@pytest.mark.corpus
def test_a_line_told_by_timetable_has_the_departures_of_its_boards(halifax: World) -> None:
    direction = ask(halifax, "get_route", route="1", stop="halifax:8330").data["directions"][0]
    board = ask(halifax, "get_arrivals", stop="halifax:8330", route="1", limit=20)
    scheduled = [call["scheduledDeparture"][11:16] for call in board.data["arrivals"] if "scheduledDeparture" in call]
    assert len(scheduled) >= 3
    assert set(scheduled) <= set(direction["departures"])
