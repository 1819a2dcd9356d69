"""The watch: reads again what somebody subscribed to, when something may be new, and tells where something is."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextvars import Context
from datetime import datetime
from typing import Any

from mcp.server.subscriptions import ServerEvent

from stopbell_server.desk.change_bell import Silence, listen_to
from stopbell_server.subscriptions.changes import Changed, Changes
from stopbell_server.subscriptions.lists import Lists
from stopbell_server.subscriptions.mailbox import Mailbox
from stopbell_server.subscriptions.meaning import LONGEST, Meaning
from stopbell_server.subscriptions.reading import Audience, Reader, find_authority, to_watched
from stopbell_server.subscriptions.watched import Watched
from stopbell_server.world import World, WorldSource

_log = logging.getLogger(__name__)

_TURNS = 20
"""An answer over HTTP takes about half as many."""
_AFTER_FAULT_S = 10.0

Sleep = Callable[[float], Awaitable[object]]
"""Waits so many seconds."""


class Watch:
    """Looks while somebody wants to know, and rests otherwise: without subscriptions it costs nothing."""

    def __init__(self, source: WorldSource, reader: Reader, lists: Lists, sleep: Sleep) -> None:
        """Watch a source of worlds; nothing is started before somebody joins."""
        self._source = source
        self._reader = reader
        self._lists = lists
        self._sleep = sleep
        self._watched: dict[tuple[Audience, str], Watched] = {}
        self._changes = Changes()
        self._bell = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._silence: Silence | None = None
        self._looks = 0
        self._slept_at: datetime | None = None

    @property
    def watched(self) -> int:
        """How many resources are watched, each counted once for everybody who reads it the same way."""
        return len(self._watched)

    async def join(self, mailbox: Mailbox, audience: Audience, uri: str) -> bool:
        """Tell a mailbox whenever a resource says something else than now; False when there is no such resource."""
        self._begin()
        address = to_watched(uri)
        try:
            meaning = await self._read_now(address, audience)
            if meaning.is_gone:
                return False
            self._watch_for(mailbox, uri, audience, address, meaning)
            await _let_others_go_on()
            return True
        finally:
            self._rest_if_idle()

    def _watch_for(self, mailbox: Mailbox, uri: str, audience: Audience, address: str, meaning: Meaning) -> None:
        key = (audience, address)
        watched = self._watched.get(key)
        if watched is None:
            watched = self._watched[key] = Watched(address, audience, find_authority(address), meaning)
        else:
            watched.tell(meaning)
        watched.told.setdefault(mailbox, {})[uri] = None
        self._bell.set()

    async def _read_now(self, address: str, audience: Audience) -> Meaning:
        """Read, and once more if meanwhile the watch has looked: it would not look for this change again."""
        while True:
            looks = self._looks
            meaning = await self._reader.read(address, audience)
            if looks == self._looks:
                return meaning

    async def join_lists(self, mailbox: Mailbox, audience: Audience, events: Iterable[ServerEvent]) -> None:
        """Tell a mailbox whenever one of these lists is another than now."""
        self._begin()
        try:
            await self._lists.join(mailbox, audience, events)
        finally:
            self._rest_if_idle()

    def leave(self, mailbox: Mailbox, uri: str | None = None) -> None:
        """Tell a mailbox no more: of one resource, or of anything."""
        for key, watched in list(self._watched.items()):
            watched.leave(mailbox, uri)
            if not watched.told:
                del self._watched[key]
        if uri is None:
            self._lists.leave(mailbox)
        self._rest_if_idle()

    def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._end_listening()
            self._changes.look(self._see_all())
            self._bell = asyncio.Event()
            self._silence = listen_to(self._source, self._bell.set)
            # In a context of its own: that of the request would make the watch see as its caller.
            self._task = asyncio.create_task(self._run(), name="watch what is subscribed to", context=Context())

    def _see_all(self) -> World:
        """Give the world as it is, whoever asks now."""
        return Context().run(self._source.current)

    def _rest_if_idle(self) -> None:
        if self._task is not None and not self._watched and not self._lists.are_watched:
            self._task.cancel()
            self._task = None
            self._changes = Changes()
            self._end_listening()

    def _end_listening(self) -> None:
        if self._silence is not None:
            self._silence()
            self._silence = None

    async def _run(self) -> None:
        while True:
            await self._wait()
            self._bell.clear()
            try:
                await self._look()
            except Exception:
                _log.exception("looking for what has changed failed; it is tried again")
                await self._sleep(_AFTER_FAULT_S)

    async def _wait(self) -> None:
        """Wait until something arrives, or until the first of what is watched may say something else by itself."""
        ends = [one.meaning.holds_until for one in self._watched.values() if one.meaning.holds_until]
        ringing = asyncio.create_task(self._bell.wait())
        waiting: set[asyncio.Task[Any]] = {ringing}
        if ends:
            waiting.add(asyncio.create_task(self._sleep_until(min(ends))))
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()

    async def _sleep_until(self, end: datetime) -> None:
        """Wait until an instant of the source's clock; one that stands still is asked again after a while only."""
        now = self._source.current().now
        left_s = LONGEST.total_seconds() if now == self._slept_at else (end - now).total_seconds()
        await self._sleep(max(left_s, 0.0))
        self._slept_at = now

    async def _look(self) -> None:
        """Read again what may be another, one after the other; answers to other clients go on between them."""
        world = self._source.current()
        changed, now = self._changes.look(world), world.now
        del world  # a timetable stays open as long as somebody holds a world that it is in
        self._looks += 1
        for watched in [one for one in self._watched.values() if self._may_differ(one, changed, now)]:
            if watched.told:
                await self._read_again(watched, now)
                await _let_others_go_on()
        if changed.feeds_differ:
            await self._lists.look()

    def _may_differ(self, watched: Watched, changed: Changed, now: datetime) -> bool:
        end = watched.meaning.holds_until
        if end is None:
            return changed.feeds_differ  # a plan, which live data has no part in
        return end <= now or changed.touches(watched.authority, known=self._changes.knows(watched.authority))

    async def _read_again(self, watched: Watched, now: datetime) -> None:
        try:
            watched.tell(await self._reader.read(watched.uri, watched.audience))
        except Exception:
            _log.exception("%s cannot be read by a fault of this program", watched.uri)
            watched.meaning = Meaning(watched.meaning.digest, now + LONGEST)


async def _let_others_go_on() -> None:
    """Let answers be given between two reads: each takes several turns of the loop, and need not wait at every one."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)
