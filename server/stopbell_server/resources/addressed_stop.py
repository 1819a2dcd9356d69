"""From the parts of an address to a stop; what is not there is not found, and says how to find."""

from typing import Any

from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from stopbell_server.desk.client_language import list_client_languages
from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.calls import StopDescription, StopRef
from stopbell_server.domain.ids import Authority, StopId
from stopbell_server.resources.addressed import get_feed


def open_question(desk: Desk, context: Context[Any, Any]) -> Question:
    """Take the world once for a read, in the language the client asks for."""
    headers = context.headers if context.protocol_version else None
    return desk.open(*list_client_languages(headers))


def get_addressed(question: Question, authority: str, stop: str) -> StopDescription:
    """Give the stop or station of an address.

    Raises:
        ResourceNotFoundError: no such feed is loaded, or it has no such stop.
    """
    get_feed(question, authority)
    described = question.world.describe_stop(StopRef(Authority(authority), StopId(stop)))
    if described is None:
        raise ResourceNotFoundError(f"No stop {stop!r} in feed {authority!r}. The tool find_stops finds stops.")
    return described
