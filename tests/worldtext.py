"""A whole world for tests: a feed written as text, live feeds as bytes, and the instant it is."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.world import FeedView, World
from tests.feedtext import open_text_feed


def open_text_world(
    tmp_path: Path,
    files: Mapping[str, str],
    *,
    at: str,
    realtime: Sequence[bytes] | None = None,
    fleet: FleetRegistry | None = None,
    notice: Mapping[str, str] | None = None,
    authority: str = "test",
) -> World:
    """Give a frozen world of one feed. `realtime` None: no live feed is set up; fetched at that instant."""
    now = datetime.fromisoformat(at).astimezone(UTC)
    store = open_text_feed(tmp_path, files, authority)
    snapshot = None
    if realtime is not None:
        fetched = [receive(payload, f"source-{n}", now, number=n) for n, payload in enumerate(realtime)]
        snapshot = build_snapshot(fetched, store)
    return World((FeedView(store, snapshot, fleet or FleetRegistry(), dict(notice or {})),), now)
