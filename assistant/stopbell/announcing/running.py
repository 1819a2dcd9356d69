"""A run of announcements: every stop is watched, and what comes of it is told one after the other."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from stopbell.announcer.event import Event
from stopbell.announcing.announced_stop import AnnouncedStop
from stopbell.announcing.announcement import Announcement
from stopbell.announcing.booth import Booth
from stopbell.announcing.turns import Turns
from stopbell.conversation.watching.errors import NoAnswerError
from stopbell.conversation.watching.keeping import Keeper, Sleep

logger = logging.getLogger(__name__)

_LAST_S = 30.0
"""What is being said when the run ends is said to its end, but no longer than that; a fault is told first."""


async def read_boards(stops: Sequence[AnnouncedStop], booth: Booth) -> None:
    """Tell the next departures of each stop, once.

    Raises:
        NoAnswerError: the server gave no answer.
    """
    for stop in stops:
        await booth.tell(await stop.read_board(), stop)


class Run:
    """Announces until its end comes, or until a fault ends it."""

    def __init__(self, stops: Sequence[AnnouncedStop], booth: Booth, turns: Turns, sleep: Sleep) -> None:
        """Take the stops, who tells, where announcements wait, and how to sleep."""
        self._stops = stops
        self._booth = booth
        self._turns = turns
        self._sleep = sleep
        self._is_quiet = asyncio.Event()
        self.is_broken = False
        """Whether a fault of ours has ended it. Nobody would notice its silence: it is to be started anew."""

    async def go(self, end: asyncio.Event, board_every_min: int | None = None) -> None:
        """Announce until the end has come; a fault makes it come."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._keep(stop, end)) for stop in self._stops]
            if board_every_min is not None:
                tasks += [group.create_task(self._read(stop, board_every_min)) for stop in self._stops]
            speaker = group.create_task(self._speak())
            await end.wait()
            for task in tasks:
                task.cancel()
            with suppress(TimeoutError):
                async with asyncio.timeout(_LAST_S):
                    await self._finish()
            speaker.cancel()

    async def _finish(self) -> None:
        """Let what is being said be said, and what has gone wrong too; what else waits is not begun any more."""
        self._turns.close(keep_kind="error" if self.is_broken else None)
        while not (self._turns.is_empty and self._is_quiet.is_set()):
            # Taking the last one and beginning to tell it are one step of the speaker.
            await self._is_quiet.wait()
            await asyncio.sleep(0)

    async def _keep(self, stop: AnnouncedStop, end: asyncio.Event) -> None:
        def tell(event: Event) -> None:
            if isinstance(event, Announcement):
                self._turns.add(event, stop)

        await Keeper(stop, stop.lookout, tell, self._sleep).keep()
        # A stop is never over: its keeper has met a fault, logged it and told it.
        self.is_broken = True
        end.set()

    async def _read(self, stop: AnnouncedStop, every_min: int) -> None:
        while True:
            await self._sleep(every_min * 60.0)
            try:
                self._turns.add(await stop.read_board(), stop)
            except NoAnswerError as error:
                # That answers stay away is told by the watch.
                logger.info("no board to read: %s", error)

    async def _speak(self) -> None:
        self._is_quiet.set()
        while True:
            turn = await self._turns.take()
            self._is_quiet.clear()
            await self._booth.tell(turn.announcement, turn.stop)
            self._is_quiet.set()
