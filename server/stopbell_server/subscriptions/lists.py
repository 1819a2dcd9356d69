"""What the server lists: tools, prompts, resources; told anew only where a list is another."""

import hashlib
from collections.abc import Iterable, Mapping

from mcp.server import MCPServer
from mcp.server.subscriptions import PromptsListChanged, ResourcesListChanged, ServerEvent, ToolsListChanged

from stopbell_server.desk.caller import CALLER, Caller
from stopbell_server.desk.question import Desk
from stopbell_server.resources.feed_listing import list_feed_resources
from stopbell_server.subscriptions.mailbox import Mailbox
from stopbell_server.subscriptions.reading import Audience

LIST_EVENTS: tuple[ServerEvent, ...] = (ToolsListChanged(), PromptsListChanged(), ResourcesListChanged())


class Lists:
    """Compares the lists as each audience sees them, and tells who wants to know."""

    def __init__(self, server: MCPServer, desk: Desk) -> None:
        """Look at the lists of this server."""
        self._server = server
        self._desk = desk
        self._told: dict[Mailbox, tuple[Audience, frozenset[ServerEvent]]] = {}
        self._digests: dict[Audience, Mapping[ServerEvent, bytes]] = {}

    @property
    def are_watched(self) -> bool:
        """Whether anybody wants to know of any list."""
        return bool(self._told)

    async def join(self, mailbox: Mailbox, audience: Audience, events: Iterable[ServerEvent]) -> None:
        """Tell a mailbox whenever one of these lists is another than now."""
        if audience not in self._digests:
            self._digests[audience] = await self._digest(audience)
        self._told[mailbox] = (audience, frozenset(events))

    def leave(self, mailbox: Mailbox) -> None:
        """Tell a mailbox no more."""
        self._told.pop(mailbox, None)
        heard = {audience for audience, _ in self._told.values()}
        self._digests = {one: digests for one, digests in self._digests.items() if one in heard}

    async def look(self) -> None:
        """Look at the lists again, and tell where one is another."""
        for audience, before in list(self._digests.items()):
            after = self._digests[audience] = await self._digest(audience)
            for mailbox, (reader, events) in self._told.items():
                if reader == audience:
                    for event in events:
                        if after[event] != before[event]:
                            mailbox.put(event)

    async def _digest(self, audience: Audience) -> Mapping[ServerEvent, bytes]:
        """Give a digest of each list, by what is told when it is another."""
        token = CALLER.set(Caller("", audience.feeds))
        try:
            found = (
                await self._server.list_tools(),
                await self._server.list_prompts(),
                [
                    *await self._server.list_resources(),
                    *await self._server.list_resource_templates(),
                    *list_feed_resources(self._desk.source.current()),
                ],
            )
        finally:
            CALLER.reset(token)
        return {event: _hash(repr(listed)) for event, listed in zip(LIST_EVENTS, found, strict=True)}


def _hash(said: str) -> bytes:
    return hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).digest()
