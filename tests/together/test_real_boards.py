"""Boards of a real city over the wire: their weight, and that every one is answered."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from stopbell_server.feeds.importing import import_feed
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.server import build_server
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.asking import load_phrasebooks

AT = datetime(2025, 11, 6, 21, 4, 14, tzinfo=UTC)
"""The header of the trip updates."""


@pytest.fixture(scope="module")
def halifax(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give Halifax in the rush hour of one afternoon, with its three live feeds."""
    source = corpus / "pair-halifax-2025-11-06"
    report = import_feed(source / "static.zip", "halifax", tmp_path_factory.mktemp("halifax"), _keep_quiet)
    store = SqliteStore(report.path)
    live = [source / f"{name}.pb" for name in ("TripUpdates", "VehiclePositions", "Alerts")]
    fetched = [receive(path.read_bytes(), path.name, AT, number=n) for n, path in enumerate(live)]
    return World((FeedView(store, build_snapshot(fetched, store)),), AT)


def _keep_quiet(stage: str, done: int, total: int) -> None:
    """Show no progress."""


def weigh(document: Any) -> int:
    return len(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())


@pytest.mark.corpus
def test_every_board_is_answered_and_light_enough(halifax: World) -> None:
    stops = [stop for stop, _ in halifax.feeds[0].store.list_stops_near(44.65, -63.60, 4000, 400)][::8]

    async def play() -> list[dict[str, Any]]:
        async with Client(build_server(halifax, load_phrasebooks())) as client:
            asked = [await client.call_tool("get_arrivals", {"stop": f"halifax:{stop.id}"}) for stop in stops]
        return [one.structured_content or {} for one in asked]

    boards = asyncio.run(play())
    assert len(boards) > 30
    assert {board["status"]["state"] for board in boards} <= {"ok", "partial"}
    calls = [board["data"]["arrivals"] for board in boards]
    assert sum(len(rows) for rows in calls) > 100
    assert max(weigh(call) for rows in calls for call in rows) <= 900
    assert max(weigh(rows) for rows in calls) <= 6000
    assert max(weigh(board) for board in boards) <= 9000
