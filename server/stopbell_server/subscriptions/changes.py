"""What is another since the last look: the feeds there are, or what one of them brought."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stopbell_server.world import World


@dataclass(frozen=True, slots=True)
class Changed:
    """What is another."""

    feeds_differ: bool = False
    """A feed came, went, or has another timetable; or every minute is to be told otherwise, as the clock is."""
    feeds: frozenset[str] = frozenset()
    """Feeds that have other live data, or another timetable."""

    def touches(self, authority: str | None, known: bool) -> bool:
        """Whether a document of this feed may be another; one of no loaded feed may speak of all of them."""
        return self.feeds_differ or authority in self.feeds or (bool(self.feeds) and not known)


class Changes:
    """Compares each world with the one before, by what it is made of."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._parts: Mapping[str, tuple[Any, Any]] = {}
        self._clock_ok = True

    def look(self, world: World) -> Changed:
        """Say what is another than at the last look."""
        before, clock_ok = self._parts, self._clock_ok
        self._parts = {view.store.info.authority: (view.store, view.snapshot) for view in world.feeds}
        self._clock_ok = world.is_clock_credible
        stores_differ = before.keys() != self._parts.keys() or any(
            store is not before[name][0] for name, (store, _) in self._parts.items()
        )
        return Changed(
            feeds_differ=stores_differ or clock_ok is not self._clock_ok,
            feeds=frozenset(
                name
                for name, (_, snapshot) in self._parts.items()
                if name not in before or snapshot is not before[name][1]
            ),
        )

    def knows(self, authority: str | None) -> bool:
        """Whether there was such a feed at the last look."""
        return authority in self._parts
