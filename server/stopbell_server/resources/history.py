"""What was observed as resources, under addresses of their own: of a journey, and at a stop."""

from datetime import timedelta
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.types import Annotations

from stopbell_server.contract.codes import Code
from stopbell_server.contract.from_feeds import to_provenance
from stopbell_server.contract.from_history import to_historical_call, to_historical_stops, to_monitoring
from stopbell_server.contract.linked_history import to_journey_history_entity, to_stop_history_entity
from stopbell_server.contract.times import to_wire_time
from stopbell_server.desk.journeys import describe_journey
from stopbell_server.desk.monitoring import recall, watch
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.verdict import Verdict
from stopbell_server.domain.calls import StopDescription, StopRef
from stopbell_server.resources.addressed_journey import get_journey
from stopbell_server.resources.addressed_stop import get_addressed, open_question
from stopbell_server.resources.giving import give
from stopbell_server.resources.kinds import LINKED, OPAQUE_IDS

_MOST = 100
"""Passings in one document, the latest first."""


def add_history(server: MCPServer, desk: Desk) -> None:
    """Offer the templates of what was observed."""

    @server.resource(
        "mobility://historical-passings/{authority}/{date}/{journeyId}",
        name="historical-passings",
        title="Journey, as observed",
        description="Which stops a trip of one day was observed at or beyond, when, and what says so. Only of the last "
        "hours, and only while this server has run: recordedSince. A stop that is not there was not observed.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.4),
        security=OPAQUE_IDS,
    )
    async def read_journey(authority: str, date: str, journeyId: str, context: Context[Any, Any]) -> str:  # noqa: N803  # the template's
        return _read_journey(open_question(desk, context), authority, date, journeyId)

    @server.resource(
        "mobility://historical-stop-passings/{authority}/{stopId}",
        name="historical-stop-passings",
        title="Stop, as observed",
        description="Which planned trips were observed at or beyond a stop, the latest first, when, and what says so. "
        "Only of the last hours, and only while this server has run: recordedSince.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.4),
        security=OPAQUE_IDS,
    )
    async def read_stop(authority: str, stopId: str, context: Context[Any, Any]) -> str:  # noqa: N803
        question = open_question(desk, context)
        return _read_stop(question, get_addressed(question, authority, stopId))

    _ = read_journey, read_stop


def _read_journey(question: Question, authority: str, day: str, journey_id: str) -> str:
    journey = get_journey(question, authority, day, journey_id)
    _require_record(question, authority)
    naming = question.get_naming(authority)
    stops = to_historical_stops(journey, recall(question, journey), naming)
    entity = to_journey_history_entity(
        journey,
        describe_journey(question, journey, None),
        stops,
        to_monitoring(watch(question, journey), journey),
        _to_provenance(question, authority),
        (Verdict() if stops else Verdict(Code.INSUFFICIENT_EVIDENCE)).to_status(question.book),
    )
    return give(entity)


def _read_stop(question: Question, described: StopDescription) -> str:
    authority, zone, now = described.feed.authority, described.feed.zone, question.world.now
    since = _require_record(question, authority)
    naming = question.get_naming(authority)
    found = question.world.list_observed(StopRef(authority, described.stop.id))
    calls = [to_historical_call(call, passing, naming, zone) for call, passing in found[:_MOST]]
    entity = to_stop_history_entity(
        described,
        naming.name_stop(described.stop).written,
        calls,
        {
            "recordedSince": to_wire_time(now - since, zone),
            "now": to_wire_time(now, zone),
            "more": max(0, len(found) - _MOST),
        },
        _to_provenance(question, authority),
        (Verdict() if calls else Verdict(Code.INSUFFICIENT_EVIDENCE)).to_status(question.book),
    )
    return give(entity)


def _require_record(question: Question, authority: str) -> timedelta:
    """Give how far the record of a feed reaches back.

    Raises:
        ResourceNotFoundError: there is none.
    """
    history = question.get_view(authority).history
    if history is None:
        raise ResourceNotFoundError(
            f"Nothing is recorded of feed {authority!r}: it has no live data, none has come yet, or its "
            "history_minutes is 0. That says nothing of what happened."
        )
    return question.world.now - history.since(question.world.now)


def _to_provenance(question: Question, authority: str) -> Any:
    (source,) = question.list_sources([authority])
    return to_provenance(source, question.book.language)
