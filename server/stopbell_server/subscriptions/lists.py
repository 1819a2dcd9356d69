"""What the server lists: tools, prompts, resources; told anew only where a list is another."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from mcp.server import MCPServer
from mcp.server.subscriptions import PromptsListChanged, ResourcesListChanged, ServerEvent, ToolsListChanged

from stopbell_server.desk.caller import CALLER, Caller
from stopbell_server.desk.question import Desk
from stopbell_server.resources.feed_listing import list_feed_resources
from stopbell_server.subscriptions.reading import Audience

LIST_EVENTS: tuple[ServerEvent, ...] = (ToolsListChanged(), PromptsListChanged(), ResourcesListChanged())


@dataclass(frozen=True, slots=True)
class Lists:
    """Gives the lists as one audience sees them."""

    server: MCPServer
    desk: Desk

    async def digest(self, audience: Audience) -> Mapping[ServerEvent, bytes]:
        """Give a digest of each list, by what is told when it is another."""
        token = CALLER.set(Caller("", audience.feeds))
        try:
            found = (
                await self.server.list_tools(),
                await self.server.list_prompts(),
                [
                    *await self.server.list_resources(),
                    *await self.server.list_resource_templates(),
                    *list_feed_resources(self.desk.source.current()),
                ],
            )
        finally:
            CALLER.reset(token)
        return {event: _hash(repr(listed)) for event, listed in zip(LIST_EVENTS, found, strict=True)}


def _hash(said: str) -> bytes:
    return hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).digest()
