"""What was told of one vehicle's time: each milestone once, and a delay when it is worth knowing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from stopbell_server.contract.times import to_minutes

MILESTONES = (10, 5, 2, 1, 0)
"""Minutes at which a vehicle is told, unless the rider named others; 0 is "arriving now"."""
JUMP = timedelta(minutes=2)
"""A vehicle is told to be later, or sooner, than was said from this much on."""
_NOW = timedelta(seconds=30)
_TICK = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Reached:
    """A milestone that is reached."""

    milestone: int
    """In minutes."""
    sooner_min: int
    """By how many minutes the vehicle comes sooner than was said; 0 where that is not worth knowing."""


class Approach:
    """Minds one vehicle on its way; times are instants, minutes are counted as boards count them."""

    def __init__(self, milestones: Sequence[int], at: datetime, now: datetime) -> None:
        """Begin with a vehicle of which the time has just been told: what it has reached already is not told again."""
        self._milestones = tuple(sorted(set(milestones), reverse=True))
        self._said_at = at
        self._reached = self._list_reached(at, now)
        self.round = 0
        """Which run through the milestones this is: after a delay they hold anew."""

    def reach(self, at: datetime, now: datetime) -> Reached | None:
        """Give the milestone that is reached now and was not before; the nearest, where it skipped some."""
        new = self._list_reached(at, now) - self._reached
        if not new:
            return None
        sooner = self._said_at - at
        self._reached |= new
        self._said_at = at
        return Reached(min(new), _round_to_minutes(sooner) if sooner >= JUMP else 0)

    def jump(self, at: datetime, now: datetime) -> int | None:
        """Give by how many minutes the vehicle comes later than was said, where it is enough; None where it is not."""
        later = at - self._said_at
        if later < JUMP:
            return None
        self._said_at = at
        self._reached = self._list_reached(at, now)
        self.round += 1
        return _round_to_minutes(later)

    def correct(self, at: datetime, now: datetime) -> None:
        """Take a time that the rider has just been told in other words."""
        self._said_at = at
        self._reached |= self._list_reached(at, now)

    def wake_at(self, at: datetime) -> datetime | None:
        """Give the instant at which the next milestone is reached if nothing changes."""
        ahead = [milestone for milestone in self._milestones if milestone not in self._reached]
        if not ahead:
            return None
        nearest = max(ahead)
        return at - (timedelta(minutes=nearest + 1) - _TICK if nearest else _NOW)

    def _list_reached(self, at: datetime, now: datetime) -> set[int]:
        minutes = to_minutes(at, now)
        left = 0 if minutes is None else minutes
        return {milestone for milestone in self._milestones if left <= milestone}


def _round_to_minutes(span: timedelta) -> int:
    return round(span / timedelta(minutes=1))
