"""Stops that were asked for before: a timetable never changes, so what it says of a stop is looked up once."""

from dataclasses import dataclass, field
from typing import TypeVar

from stopbell_server.contract.known_calls import KnownCalls
from stopbell_server.contract.stops import StopSummary
from stopbell_server.domain.calls import StopResolution
from stopbell_server.domain.store import Store
from stopbell_server.world import World

Key = TypeVar("Key")
Value = TypeVar("Value")

_MOST = 1024
"""So many are remembered of each kind; then it begins anew. Riders ask for the same few again and again."""
_SETS = 8
"""Sets of timetables that are remembered: one for all, and some for tokens that see a part."""


@dataclass(frozen=True, slots=True)
class StopMemory:
    """What is known for one set of timetables; live data has no part in it."""

    stores: tuple[Store, ...]
    calls: KnownCalls = field(default_factory=KnownCalls)
    """The one part that knows live data: by the very call, which is another when something new is known of it."""
    resolutions: dict[str, StopResolution] = field(default_factory=dict[str, StopResolution])
    """By what was asked, as it was typed."""
    summaries: dict[tuple[str, ...], StopSummary] = field(default_factory=dict[tuple[str, ...], StopSummary])
    """By feed, stop, language and what was matched; without any place."""

    def resolve(self, world: World, asked: str) -> StopResolution:
        """Say which stop is meant, in a world of these timetables."""
        found = self.resolutions.get(asked)
        if found is None:
            found = world.resolve_stop(asked)
            _keep(self.resolutions, asked, found)
        return found

    def keep_summary(self, key: tuple[str, ...], summary: StopSummary) -> StopSummary:
        """Remember a summary and give it back."""
        _keep(self.summaries, key, summary)
        return summary


class KnownStops:
    """Remembers for the last few sets of timetables: callers who may see different feeds ask in turn.

    A timetable that has been replaced is held here no longer than until a few other sets have been asked about.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self._memories: tuple[StopMemory, ...] = ()

    def recall(self, world: World) -> StopMemory:
        """Give what is known for the timetables of a world. Several threads may ask at once."""
        stores = tuple([view.store for view in world.feeds])
        for memory in self._memories:
            if memory.stores == stores:
                return memory
        made = StopMemory(stores)
        self._memories = (made, *self._memories[: _SETS - 1])
        return made


def _keep(known: dict[Key, Value], key: Key, value: Value) -> None:
    if len(known) >= _MOST:
        known.clear()
    known[key] = value
