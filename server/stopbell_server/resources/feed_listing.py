"""What the list of resources has for each loaded feed, as far as the client may see it."""

from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.types import Annotations, Resource

from stopbell_server.contract.linked_alerts import to_alerts_uri
from stopbell_server.desk.question import Desk
from stopbell_server.resources.kinds import LINKED
from stopbell_server.world import World


def list_feed_resources(world: World) -> list[Resource]:
    """List the alerts of every feed, in the order of feeds: they are what a host may show without being asked."""
    return [
        Resource(
            uri=to_alerts_uri("feed", view.store.info.authority),
            name=f"feed-alerts-{view.store.info.authority}",
            # By its name here, never by what the feed calls itself: hosts read lists as the server's own words.
            title=f"Disruptions, now: {view.store.info.authority}",
            description="All alerts that this feed tells, in full, and whether it tells any.",
            mime_type=LINKED,
            annotations=Annotations(audience=["assistant"], priority=0.5),
        )
        for view in world.feeds
    ]


def list_with_feeds(desk: Desk) -> ServerMiddleware[Any]:
    """Make the rule that the list of resources ends with those of the feeds; the SDK knows one list for all clients."""

    async def add(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        result = await call_next(ctx)
        if ctx.method == "resources/list" and isinstance(result, dict):
            more = [
                one.model_dump(by_alias=True, mode="json", exclude_none=True)
                for one in list_feed_resources(desk.source.current())
            ]
            result = {**result, "resources": [*result.get("resources", ()), *more]}
        return result

    return add
