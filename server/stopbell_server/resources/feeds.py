"""The loaded feeds as one listed resource: what this server can speak of, and what must be said with it."""

from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.types import Annotations

from stopbell_server.contract.linked_feeds import FEEDS_URI, to_feed_collection, to_feed_entity
from stopbell_server.desk.question import Desk
from stopbell_server.resources.addressed import get_feed
from stopbell_server.resources.addressed_stop import open_question
from stopbell_server.resources.giving import give, note_modified
from stopbell_server.resources.kinds import LINKED, OPAQUE_IDS


def add_feeds(server: MCPServer, desk: Desk) -> None:
    """Offer the list of feeds."""

    @server.resource(
        FEEDS_URI,
        name="transport-feeds",
        title="Loaded feeds",
        description="The feeds this server answers from: names that scope ids, time zones, days covered, live state.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant", "user"], priority=0.8),
    )
    async def read_feeds() -> str:
        question = desk.open()
        collection = to_feed_collection(question.list_all_sources(), question.book.language)
        note_modified(collection.freshness.last_modified)
        return collection.to_document()

    @server.resource(
        "mobility://transport-feed/{authority}/provenance",
        name="feed-provenance",
        title="Where a feed's facts come from",
        description="One feed: version, days covered, when it was taken in, and each live source with its own time.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.4),
        security=OPAQUE_IDS,
    )
    async def read_feed(authority: str, context: Context[Any, Any]) -> str:
        question = open_question(desk, context)
        view = get_feed(question, authority)
        health = view.snapshot.health if view.snapshot else None
        (source,) = question.list_sources([authority])
        return give(to_feed_entity(source, health, question.book.language, question.world.now))

    _ = read_feeds, read_feed
