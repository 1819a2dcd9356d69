"""A world that has been watched: payloads come one after the other, and the record is the product's own."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from stopbell_server.feeds.history import Recorder
from stopbell_server.feeds.realtime import FeedSnapshot, build_snapshot, receive
from stopbell_server.world import FeedView, World
from tests.realtimetext import make_updates


@dataclass
class Watched:
    """Begins with a world without live data, and hears what is said at instants of its own choosing."""

    world: World
    kept_s: int = 7200
    snapshot: FeedSnapshot | None = None
    recorder: Recorder = field(init=False)

    def __post_init__(self) -> None:
        self.recorder = Recorder(self.kept_s)

    def hear(self, at: datetime, *entities: dict[str, Any]) -> World:
        """Take one payload with both updates and positions, made and fetched then; give the world as it is then."""
        return self.hear_bytes(at, make_updates(header=at, entities=entities))

    def hear_bytes(self, at: datetime, *payloads: bytes) -> World:
        view, now = self.world.feeds[0], at.astimezone(UTC)
        fetched = [receive(payload, f"source-{n}", now, number=n) for n, payload in enumerate(payloads)]
        self.snapshot = build_snapshot(fetched, view.store, self.snapshot, view.limits)
        history = self.recorder.take(self.snapshot, view.store.info.version, now)
        self.world = World((view.with_snapshot(self.snapshot, history),), now)
        return self.world

    def wait(self, span: timedelta) -> World:
        """Give the world later, with nothing more heard."""
        self.world = World(self.world.feeds, self.world.now + span)
        return self.world

    @property
    def view(self) -> FeedView:
        return self.world.feeds[0]
