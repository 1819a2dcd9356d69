"""The loaded feeds as one listed resource: what this server can speak of, and what must be said with it."""

from mcp.server import MCPServer

from stopbell_server.contract.linked_feeds import FEEDS_URI, to_feed_collection
from stopbell_server.desk.question import Desk
from stopbell_server.resources.kinds import LINKED


def add_feeds(server: MCPServer, desk: Desk) -> None:
    """Offer the list of feeds."""

    @server.resource(
        FEEDS_URI,
        name="transport-feeds",
        title="Loaded feeds",
        description="The feeds this server answers from: names that scope ids, time zones, days covered, live state.",
        mime_type=LINKED,
    )
    async def read_feeds() -> str:
        question = desk.open()
        return to_feed_collection(question.list_all_sources(), question.book.language).to_document()

    _ = read_feeds
