"""Alerts of a stop, a line or a feed as resources: all of them in full, under addresses that stay the same."""

from collections.abc import Sequence
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.types import Annotations

from stopbell_server.contract.from_feeds import to_provenance
from stopbell_server.contract.from_stops import is_station
from stopbell_server.contract.linked import Relationship
from stopbell_server.contract.linked_alerts import (
    WHOLE_FEED,
    AlertList,
    AlertsScope,
    to_age_s,
    to_alerts_entity,
)
from stopbell_server.contract.times import to_wire_time
from stopbell_server.contract.uris import to_route_uri, to_stop_uri
from stopbell_server.desk.alerts import judge_alerts, summarise_alerts
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.stops import summarise
from stopbell_server.domain.calls import AlertMatch, StopRef
from stopbell_server.resources.addressed import get_feed, get_route
from stopbell_server.resources.addressed_stop import get_addressed, open_question
from stopbell_server.resources.kinds import LINKED, OPAQUE_IDS
from stopbell_server.world import FeedView, RouteRef

_MOST = 100
"""More than any stop has; the rest of a large feed is counted."""
_FOR_THE_MODEL = Annotations(audience=["assistant"], priority=0.7)


def add_alerts(server: MCPServer, desk: Desk) -> None:
    """Offer the templates of alerts."""

    @server.resource(
        "mobility://stop-alerts/{authority}/{stopId}",
        name="stop-alerts",
        title="Disruptions at a stop, now",
        description="Alerts for a stop or station, its platforms and lines, in full. Says whether the feed tells any.",
        mime_type=LINKED,
        annotations=_FOR_THE_MODEL,
        security=OPAQUE_IDS,
    )
    async def read_stop_alerts(authority: str, stopId: str, context: Context[Any, Any]) -> str:  # noqa: N803  # the template's
        return _read_at_stop(open_question(desk, context), authority, stopId)

    @server.resource(
        "mobility://route-alerts/{authority}/{routeId}",
        name="route-alerts",
        title="Disruptions on a line, now",
        description="Alerts for a line, in full. Says whether the feed tells any.",
        mime_type=LINKED,
        annotations=_FOR_THE_MODEL,
        security=OPAQUE_IDS,
    )
    async def read_route_alerts(authority: str, routeId: str, context: Context[Any, Any]) -> str:  # noqa: N803
        return _read_on_route(open_question(desk, context), authority, routeId)

    @server.resource(
        "mobility://feed-alerts/{authority}/all",
        name="feed-alerts",
        title="Disruptions of a feed, now",
        description="All alerts that a feed tells, in full, and whether it tells any.",
        mime_type=LINKED,
        annotations=_FOR_THE_MODEL,
        security=OPAQUE_IDS,
    )
    async def read_feed_alerts(authority: str, context: Context[Any, Any]) -> str:
        return _read_of_feed(open_question(desk, context), authority)

    _ = read_stop_alerts, read_route_alerts, read_feed_alerts


def _read_at_stop(question: Question, authority: str, stop: str) -> str:
    described = get_addressed(question, authority, stop)
    name, found = summarise(question, described).name, described.stop
    matches = question.world.list_alerts(stop=StopRef(described.feed.authority, found.id))
    address = to_stop_uri(authority, found.id, is_station=is_station(found))
    return _to_document(question, get_feed(question, authority), "stop", found.id, name, address, matches)


def _read_on_route(question: Question, authority: str, route_id: str) -> str:
    view = get_feed(question, authority)
    route = get_route(view, route_id)
    name = question.get_naming(authority).name_line(route)
    matches = question.world.list_alerts(route=RouteRef(view.store.info.authority, route))
    return _to_document(question, view, "route", route.id, name, to_route_uri(authority, route.id), matches)


def _read_of_feed(question: Question, authority: str) -> str:
    view = get_feed(question, authority)
    matches = question.world.list_alerts(authority=view.store.info.authority)
    return _to_document(question, view, "feed", WHOLE_FEED, question.name_feed(authority), None, matches)


def _to_document(
    question: Question,
    view: FeedView,
    scope: AlertsScope,
    identity: str,
    name: str,
    address: str | None,
    matches: Sequence[AlertMatch],
) -> str:
    info, now = view.store.info, question.world.now
    every = summarise_alerts(question, matches)
    made = view.snapshot.alerts_time if view.snapshot else None
    told = AlertList(
        scope=scope,
        scope_name=name or None,
        alerts_state=judge_alerts(question, view),
        age_seconds=to_age_s(made, now) if question.world.is_clock_credible else None,
        now=to_wire_time(now, info.zone) or "",
        alerts=list(every[:_MOST]),
        more_alerts=len(every[_MOST:]),
    )
    (source,) = question.list_sources([info.authority])
    of = [Relationship(object=address, name=name or None)] if address else []
    provenance = to_provenance(source, question.book.language)
    return to_alerts_entity(info.authority, identity, told, of, provenance, to_wire_time(made, info.zone)).to_document()
