"""Stops and stations as resources: what the timetable says of them."""

from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.types import Annotations

from stopbell_server.contract.from_stops import is_station, to_address
from stopbell_server.contract.linked_stops import to_stop_entity
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.stops import to_stop_data
from stopbell_server.domain.calls import StopDescription
from stopbell_server.resources.addressed import get_plan_provenance
from stopbell_server.resources.addressed_stop import get_addressed, open_question
from stopbell_server.resources.giving import give
from stopbell_server.resources.kinds import LINKED, OPAQUE_IDS


def add_stops(server: MCPServer, desk: Desk) -> None:
    """Offer the templates of stops and stations."""

    @server.resource(
        "mobility://public-transport-stop/{authority}/{stopId}",
        name="public-transport-stop",
        title="Stop",
        description="One place where one boards: location, accessibility, lines, station, where vehicles go.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.6),
        security=OPAQUE_IDS,
    )
    async def read_stop(authority: str, stopId: str, context: Context[Any, Any]) -> str:  # noqa: N803  # the template's
        question = open_question(desk, context)
        described = get_addressed(question, authority, stopId)
        return _to_document(question, described, wants_station=False)

    @server.resource(
        "mobility://transport-station/{authority}/{stationId}",
        name="transport-station",
        title="Station",
        description="A group of stops: its platforms, accessibility, lines, where vehicles go.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.6),
        security=OPAQUE_IDS,
    )
    async def read_station(authority: str, stationId: str, context: Context[Any, Any]) -> str:  # noqa: N803
        question = open_question(desk, context)
        described = get_addressed(question, authority, stationId)
        return _to_document(question, described, wants_station=True)

    _ = read_stop, read_station


def require_kind(described: StopDescription, *, wants_station: bool) -> None:
    """Let pass what is a station, or what is none.

    Raises:
        ResourceNotFoundError: it is of the other kind; its own address is named.
    """
    if is_station(described.stop) is not wants_station:
        kind = "a stop" if wants_station else "a station"
        right = to_address(described.feed.authority, described.stop)
        raise ResourceNotFoundError(f"{described.stop.id!r} is {kind}; its address is {right}")


def _to_document(question: Question, described: StopDescription, *, wants_station: bool) -> str:
    require_kind(described, wants_station=wants_station)
    authority, stop = described.feed.authority, described.stop
    places = [platform.id for platform in described.platforms] or [stop.id]
    routes = question.get_view(authority).store.list_routes_at(places)
    provenance = get_plan_provenance(question, authority)
    return give(to_stop_entity(described, to_stop_data(question, described), routes, provenance))
