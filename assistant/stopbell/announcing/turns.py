"""Whose turn it is: announcements wait here, the most urgent first, until what is being said has been said."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from stopbell.announcer.ranking import rank
from stopbell.announcing.announced_stop import AnnouncedStop
from stopbell.announcing.announcement import Announcement

logger = logging.getLogger(__name__)

LATEST_S = 20.0
"""A vehicle that could not be called out by then is passed over: it would be told as if it were now."""
_LATEST_LASTING_S = 120.0
_LASTING = frozenset({"cancelled", "skipped", "replaced", "error"})
"""What holds for a while, and is worth being told late."""
_REMEMBERED = 500


@dataclass(frozen=True, slots=True)
class Turn:
    """An announcement that waits, or whose turn it is."""

    announcement: Announcement
    stop: AnnouncedStop
    """Where it is said."""
    since: float


class Turns:
    """Gives announcements one at a time; each is said to its end, in all its languages, before the next one."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        """Take a clock in seconds."""
        self._monotonic = monotonic
        self._waiting: list[Turn] = []
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._arrived = asyncio.Event()
        self.left_out = 0
        """How many had no turn: too late, or a newer one about the same came."""

    def add(self, announcement: Announcement, stop: AnnouncedStop) -> None:
        """Let it wait for its turn, unless it had one; one about the same that still waits gives way to it."""
        key = (announcement.subject, announcement.milestone)
        if key in self._known:
            return
        self._known[key] = None
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        for one in [one for one in self._waiting if one.announcement.subject == announcement.subject]:
            self._leave_out(one, "a newer one about the same has come")
        self._waiting.append(Turn(announcement, stop, self._monotonic()))
        self._waiting.sort(key=lambda one: rank(one.announcement.kind))
        self._arrived.set()

    async def take(self) -> Turn:
        """Wait for the next one."""
        while True:
            for one in [one for one in self._waiting if self._is_late(one)]:
                self._leave_out(one, "its turn would come too late")
            if self._waiting:
                return self._waiting.pop(0)
            self._arrived.clear()
            await self._arrived.wait()

    def close(self, keep_kind: str | None = None) -> None:
        """Drop what waits, but for announcements of one kind."""
        self._waiting = [one for one in self._waiting if one.announcement.kind == keep_kind]

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits."""
        return not self._waiting

    def _is_late(self, one: Turn) -> bool:
        latest_s = _LATEST_LASTING_S if one.announcement.kind in _LASTING else LATEST_S
        return self._monotonic() - one.since > latest_s

    def _leave_out(self, one: Turn, why: str) -> None:
        self._waiting.remove(one)
        self.left_out += 1
        logger.warning("left out, because %s: %s, %s", why, one.announcement.subject, one.announcement.milestone)
