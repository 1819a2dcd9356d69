"""What a refresher knows of its sources from one fetch to the next."""

from dataclasses import dataclass, field

from stopbell_server.domain.history import History
from stopbell_server.feeds.fetch import Validators
from stopbell_server.feeds.history import Recorder
from stopbell_server.feeds.realtime import FeedSnapshot


@dataclass(slots=True)
class RefreshMemory:
    """By the number of the source, but for the snapshot and the record, which are of all of them."""

    recorder: Recorder = field(default_factory=Recorder)
    """What was observed so far; only the thread that builds snapshots may use it."""
    snapshot: FeedSnapshot | None = None
    history: History | None = None
    """The record as it was with this snapshot."""
    validators: dict[int, Validators] = field(default_factory=dict[int, Validators])
    payloads: dict[int, bytes] = field(default_factory=dict[int, bytes])
    """The bytes that are in use; the snapshot keeps most of them anyway."""
    failures: dict[int, int] = field(default_factory=dict[int, int])
    """How often it has failed in a row."""
    due: dict[int, float] = field(default_factory=dict[int, float])
    """When to ask again, by the monotonic clock."""

    def to_other_timetable(self) -> "RefreshMemory":
        """Give the same without what was joined to a timetable, which may soon be closed."""
        snapshot = self.snapshot
        if snapshot is not None:
            snapshot = FeedSnapshot(snapshot.states, {}, snapshot.vehicle_indexes, snapshot.health)
        return RefreshMemory(
            recorder=self.recorder,
            snapshot=snapshot,
            validators=dict(self.validators),
            payloads=dict(self.payloads),
            failures=dict(self.failures),
            due=dict(self.due),
        )
