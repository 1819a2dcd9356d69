"""Operating days, and the journeys of a line, a stop or a day, as resources: hour by hour where there are many."""

from collections.abc import Callable
from datetime import date
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.types import Annotations

from stopbell_server.contract.from_stops import to_address
from stopbell_server.contract.linked import LinkedEntity
from stopbell_server.contract.linked_days import Owner, list_trips, to_day_entity, to_journeys_entity
from stopbell_server.contract.uris import to_day_uri, to_route_uri
from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.store import Store
from stopbell_server.resources.addressed import (
    get_covered_day,
    get_day,
    get_feed,
    get_plan_provenance,
    get_route,
    get_span,
)
from stopbell_server.resources.addressed_stop import get_addressed, open_question
from stopbell_server.resources.giving import give
from stopbell_server.resources.kinds import LINKED, OPAQUE_IDS
from stopbell_server.resources.stops import require_kind
from stopbell_server.timetable.calendar import to_coverage
from stopbell_server.timetable.day_plan import DayPlan, Span, plan_day, plan_route, plan_stop
from stopbell_server.timetable.operating_day import describe_operating_day
from stopbell_server.world import FeedView

_OF_WHOM = {
    "mobility://public-transport-route/{authority}/{routeId}/journeys/{date}": (
        "journeys-of-route",
        "Journeys of a line on a day",
        "The dated journeys of a line by when they leave their first stop, by plan.",
    ),
    "mobility://public-transport-stop/{authority}/{stopId}/journeys/{date}": (
        "journeys-of-stop",
        "Journeys that call at a stop on a day",
        "The dated journeys that call at a stop by when they leave it, or come where it is their last, by plan.",
    ),
    "mobility://operating-day/{authority}/{date}/journeys": (
        "journeys-of-day",
        "Journeys of an operating day",
        "The dated journeys of all lines by when they leave their first stop, by plan; of the day itself its hours.",
    ),
}
_MANY = " Up to 100 are linked; where there are more, the hours of the day are, and of an hour the minutes."
_Planner = Callable[[Store, date, Span], DayPlan]


def add_days(server: MCPServer, desk: Desk) -> None:
    """Offer the templates of operating days and of the journeys on them."""

    @server.resource(
        "mobility://operating-day/{authority}/{date}",
        name="operating-day",
        title="Operating day",
        description="A day of the operator: whether the timetable speaks of it, which services run, and what is other "
        "than on that weekday in the weeks around.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.4),
        security=OPAQUE_IDS,
    )
    async def read_day(authority: str, date: str, context: Context[Any, Any]) -> str:
        return give(_describe_day(open_question(desk, context), authority, date))

    async def read_route(authority: str, routeId: str, date: str, context: Context[Any, Any]) -> str:  # noqa: N803  # the template's
        return give(_list_of_route(open_question(desk, context), authority, routeId, date, None))

    async def read_route_hour(
        authority: str,
        routeId: str,  # noqa: N803
        date: str,
        hour: str,
        context: Context[Any, Any],
    ) -> str:
        return give(_list_of_route(open_question(desk, context), authority, routeId, date, hour))

    async def read_stop(authority: str, stopId: str, date: str, context: Context[Any, Any]) -> str:  # noqa: N803
        return give(_list_of_stop(open_question(desk, context), authority, stopId, date, None))

    async def read_stop_hour(
        authority: str,
        stopId: str,  # noqa: N803
        date: str,
        hour: str,
        context: Context[Any, Any],
    ) -> str:
        return give(_list_of_stop(open_question(desk, context), authority, stopId, date, hour))

    async def read_journeys(authority: str, date: str, context: Context[Any, Any]) -> str:
        return give(_list_of_day(open_question(desk, context), authority, date, None))

    async def read_journeys_hour(authority: str, date: str, hour: str, context: Context[Any, Any]) -> str:
        return give(_list_of_day(open_question(desk, context), authority, date, hour))

    readers = ((read_route, read_route_hour), (read_stop, read_stop_hour), (read_journeys, read_journeys_hour))
    for (template, (name, title, description)), (whole, hourly) in zip(_OF_WHOM.items(), readers, strict=True):
        _offer(server, template, name, title, description + _MANY)(whole)
        _offer(server, f"{template}/{{hour}}", f"{name}-by-hour", f"{title}, by hour", f"{description} {_HOUR}")(hourly)
    _ = read_day


_HOUR = "Of an hour HH, or a minute HH:MM, of the operating day; hours may exceed 23."


def _offer(
    server: MCPServer, template: str, name: str, title: str, description: str
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return server.resource(
        template,
        name=name,
        title=title,
        description=description,
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.3),
        security=OPAQUE_IDS,
    )


def _describe_day(question: Question, authority: str, day_text: str) -> LinkedEntity:
    view, day = get_feed(question, authority), get_day(day_text)
    return to_day_entity(
        view.store.info,
        describe_operating_day(view.store, day),
        to_coverage(view.store, day),
        get_plan_provenance(question, authority),
    )


def _list_of_route(question: Question, authority: str, route_id: str, day: str, hour: str | None) -> LinkedEntity:
    view = get_feed(question, authority)
    route = get_route(view, route_id)
    name = question.get_naming(authority).name_line(route)
    owner = Owner(to_route_uri(authority, route.id), ("route", route.id), "route", name)
    return _list_journeys(
        question, view, owner, day, hour, lambda store, on, span: plan_route(store, route.id, on, span)
    )


def _list_of_stop(question: Question, authority: str, stop_id: str, day: str, hour: str | None) -> LinkedEntity:
    described = get_addressed(question, authority, stop_id)
    require_kind(described, wants_station=False)
    stop, view = described.stop, question.get_view(authority)
    name = question.get_naming(authority).name_stop(stop).written
    owner = Owner(to_address(authority, stop), ("stop", stop.id), "stop", name)
    return _list_journeys(question, view, owner, day, hour, lambda store, on, span: plan_stop(store, stop.id, on, span))


def _list_of_day(question: Question, authority: str, day: str, hour: str | None) -> LinkedEntity:
    owner = Owner(to_day_uri(authority, day), ("day", day), None, None)
    return _list_journeys(question, get_feed(question, authority), owner, day, hour, plan_day)


def _list_journeys(
    question: Question, view: FeedView, owner: Owner, day_text: str, hour: str | None, plan: _Planner
) -> LinkedEntity:
    """Plan a day, or a part of it, and name what is in it."""
    store, authority = view.store, view.store.info.authority
    day = get_covered_day(view, day_text)
    planned = plan(store, day, get_span(view, hour))
    trips = (store.find_trip(trip) for trip in list_trips(planned))
    named = {trip.id: (trip, route) for trip in trips if trip and (route := store.find_route(trip.route))}
    provenance = get_plan_provenance(question, authority)
    return to_journeys_entity(store.info, owner, day, planned, named, question.get_naming(authority), provenance)
