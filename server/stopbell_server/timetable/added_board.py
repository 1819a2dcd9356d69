"""Calls of trips that live data brings along: new, replacement and duplicated ones (GTFS-RT TripDescriptor)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from stopbell_server.domain.calls import Call, CallKind, Times
from stopbell_server.domain.certainty import CallStatus
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Boarding, Stop
from stopbell_server.domain.realtime import StopRelationship, StopTimeEvent, StopTimeUpdate, TripUpdate
from stopbell_server.domain.service_day import to_day_start
from stopbell_server.timetable.access import to_stop_access, to_vehicle_access, to_verdict
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.dated_trip import DatedTrip, to_first_departure
from stopbell_server.timetable.finished_call import to_local
from stopbell_server.timetable.freshness import to_certainty, to_source_time
from stopbell_server.timetable.prospects import Prospect, list_prospects
from stopbell_server.timetable.vehicle_of_trip import list_vehicles


def list_added(question: BoardQuestion) -> Iterator[Call]:
    """Yield calls of trips that are in no timetable, by the times the feed gives; a delay alone has no plan here."""
    snapshot = question.view.snapshot
    if snapshot is None or not question.has_live:
        return
    updates = {id(update): update for stop in question.stops for update in snapshot.list_added(stop)}
    for update in updates.values():
        stopping = [u for u in update.updates if u.stop and u.relationship is not StopRelationship.SKIPPED]
        for told in stopping:
            if (told.assigned_stop or told.stop) in question.stops or told.stop in question.stops:
                is_first, is_last = told is stopping[0], told is stopping[-1]
                yield from _make_added(question, update, told, is_first=is_first, is_last=is_last)


def _make_added(
    question: BoardQuestion, update: TripUpdate, told: StopTimeUpdate, *, is_first: bool, is_last: bool
) -> Iterator[Call]:
    if (question.kind is CallKind.DEPARTURES and is_last) or (question.kind is CallKind.ARRIVALS and is_first):
        return
    view, store = question.view, question.view.store
    arrival, departure = _to_times(told.arrival, question), _to_times(told.departure, question)
    if arrival.expected is None:
        arrival = departure
    if departure.expected is None:
        departure = arrival
    effective = (arrival if question.kind is CallKind.ARRIVALS else departure).effective
    if effective is None or not question.is_in_window(effective):
        return
    stop_id = told.assigned_stop or told.stop
    stop = (store.find_stop(stop_id) if stop_id else None) or Stop(StopId(stop_id or ""), stop_id or "")
    descriptor = update.descriptor
    trip = store.find_trip(descriptor.trip) if descriptor.trip else None
    route_id = descriptor.route or (trip.route if trip else None)
    route = store.find_route(route_id) if route_id else None
    last = next((u.stop for u in reversed(update.updates) if u.stop), None)
    destination = store.find_stop(last) if last else None
    service_day = descriptor.start_date or effective.date()
    position = (
        next(iter(view.snapshot.list_positions(descriptor.trip)), None) if view.snapshot and descriptor.trip else None
    )
    vehicles = list_vehicles(update, position)
    access, low_floor = to_vehicle_access(None, vehicles, view.fleet, service_day)
    source_time = to_source_time(update.timestamp, view.snapshot.updates_time if view.snapshot else None)
    yield Call(
        authority=store.info.authority,
        route=route,
        route_label=route.line if route else None,
        trip=descriptor.trip,
        service_day=service_day,
        start_s=None,
        stop=stop,
        sequence=told.sequence,
        arrival=arrival,
        departure=departure,
        certainty=to_certainty(source_time, question.now, view.limits),
        status=CallStatus.ENDS_HERE if is_last else CallStatus.RUNNING if trip else CallStatus.ADDED,
        access=to_verdict(to_stop_access(store, stop), access, low_floor),
        headsign=told.headsign or update.headsign,
        destination=destination.name if destination else None,
        is_first=is_first,
        is_last=is_last,
        pickup=Boarding.REGULAR,
        vehicle=vehicles[0] if vehicles else None,
        occupancy=told.occupancy or (position.occupancy if position else None),
        source_time=source_time,
    )


def _to_times(event: StopTimeEvent | None, question: BoardQuestion) -> Times:
    if event is None or event.time is None:
        return Times()
    return Times(expected=to_local(event.time, question.view.store.info.zone), uncertainty_s=event.uncertainty_s)


def list_duplicated(question: BoardQuestion) -> Iterator[Prospect]:
    """Yield calls of copies of planned trips at another start; the originals are unaffected."""
    if question.view.snapshot is not None and question.has_live:
        for update in question.view.snapshot.list_duplicated():
            yield from _list_duplicate(question, update)


def _list_duplicate(question: BoardQuestion, update: TripUpdate) -> Iterator[Prospect]:
    store, descriptor = question.view.store, update.descriptor
    trip = store.find_trip(descriptor.trip) if descriptor.trip else None
    if trip is None or update.new_start_date is None or update.new_start_s is None:
        return
    stop_times = store.list_stop_times(trip.id)
    shift_s = update.new_start_s - to_first_departure(stop_times)
    day_start = to_day_start(update.new_start_date, store.info.zone)
    copy = replace(trip, id=update.new_trip or trip.id)
    dated = DatedTrip(copy, update.new_start_date, stop_times, int(day_start.timestamp()), shift_s=shift_s)
    for index, stop_time in enumerate(stop_times):
        if stop_time.stop in question.stops:
            yield from list_prospects(question, dated, index, copy_of=update)


def mark_replaced(calls: Sequence[Call], added: Sequence[Call], kind: CallKind) -> tuple[Call, ...]:
    """Mark a cancelled call as replaced where an added one of the same line calls within five minutes of it."""
    return tuple(
        replace(call, status=CallStatus.REPLACED)
        if call.status is CallStatus.CANCELLED and any(_replaces(other, call, kind) for other in added)
        else call
        for call in calls
    )


def _replaces(other: Call, call: Call, kind: CallKind) -> bool:
    planned, instant = call.at(kind).scheduled, other.effective(kind)
    return (
        planned is not None
        and instant is not None
        and other.route is not None
        and other.route == call.route
        and other.stop.id == call.stop.id
        and other.headsign in (None, call.headsign)
        and abs(instant - planned) <= timedelta(minutes=5)
    )
