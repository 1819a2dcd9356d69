"""The watch: reads again what somebody subscribed to, when something may be new, and tells where something is."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from mcp.server.subscriptions import ResourceUpdated, ServerEvent

from stopbell_server.desk.change_bell import Silence, listen_to
from stopbell_server.subscriptions.changes import Changed, Changes
from stopbell_server.subscriptions.lists import Lists
from stopbell_server.subscriptions.mailbox import Mailbox
from stopbell_server.subscriptions.meaning import LONGEST, Meaning
from stopbell_server.subscriptions.reading import Audience, Reader, find_authority, to_watched
from stopbell_server.world import WorldSource

_log = logging.getLogger(__name__)

_TURNS = 20
"""An answer over HTTP takes about half as many."""

Sleep = Callable[[float], Awaitable[object]]
"""Waits so many seconds."""


@dataclass(slots=True)
class _Watched:
    """One resource as one audience reads it, and who wants to know."""

    uri: str
    audience: Audience
    authority: str | None
    meaning: Meaning
    told: dict[Mailbox, dict[str, None]] = field(default_factory=dict[Mailbox, dict[str, None]])
    """For each mailbox the spellings in which its client knows the resource."""


class Watch:
    """Looks while somebody wants to know, and rests otherwise: without subscriptions it costs nothing."""

    def __init__(self, source: WorldSource, reader: Reader, lists: Lists, sleep: Sleep) -> None:
        """Watch a source of worlds; nothing is started before somebody joins."""
        self._source = source
        self._reader = reader
        self._lists = lists
        self._sleep = sleep
        self._watched: dict[tuple[Audience, str], _Watched] = {}
        self._listing: dict[Mailbox, tuple[Audience, frozenset[ServerEvent]]] = {}
        self._listed: dict[Audience, Mapping[ServerEvent, bytes]] = {}
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
        finally:
            self._rest_if_idle()
        if meaning.is_gone:
            return False
        key = (audience, address)
        watched = self._watched.get(key)
        if watched is None:
            watched = self._watched[key] = _Watched(address, audience, find_authority(address), meaning)
        else:
            _tell(watched, meaning)
        watched.told.setdefault(mailbox, {})[uri] = None
        self._begin()
        self._bell.set()
        return True

    async def _read_now(self, address: str, audience: Audience) -> Meaning:
        """Read, and once more if meanwhile the watch has looked: it would not look for this change again."""
        while True:
            looks = self._looks
            meaning = await self._reader.read(address, audience)
            if looks == self._looks:
                return meaning

    async def join_lists(self, mailbox: Mailbox, audience: Audience, events: Iterable[ServerEvent]) -> None:
        """Tell a mailbox whenever one of these lists is another than now."""
        if audience not in self._listed:
            self._listed[audience] = await self._lists.digest(audience)
        self._listing[mailbox] = (audience, frozenset(events))
        self._begin()

    def leave(self, mailbox: Mailbox, uri: str | None = None) -> None:
        """Tell a mailbox no more: of one resource, or of anything."""
        for key, watched in list(self._watched.items()):
            spellings = watched.told.get(mailbox, {})
            if uri is None:
                spellings.clear()
            elif to_watched(uri) == watched.uri:
                spellings.pop(uri, None)
            if not spellings:
                watched.told.pop(mailbox, None)
            if not watched.told:
                del self._watched[key]
        if uri is None:
            self._listing.pop(mailbox, None)
            heard = {audience for audience, _ in self._listing.values()}
            self._listed = {one: digests for one, digests in self._listed.items() if one in heard}
        self._rest_if_idle()

    def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._end_listening()
            self._changes.look(self._source.current())
            self._bell = asyncio.Event()
            self._silence = listen_to(self._source, self._bell.set)
            # In a context of its own: that of the request would make the watch see as its caller.
            self._task = asyncio.create_task(self._run(), name="watch what is subscribed to", context=Context())

    def _rest_if_idle(self) -> None:
        if self._task is not None and not self._watched and not self._listing:
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
                with suppress(asyncio.CancelledError):
                    await one

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
            await self._list_again()

    def _may_differ(self, watched: _Watched, changed: Changed, now: datetime) -> bool:
        end = watched.meaning.holds_until
        if end is None:
            return changed.feeds_differ  # a plan, which live data has no part in
        return end <= now or changed.touches(watched.authority, known=self._changes.knows(watched.authority))

    async def _read_again(self, watched: _Watched, now: datetime) -> None:
        try:
            _tell(watched, await self._reader.read(watched.uri, watched.audience))
        except Exception:
            _log.exception("%s cannot be read by a fault of this program", watched.uri)
            watched.meaning = Meaning(watched.meaning.digest, now + LONGEST)

    async def _list_again(self) -> None:
        for audience, before in list(self._listed.items()):
            digests = await self._lists.digest(audience)
            self._listed[audience] = digests
            for mailbox, (reader, events) in self._listing.items():
                if reader == audience:
                    for event in events:
                        if digests[event] != before[event]:
                            mailbox.put(event)


async def _let_others_go_on() -> None:
    """Let answers be given between two reads: each takes several turns of the loop, and should not wait at each."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)


def _tell(watched: _Watched, meaning: Meaning) -> None:
    """Keep what a resource says now, and tell everybody if that is another thing."""
    is_news = meaning.digest != watched.meaning.digest
    watched.meaning = meaning
    if is_news:
        for mailbox, spellings in watched.told.items():
            for uri in spellings:
                mailbox.put(ResourceUpdated(uri))
