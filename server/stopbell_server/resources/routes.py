"""Lines, their stops and the ways they go, as resources: what the timetable says of them."""

from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.types import Annotations

from stopbell_server.contract.linked import LinkedEntity
from stopbell_server.contract.linked_routes import to_pattern_entity, to_route_entity, to_route_stops_entity
from stopbell_server.contract.uris import to_route_uri
from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.patterns import parse_pattern_route
from stopbell_server.resources.addressed import get_feed, get_plan_provenance, get_route
from stopbell_server.resources.addressed_stop import open_question
from stopbell_server.resources.giving import give
from stopbell_server.resources.kinds import LINKED, OPAQUE_IDS

_PLAN = Annotations(audience=["assistant"], priority=0.5)


def add_routes(server: MCPServer, desk: Desk) -> None:
    """Offer the templates of lines, their stops and their patterns."""

    @server.resource(
        "mobility://public-transport-route/{authority}/{routeId}",
        name="public-transport-route",
        title="Line",
        description="A line by plan: label, vehicle, operator, where each direction begins and ends, its patterns.",
        mime_type=LINKED,
        annotations=_PLAN,
        security=OPAQUE_IDS,
    )
    async def read_route(authority: str, routeId: str, context: Context[Any, Any]) -> str:  # noqa: N803  # the template's
        return give(_describe_route(open_question(desk, context), authority, routeId))

    @server.resource(
        "mobility://public-transport-route/{authority}/{routeId}/stops",
        name="stops-of-route",
        title="Stops of a line",
        description="Every stop of a line once, those of usual ways first, and the patterns that have them in order.",
        mime_type=LINKED,
        annotations=_PLAN,
        security=OPAQUE_IDS,
    )
    async def read_stops(authority: str, routeId: str, context: Context[Any, Any]) -> str:  # noqa: N803
        return give(_list_stops(open_question(desk, context), authority, routeId))

    @server.resource(
        "mobility://journey-pattern/{authority}/{patternId}",
        name="journey-pattern",
        title="Way of a line",
        description="The ordered stops that journeys of one line and direction share.",
        mime_type=LINKED,
        annotations=_PLAN,
        security=OPAQUE_IDS,
    )
    async def read_pattern(authority: str, patternId: str, context: Context[Any, Any]) -> str:  # noqa: N803
        return give(_describe_pattern(open_question(desk, context), authority, patternId))

    _ = read_route, read_stops, read_pattern


def _describe_route(question: Question, authority: str, route_id: str) -> LinkedEntity:
    view = get_feed(question, authority)
    route = get_route(view, route_id)
    return to_route_entity(
        view.store.info,
        route,
        view.store.find_agency(route.agency),
        view.store.list_patterns_of(route.id),
        view.store.find_stop,
        question.get_naming(authority),
        get_plan_provenance(question, authority),
    )


def _list_stops(question: Question, authority: str, route_id: str) -> LinkedEntity:
    view = get_feed(question, authority)
    route = get_route(view, route_id)
    return to_route_stops_entity(
        view.store.info,
        route,
        view.store.list_patterns_of(route.id),
        view.store.find_stop,
        question.get_naming(authority),
        get_plan_provenance(question, authority),
    )


def _describe_pattern(question: Question, authority: str, pattern_id: str) -> LinkedEntity:
    """Find a pattern among those of the line that its id names."""
    view = get_feed(question, authority)
    named = parse_pattern_route(pattern_id)
    route = view.store.find_route(named) if named else None
    if route is None:
        raise ResourceNotFoundError(
            f"No pattern {pattern_id!r} in feed {authority!r}; documents of lines link to their patterns."
        )
    pattern = next((one for one in view.store.list_patterns_of(route.id) if one.id == pattern_id), None)
    if pattern is None:
        raise ResourceNotFoundError(
            f"No pattern {pattern_id!r} in feed {authority!r}; its line has others: {to_route_uri(authority, route.id)}"
        )
    return to_pattern_entity(
        view.store.info,
        route,
        pattern,
        view.store.find_stop,
        question.get_naming(authority),
        get_plan_provenance(question, authority),
    )
