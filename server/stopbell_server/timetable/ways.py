"""Ways from one place to another: rides and changes, the time that is looked through, and which way beats which."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.transfers import Transfer
from stopbell_server.timetable.footpaths import Link
from stopbell_server.timetable.runs import Run

Place = Mapping[StopId, int]
"""The stops of a place with the walk to each from the asked stop, in metres, as the crow flies."""
Accepts = Callable[[Run, int, int], bool]
"""Whether a run may be ridden from one of its calls to another."""
NEVER = 1 << 62


class Hop(NamedTuple):
    """A run ridden from one call to a later one."""

    run: Run
    board: int
    alight: int


@dataclass(frozen=True, slots=True)
class Way:
    """One ride, or two with a change between them."""

    leaves: int
    """POSIX second at which one sets out, on foot or by getting on."""
    arrives: int
    """POSIX second at which one is there; of a trip without times the latest."""
    hops: tuple[Hop, ...]
    walk_to: int
    walk_from: int
    link: Link | None = None
    rule: Transfer | None = None
    slack_s: int = 0
    """How much longer the wait at the change is than it must be."""

    @property
    def changes(self) -> int:
        """How often one changes."""
        return len(self.hops) - 1

    @property
    def ease(self) -> tuple[float, int]:
        """What decides between ways that leave and arrive alike: less walking, then more time at the change."""
        between = (self.link.meters or 0.0) if self.link else 0.0
        return self.walk_to + self.walk_from + between, -self.slack_s


@dataclass(frozen=True, slots=True)
class Span:
    """What is looked through, in POSIX seconds, all included."""

    first: int
    """Earliest that one sets out."""
    last: int
    """Latest that one sets out."""
    until: int
    """Latest arrival of a way with a change."""
    deadline: int = NEVER
    """Latest arrival of any way."""


def accept_all(run: Run, board: int, alight: int) -> bool:
    """Accept every ride."""
    del run, board, alight
    return True


def keep_unbeaten(ways: Iterable[Way]) -> list[Way]:
    """Drop what another way beats: it leaves no sooner, arrives no later and has no more changes."""
    kept: list[Way] = []
    for way in sorted(ways, key=lambda way: (-way.leaves, way.arrives, way.changes, way.ease)):
        if not any(one.arrives <= way.arrives and one.changes <= way.changes for one in kept):
            kept.append(way)
    return kept[::-1]
