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
"""What is being said when the run ends is said to its end, but no longer than that."""


async def read_boards(stops: Sequence[AnnouncedStop], booth: Booth) -> None:
    """Tell the next departures of each stop, once.

    Raises:
        NoAnswerError: the server gave no answer.
    """
    for stop in stops:
        await booth.tell(await stop.read_board(), stop)


class Run:
    """Announces from `begin` until `end`."""

    def __init__(self, stops: Sequence[AnnouncedStop], booth: Booth, turns: Turns, sleep: Sleep) -> None:
        """Take the stops, who tells, where announcements wait, and how to sleep."""
        self._stops = stops
        self._booth = booth
        self._turns = turns
        self._sleep = sleep

    async def go(self, end: asyncio.Event, board_every_min: int | None = None) -> None:
        """Announce until the end has come. A fault in one of its parts ends the run with it."""
        telling = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._keep(stop)) for stop in self._stops]
            if board_every_min is not None:
                tasks += [group.create_task(self._read(stop, board_every_min)) for stop in self._stops]
            speaker = group.create_task(self._speak(telling))
            await end.wait()
            for task in tasks:
                task.cancel()
            with suppress(TimeoutError):
                async with asyncio.timeout(_LAST_S):
                    while telling.is_set():
                        await asyncio.wait({speaker}, timeout=0.05)
            speaker.cancel()

    async def _keep(self, stop: AnnouncedStop) -> None:
        def tell(event: Event) -> None:
            if isinstance(event, Announcement):
                self._turns.add(event, stop)

        await Keeper(stop, stop.lookout, tell, self._sleep).keep()

    async def _read(self, stop: AnnouncedStop, every_min: int) -> None:
        while True:
            await self._sleep(every_min * 60.0)
            try:
                self._turns.add(await stop.read_board(), stop)
            except NoAnswerError as error:
                # That answers stay away is told by the watch.
                logger.info("no board to read: %s", error)

    async def _speak(self, telling: asyncio.Event) -> None:
        while True:
            turn = await self._turns.take()
            telling.set()
            await self._booth.tell(turn.announcement, turn.stop)
            telling.clear()
