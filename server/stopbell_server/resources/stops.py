"""Stops and stations as resources: what the timetable says of them."""

from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.from_stops import is_station
from stopbell_server.contract.linked_stops import to_stop_entity
from stopbell_server.contract.uris import to_stop_uri
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.stops import to_stop_data
from stopbell_server.domain.calls import StopDescription
from stopbell_server.resources.addressed_stop import get_addressed, open_question
from stopbell_server.resources.kinds import LINKED, OPAQUE_IDS


def add_stops(server: MCPServer, desk: Desk) -> None:
    """Offer the templates of stops and stations."""

    @server.resource(
        "mobility://public-transport-stop/{authority}/{stopId}",
        name="public-transport-stop",
        title="Stop",
        description="One place where one boards: location, accessibility, lines, station, where vehicles go.",
        mime_type=LINKED,
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
        security=OPAQUE_IDS,
    )
    async def read_station(authority: str, stationId: str, context: Context[Any, Any]) -> str:  # noqa: N803
        question = open_question(desk, context)
        described = get_addressed(question, authority, stationId)
        return _to_document(question, described, wants_station=True)

    _ = read_stop, read_station


def _to_document(question: Question, described: StopDescription, *, wants_station: bool) -> str:
    authority, stop = described.feed.authority, described.stop
    if is_station(stop) is not wants_station:
        right = to_stop_uri(authority, stop.id, is_station=is_station(stop))
        raise ResourceNotFoundError(f"{stop.id!r} is of another kind; its address is {right}")
    places = [platform.id for platform in described.platforms] or [stop.id]
    routes = question.get_view(authority).store.list_routes_at(places)
    provenance = merge_provenance(question.list_sources([authority]), question.book.language)
    entity = to_stop_entity(described, to_stop_data(question, described), routes, provenance)
    return entity.to_document()
