"""Keep one watch going: look when something is new, when its time has come, and every half minute at the least."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from stopbell.announcer.event import Event
from stopbell.conversation.watching.errors import NoAnswerError
from stopbell.conversation.watching.lookout import Lookout
from stopbell.conversation.watching.watch import Watch

logger = logging.getLogger(__name__)

AGAIN_S = 30.0
"""Longest time between two looks: what tells of news may itself fall silent."""
SHORTEST_S = 1.0
FIRST_RETRY_S = 2.0
LONGEST_RETRY_S = 60.0
MISSES = 2
"""Answers that stay away in a row before the rider is told: one alone may be a hiccup."""

Tell = Callable[[Event], None]
Sleep = Callable[[float], Awaitable[None]]


class Keeper:
    """Looks on behalf of one watch, and tells when the server itself cannot be reached."""

    def __init__(self, watch: Watch, lookout: Lookout, tell: Tell, sleep: Sleep) -> None:
        """Take the watch, what it looks with, who is told, and how to sleep."""
        self.watch = watch
        self._lookout = lookout
        self._tell = tell
        self._sleep = sleep
        self._misses = 0
        self._outages = 0
        self._is_new = asyncio.Event()

    async def keep(self) -> None:
        """Look until the watch is over. What fails in it ends it, and the rider is told."""
        ringing = asyncio.create_task(self._follow())
        try:
            while not self.watch.is_over:
                await self.look()
                if not self.watch.is_over:
                    await self._wait()
        except Exception:
            logger.exception("a watch has failed")
            self._announce("broken", "watch.broken")
        finally:
            ringing.cancel()
            with suppress(asyncio.CancelledError):
                await ringing

    async def look(self) -> None:
        """Look once, and tell what is to be told."""
        self._is_new.clear()
        try:
            events = await self.watch.look(self._lookout)
        except NoAnswerError as error:
            logger.info("no answer for a watch: %s", error)
            self._misses += 1
            if self._misses == MISSES:
                self._announce("no-contact", "watch.no_contact")
            return
        if self._misses >= MISSES:
            self._announce("contact", "watch.contact_back")
            self._outages += 1
        self._misses = 0
        for event in events:
            self._tell(event)

    def _announce(self, what: str, message_id: str) -> None:
        watch = self.watch
        self._tell(
            self._lookout.make_event(
                "alight" if watch.is_ride else "error",
                f"{watch.subject} server",
                f"{what} {self._outages}",
                lambda book: book.say(message_id, what=watch.name(book)),
                is_own=watch.is_ride,
                lasts=True,
            )
        )

    async def _wait(self) -> None:
        """Wait for news, for the watch's own time, or for so long that one looks all the same."""
        if self._misses:
            await self._sleep(min(AGAIN_S, FIRST_RETRY_S * 2 ** (self._misses - 1)))
            return
        now = self._lookout.now()
        at = self.watch.wake_at(now)
        wait_s = AGAIN_S if at is None else min(AGAIN_S, max(SHORTEST_S, (at - now).total_seconds()))
        waits = [asyncio.ensure_future(self._sleep(wait_s)), asyncio.create_task(self._is_new.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()

    async def _follow(self) -> None:
        """Ring at news of the watched resource; a subscription that is lost is made anew, each time a little later."""
        retry_s = FIRST_RETRY_S
        while (address := self.watch.address) is not None:
            try:
                async with self._lookout.tools.follow(address) as news:
                    retry_s = FIRST_RETRY_S
                    # What changed before is not told again.
                    self._is_new.set()
                    async for _ in news:
                        self._is_new.set()
            except LookupError as error:
                logger.info("%s", error)
            self._is_new.set()
            await self._sleep(retry_s)
            retry_s = min(LONGEST_RETRY_S, retry_s * 2)
