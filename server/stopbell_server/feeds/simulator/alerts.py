"""The alerts of a scenario: which of them the seed picks, and when they hold."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import groupby

from stopbell_server.domain.ids import AlertId, RouteId, StopId
from stopbell_server.domain.realtime import Alert, Selector, Translation
from stopbell_server.feeds.simulator.chance import Chance
from stopbell_server.feeds.simulator.scenario import AlertPlan


def choose_alerts(chance: Chance, plans: tuple[AlertPlan, ...]) -> tuple[AlertPlan, ...]:
    """Pick one plan of each group, in the order of the groups' names."""
    ordered = sorted(plans, key=lambda plan: plan.group)
    groups = [(name, list(members)) for name, members in groupby(ordered, key=lambda plan: plan.group)]
    return tuple(chance.pick(members, "alert", name) for name, members in groups)


def to_alert(plan: AlertPlan, now: datetime, zone: tzinfo) -> Alert:
    """Write an alert as of an instant; its period counts from the local day."""
    routes = [Selector(route=route) for route in plan.routes]
    stops = [Selector(stop=stop) for stop in plan.stops]
    skipped = [Selector(route=route, stop=stop) for route in plan.routes for stop in plan.skipped]
    return Alert(
        id=AlertId(plan.group),
        selectors=(*routes, *stops, *skipped),
        periods=(to_period(plan, now, zone),),
        cause=plan.cause,
        effect=plan.effect,
        severity=plan.severity,
        header=_to_texts(plan.header),
        description=_to_texts(plan.description),
        spoken_header=_to_texts(plan.spoken_header),
        spoken_description=_to_texts(plan.spoken_description),
    )


def to_period(plan: AlertPlan, now: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """Give when an alert holds, from the start on and before the end."""
    today = now.astimezone(zone).date()
    start, end = (
        datetime.combine(today + timedelta(days=days), clock_time, zone).astimezone(UTC)
        for days, clock_time in (plan.start, plan.end)
    )
    return start, end


def list_skipped(plans: tuple[AlertPlan, ...], route: RouteId, now: datetime, zone: tzinfo) -> frozenset[StopId]:
    """List the stops that a route leaves out now because of an alert that holds."""
    return frozenset(
        stop
        for plan in plans
        if plan.skipped and route in plan.routes and _holds(plan, now, zone)
        for stop in plan.skipped
    )


def _holds(plan: AlertPlan, now: datetime, zone: tzinfo) -> bool:
    start, end = to_period(plan, now, zone)
    return start <= now < end


def _to_texts(texts: Mapping[str, str]) -> tuple[Translation, ...]:
    return tuple(Translation(text, language) for language, text in texts.items())
