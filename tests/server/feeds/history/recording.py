"""A recorder under test: payloads go in as bytes, one after the other, and the record comes out."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, cast

from stopbell_server.domain.history import History
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.store import Store
from stopbell_server.feeds.history import Recorder
from stopbell_server.feeds.realtime import FeedSnapshot, build_snapshot, receive
from tests.realtimetext import make_updates
from tests.server.feeds.realtime.tiny_store import TinyStore

NOON = 1_796_032_800
"""30 November 2026, 12:00 in Kyiv."""


class Recording:
    """Each payload becomes a snapshot, as in a refresh loop, and the recorder takes it."""

    def __init__(self, kept_s: int = 7200, store: Store | None = None) -> None:
        self.store: Store = store or cast(Store, TinyStore({}))
        self.recorder = Recorder(kept_s)
        self.snapshot: FeedSnapshot | None = None
        self.history: History | None = None
        self.now = NOON

    def hear(self, at: int, *entities: dict[str, Any], number: int = 0, header: int | None = None) -> History | None:
        """Take a payload that is fetched `at` seconds after noon, and made then unless `header` says otherwise."""
        made = NOON + (at if header is None else header)
        return self.hear_bytes(at, make_updates(header=made, entities=entities), number=number)

    def hear_bytes(self, at: int, payload: bytes, *, number: int = 0) -> History | None:
        self.now = NOON + at
        fetched = receive(payload, f"source-{number}", self.to_now(), number)
        self.snapshot = build_snapshot([fetched], self.store, self.snapshot)
        self.history = self.recorder.take(self.snapshot, self.store.info.version, self.to_now())
        return self.history

    def to_now(self) -> datetime:
        return datetime.fromtimestamp(self.now, UTC)

    def list_sightings(self, trip: str) -> Sequence[tuple[int | None, str | None, str | None, int, int]]:
        """Give sequence, stop, status, first and last of each sighting of a trip, in seconds after noon."""
        assert self.history is not None
        return [
            (one.sequence, one.stop, one.status.value if one.status else None, one.first - NOON, one.last - NOON)
            for track in self.history.list_tracks(TripId(trip), self.to_now())
            for one in track.sightings
        ]

    def list_stated(self, trip: str) -> Sequence[tuple[int | None, str, int]]:
        """Give sequence, end and time of what was stated as certain."""
        assert self.history is not None
        return [
            (one.sequence, "departure" if one.is_departure else "arrival", one.time - NOON)
            for one in self.history.list_stated(TripId(trip), self.to_now())
        ]
