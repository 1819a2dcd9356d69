"""One feed as the timetable sees it: the plan, the live part, the fleet, and what they are worth now."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.domain.freshness import DEFAULT_FRESHNESS, FreshnessLimits
from stopbell_server.domain.history import History
from stopbell_server.domain.snapshot import Snapshot
from stopbell_server.domain.store import Store
from stopbell_server.domain.withheld import Withheld
from stopbell_server.timetable.live import LiveIndex
from stopbell_server.timetable.planned_hours import PlannedHours
from stopbell_server.timetable.withholding import withhold


@dataclass(frozen=True)
class FeedView:
    """An immutable pairing of one compiled feed with one snapshot; answers about it may be cached on it."""

    store: Store
    snapshot: Snapshot | None = None
    """None: no live feed is set up."""
    fleet: FleetRegistry = field(default_factory=FleetRegistry)
    notice: Mapping[str, str] = field(default_factory=dict[str, str])
    """Language to sentence: what the operator wants said with every answer."""
    limits: FreshnessLimits = DEFAULT_FRESHNESS
    withheld: tuple[Withheld, ...] = ()
    """What the feed's owner does not want told of its vehicles."""
    history: History | None = field(default=None, compare=False, repr=False)
    """What was observed until now; None where nothing is kept, or nothing has been heard yet."""
    known_hours: PlannedHours | None = field(default=None, compare=False, repr=False)
    """What was read of this timetable before, handed from view to view while the store stays the same."""

    def with_snapshot(self, snapshot: Snapshot | None, history: History | None = None) -> "FeedView":
        """Pair the same timetable with another snapshot; what was read of the timetable stays known."""
        told = withhold(snapshot, self.withheld) if snapshot else None
        return replace(self, snapshot=told, history=history, known_hours=self.hours)

    @cached_property
    def hours(self) -> PlannedHours:
        """The timetable hour by hour."""
        return self.known_hours or PlannedHours(self.store)

    @cached_property
    def live(self) -> LiveIndex:
        """Which updates belong to which trips; made once per snapshot, at the first question."""
        return LiveIndex(self.store, self.snapshot)
