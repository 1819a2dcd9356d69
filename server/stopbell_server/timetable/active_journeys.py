"""Journeys that are under way now: on a line, or on their way to a stop."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import Call, CallKind
from stopbell_server.domain.ids import RouteId, TripId
from stopbell_server.domain.journeys import ActiveJourney, Journey, JourneyCall, Phase
from stopbell_server.domain.service_day import list_service_days, to_service_seconds
from stopbell_server.domain.snapshot import USUAL_EARLY_S, USUAL_LATE_S
from stopbell_server.timetable.dated_trip import to_dated_trip
from stopbell_server.timetable.geo import to_distance_m
from stopbell_server.timetable.journey import follow_run
from stopbell_server.timetable.journey_lookup import resolve_journey
from stopbell_server.timetable.towards import Towards
from stopbell_server.timetable.vehicles import list_near
from stopbell_server.timetable.view import FeedView

_LONGEST = timedelta(hours=24)
"""No trip that left its first stop longer ago is looked for by plan; its vehicle may still name it."""

Run = tuple[TripId, date, int | None]


def list_active_on(view: FeedView, routes: Iterable[RouteId], now: datetime) -> list[ActiveJourney]:
    """List the journeys of these routes that are under way, by a report, a prediction or the plan; in no order.

    Trips that run every so many minutes are no single journeys, unless live data makes them such.
    """
    wanted = frozenset(routes)
    found: dict[Run, Journey] = {}
    for journey in (*_list_reported(view, wanted, now), *_list_planned(view, wanted, now)):
        if journey.phase is Phase.UNDER_WAY:
            found.setdefault((journey.trip, journey.service_day, journey.start_s), journey)
    return [ActiveJourney(journey) for journey in found.values()]


def list_active_near(view: FeedView, lat: float, lon: float, radius_m: float, now: datetime) -> list[ActiveJourney]:
    """List the journeys under way whose vehicle last reported within a radius, the nearest first."""
    found: dict[Run, ActiveJourney] = {}
    for sighting in list_near(view, lat, lon, radius_m, now):
        descriptor = sighting.position.descriptor
        if descriptor is None or descriptor.trip is None:
            continue
        journey = resolve_journey(view, descriptor.trip, descriptor.start_date, descriptor.start_s, now).found
        if journey is not None and journey.phase is Phase.UNDER_WAY:
            run = (journey.trip, journey.service_day, journey.start_s)
            found.setdefault(run, ActiveJourney(journey, distance_m=sighting.distance_m))
    return keep_near(found.values(), lat, lon, radius_m)


def keep_near(journeys: Iterable[ActiveJourney], lat: float, lon: float, radius_m: float) -> list[ActiveJourney]:
    """Keep the journeys whose vehicle last reported within a radius, with how far away that was, in their order."""
    kept: list[ActiveJourney] = []
    for one in journeys:
        position = one.journey.vehicle.position if one.journey.vehicle else None
        if position is None or position.lat is None or position.lon is None:
            continue
        distance_m = to_distance_m(lat, lon, position.lat, position.lon)
        if distance_m <= radius_m:
            kept.append(replace(one, distance_m=distance_m))
    return kept


def list_active_to(view: FeedView, calls: Iterable[Call], now: datetime) -> list[ActiveJourney]:
    """List the journeys of these calls that are under way, each once and with its call, the first to come first."""
    found: dict[Run, ActiveJourney] = {}
    for call in calls:
        if call.trip is None or (call.trip, call.service_day, call.start_s) in found:
            continue
        journey = resolve_journey(view, call.trip, call.service_day, call.start_s, now).found
        at_stop = _find_call(journey, call) if journey else None
        if journey and at_stop and journey.phase is Phase.UNDER_WAY:
            found[call.trip, call.service_day, call.start_s] = ActiveJourney(journey, at_stop)
    return sorted(found.values(), key=lambda one: _to_posix(one.at_stop.call) if one.at_stop else 0.0)


def choose(
    view: FeedView, journeys: Sequence[ActiveJourney], *, headsign: str | None, mode: str | None, access_first: bool
) -> list[ActiveJourney]:
    """Keep the journeys of a mode that go where they were asked to go; surely accessible ones first, none dropped."""
    towards = Towards(view.store, headsign) if headsign else None
    kept = [
        one
        for one in journeys
        if (mode is None or _has_mode(one.next_call, mode)) and (towards is None or towards.accepts(_find_before(one)))
    ]
    return sorted(kept, key=_to_access_rank) if access_first else kept


def order_by_next(journeys: Iterable[ActiveJourney]) -> list[ActiveJourney]:
    """Order journeys by direction, then by when each comes to its next stop."""
    return sorted(journeys, key=lambda one: (one.next_call.headsign or "", _to_posix(one.next_call)))


def _list_reported(view: FeedView, routes: frozenset[RouteId], now: datetime) -> Iterator[Journey]:
    for position in view.snapshot.list_all_positions() if view.snapshot else ():
        descriptor = position.descriptor
        if descriptor is None or descriptor.trip is None:
            continue
        trip = view.store.find_trip(descriptor.trip)
        if (trip.route if trip else descriptor.route) in routes:
            found = resolve_journey(view, descriptor.trip, descriptor.start_date, descriptor.start_s, now).found
            if found is not None:
                yield found


def _list_planned(view: FeedView, routes: frozenset[RouteId], now: datetime) -> Iterator[Journey]:
    """Yield journeys whose trip has left its first stop by plan, and has not been at its last one for long.

    One that is later than usual is found only where its vehicle reports.
    """
    store, info = view.store, view.store.info
    has_live = view.snapshot is not None
    late, early = timedelta(seconds=USUAL_LATE_S * has_live), timedelta(seconds=USUAL_EARLY_S * has_live)
    for day in list_service_days(now - _LONGEST, now, info.longest_s, info.zone):
        start_s = to_service_seconds(now - _LONGEST, day, info.zone)
        end_s = to_service_seconds(now + early, day, info.zone)
        for route in routes:
            for trip in store.list_trips_of_route(route, day, start_s, end_s):
                run = to_dated_trip(store, trip, day)
                if run.span is not None and run.span[1] >= (now - late).timestamp():
                    journey = follow_run(view, run, now)
                    if journey is not None:
                        yield journey


def _find_call(journey: Journey, call: Call) -> JourneyCall | None:
    return next(
        (one for one in journey.calls if one.call.sequence == call.sequence and one.call.stop == call.stop), None
    )


def _has_mode(call: Call, mode: str) -> bool:
    return call.route is not None and call.route.mode.value == mode


def _find_before(one: ActiveJourney) -> Call:
    """Give the call before the next one, after which all that is still to come lies; the first when there is none."""
    index = one.journey.next_index
    return one.journey.calls[max(0, index - 1) if index is not None else -1].call


def _to_access_rank(one: ActiveJourney) -> int:
    access = one.next_call.access
    known = (access.low_floor, access.vehicle.value)
    return 0 if Access.YES in known else 2 if Access.NO in known else 1


def _to_posix(call: Call) -> float:
    instant = call.effective(CallKind.ARRIVALS if call.is_last else CallKind.DEPARTURES)
    return instant.timestamp() if instant else 0.0
