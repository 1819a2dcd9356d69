"""Planned journeys as resources: those of the timetable, and the same on one day."""

from datetime import datetime
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.types import Annotations

from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.linked import LinkedEntity
from stopbell_server.contract.linked_dated import PlannedRun, to_dated_journey_entity
from stopbell_server.contract.linked_plans import PlannedJourney, to_service_journey_entity
from stopbell_server.contract.uris import to_service_journey_uri
from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.calls import Coverage
from stopbell_server.domain.ids import VehicleId
from stopbell_server.domain.journeys import Journey
from stopbell_server.domain.network import Trip
from stopbell_server.resources.addressed import get_day, get_feed, get_plan_provenance, tell_not_covered
from stopbell_server.resources.addressed_journey import parse_named
from stopbell_server.resources.addressed_stop import open_question
from stopbell_server.resources.giving import give
from stopbell_server.resources.kinds import LINKED, OPAQUE_IDS
from stopbell_server.timetable.calendar import to_coverage
from stopbell_server.timetable.dated_trip import to_dated_trip, to_first_departure
from stopbell_server.timetable.journey import to_question
from stopbell_server.timetable.journey_calls import is_replaced
from stopbell_server.timetable.journey_lookup import follow_named, list_headway_runs
from stopbell_server.timetable.vehicle_lookup import find_vehicle_by_id
from stopbell_server.world import FeedView


def add_plans(server: MCPServer, desk: Desk) -> None:
    """Offer the templates of planned journeys."""

    @server.resource(
        "mobility://service-journey/{authority}/{journeyId}",
        name="service-journey",
        title="Journey of the timetable",
        description="A trip as planned, on no particular day: line, pattern, destination, stops, times, days to which "
        "it applies. A single run of a trip that repeats is tripId@HH:MM:SS.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.4),
        security=OPAQUE_IDS,
    )
    async def read_service_journey(authority: str, journeyId: str, context: Context[Any, Any]) -> str:  # noqa: N803  # the template's
        return give(_describe_planned(open_question(desk, context), authority, journeyId))

    @server.resource(
        "mobility://dated-vehicle-journey/{authority}/{date}/{journeyId}",
        name="dated-vehicle-journey",
        title="Journey on one day",
        description="A trip on one operating day: planned times, whether it is cancelled, replaced or added, and which "
        "vehicle is named for it. Progress and predictions are the monitored journey's.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.5),
        security=OPAQUE_IDS,
    )
    async def read_dated_journey(authority: str, date: str, journeyId: str, context: Context[Any, Any]) -> str:  # noqa: N803
        return give(_describe_dated(open_question(desk, context), authority, date, journeyId))

    _ = read_service_journey, read_dated_journey


def _describe_planned(question: Question, authority: str, journey_id: str) -> LinkedEntity:
    view = get_feed(question, authority)
    trip, _, start_s = parse_named(view, journey_id)
    route = view.store.find_route(trip.route) if trip else None
    if trip is None or route is None:
        raise ResourceNotFoundError(
            f"No journey {journey_id!r} in the timetable of feed {authority!r}. "
            "Dated journeys link to those of the timetable; calls of get_arrivals carry addresses."
        )
    if start_s is not None and not _is_planned_run(view, trip, start_s):
        raise ResourceNotFoundError(
            f"The timetable has no single run {journey_id!r}; "
            f"the journey is {to_service_journey_uri(authority, trip.id)}"
        )
    stop_times = view.store.list_stop_times(trip.id)
    journey = PlannedJourney(
        feed=view.store.info,
        trip=trip,
        route=route,
        stop_times=stop_times,
        stretches=view.store.list_service_days(trip.service),
        frequencies=view.store.list_frequencies(trip.id) if start_s is None else (),
        start_s=start_s,
        shift_s=0 if start_s is None else start_s - to_first_departure(stop_times),
    )
    provenance = get_plan_provenance(question, authority)
    return to_service_journey_entity(journey, view.store.find_stop, question.get_naming(authority), provenance)


def _is_planned_run(view: FeedView, trip: Trip, start_s: int) -> bool:
    """Whether frequencies.txt has a run at exactly that time."""
    return any(
        row.is_exact and start_s in range(row.start_s, row.end_s, max(1, row.headway_s))
        for row in view.store.list_frequencies(trip.id)
    )


def _describe_dated(question: Question, authority: str, day_text: str, journey_id: str) -> LinkedEntity:
    view, day, now = get_feed(question, authority), get_day(day_text), question.world.now
    trip, trip_id, start_s = parse_named(view, journey_id)
    journey = follow_named(view, trip_id, day, start_s, now)
    if journey is None:
        raise ResourceNotFoundError(_tell_why_not(view, day_text, journey_id, trip))
    runs = list_headway_runs(view, trip, day) if trip and start_s is None else ()
    planned: PlannedRun | None = None
    if trip is not None:
        dated = to_dated_trip(view.store, trip, day, start_s=start_s)
        is_single = start_s is not None and _is_planned_run(view, trip, start_s)
        other_stops = not runs and is_replaced(to_question(view, now), dated)
        planned = PlannedRun(trip, start_s if is_single else None, other_stops)
    return to_dated_journey_entity(
        journey,
        planned,
        question.get_naming(authority),
        merge_provenance(question.list_sources([authority]), question.book.language),
        seen=_find_seen(view, journey, now),
        runs=runs,
    )


def _find_seen(view: FeedView, journey: Journey, now: datetime) -> VehicleId | None:
    """Give the vehicle that runs it, where it also reports: only then has it a document of its own."""
    position = journey.vehicle.position.vehicle.id if journey.vehicle else None
    named = (position, *(one.call.vehicle.id for one in journey.calls if one.call.vehicle))
    return next((one for one in dict.fromkeys(named) if one and find_vehicle_by_id(view, one, now)), None)


def _tell_why_not(view: FeedView, day_text: str, journey_id: str, trip: Trip | None) -> str:
    info = view.store.info
    if trip is None:
        return (
            f"No journey {journey_id!r} in feed {info.authority!r} on {day_text}. Calls of get_arrivals have addresses."
        )
    if to_coverage(view.store, get_day(day_text)) not in (Coverage.COVERED, Coverage.NO_SERVICE):
        return tell_not_covered(info, day_text)
    whole = to_service_journey_uri(info.authority, trip.id)
    if trip.service not in view.store.services_on(get_day(day_text)):
        return f"By plan journey {journey_id!r} does not run on {day_text}; on which days it does: {whole}"
    if trip.is_frequency or journey_id != trip.id:
        return f"Journey {journey_id!r} has no such run on {day_text}; its runs: {whole}"
    return f"Journey {journey_id!r} on {day_text} has no stops that can be told; what is planned: {whole}"
