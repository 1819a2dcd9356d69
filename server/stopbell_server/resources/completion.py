"""Completion of arguments: stops, feeds, languages, as a rider types."""

from mcp.server import MCPServer
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

from stopbell_server.desk.address_values import MOST_VALUES, list_address_values
from stopbell_server.desk.prompt_values import list_prompt_values
from stopbell_server.desk.question import Desk

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
        given = (context.arguments if context else None) or {}
        if isinstance(reference, PromptReference):
            values = list_prompt_values(question, desk, argument.name, typed, given)
        else:
            values = list_address_values(question, reference.uri, argument.name, typed, given)
        # So many were looked for that there may be others: then how many there are is not known.
        total = len(values) if len(values) < MOST_VALUES else None
        return Completion(values=values[:_MOST], total=total, has_more=len(values) > _MOST)

    _ = complete
