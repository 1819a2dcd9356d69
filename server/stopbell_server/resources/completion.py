"""Completion of arguments: stops, feeds, languages, as a rider types."""

from mcp.server import MCPServer
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

from stopbell_server.desk.question import Desk, Question

_MOST = 20


def add_completion(server: MCPServer, desk: Desk) -> None:
    """Offer completion for templates and prompts."""

    @server.completion()
    async def complete(
        reference: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion:
        question = desk.open()
        typed = argument.value.strip()
        chosen = (context.arguments or {}).get("authority") if context else None
        values = _list_values(question, desk, argument.name, typed, chosen)
        return Completion(values=values[:_MOST], total=len(values), has_more=len(values) > _MOST)

    _ = complete


def _list_values(question: Question, desk: Desk, name: str, typed: str, authority: str | None) -> list[str]:
    if name == "authority":
        names = [view.store.info.authority for view in question.world.feeds]
        return sorted(one for one in names if one.startswith(typed.lower()))
    if name == "language":
        return [tag for tag in desk.phrasebooks.languages if tag.startswith(typed.lower())]
    if not typed or not question.world.feeds:
        return []
    found = question.world.find_stops(typed, limit=_MOST)
    if name in ("stopId", "stationId"):
        return [one.stop.id for one in found if authority in (None, one.feed.authority)]
    if name == "stop":
        return list(dict.fromkeys(question.get_naming(one.feed.authority).name_stop(one.stop).written for one in found))
    return []
